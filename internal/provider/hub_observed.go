package provider

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// observed are the attributes whose values on the hub differ from those that the prior object means, and those that an agent
// reports. A prior value that still means the same is left out, so that it stays as it was written.
func (k *hubKind[T]) observed(kind placement.ClusterKind, prior *T, found *hub.Object) (map[string]any, error) {
	set, err := k.apply(kind, prior)
	if err != nil {
		return nil, err
	}
	before, err := k.in(kind, set, found)
	if err != nil {
		return nil, err
	}
	now, err := k.in(kind, set.Observed(found.Fields), found)
	if err != nil {
		return nil, err
	}
	was, is := tfvalue.Attributes(before), tfvalue.Attributes(now)
	outputs := map[string]any{}
	for _, name := range k.arguments {
		same, err := sameMeaning(was[name], is[name])
		if err != nil {
			return nil, err
		}
		if !same {
			outputs[name] = is[name]
		}
	}
	for _, name := range k.reported {
		outputs[name] = is[name]
	}
	return outputs, nil
}

// in reads an object that has nothing but what is applied.
func (k *hubKind[T]) in(kind placement.ClusterKind, applied hubobject.Applied, found *hub.Object) (*T, error) {
	raw, err := applied.In(found.Fields)
	if err != nil {
		return nil, err
	}
	return k.read(kind, raw)
}

// written are the attributes that an agent reports, as an object has them that was just written.
func (k *hubKind[T]) written(kind placement.ClusterKind, object *T, found *hub.Object) (map[string]any, error) {
	outputs, err := k.observed(kind, object, found)
	for _, name := range k.arguments {
		delete(outputs, name)
	}
	return outputs, err
}

// adopted is an object that is imported: all that it sets, but for what controllers set.
func (k *hubKind[T]) adopted(kind placement.ClusterKind, found *hub.Object) (*T, error) {
	raw, err := json.Marshal(hubobject.WithoutDefaults(found.Fields))
	if err != nil {
		return nil, err
	}
	object, err := k.read(kind, raw)
	if err == nil && k.imported != nil {
		k.imported(object)
	}
	return object, err
}

// argumentsOf are the arguments of an object by their names.
func (k *hubKind[T]) argumentsOf(object *T) map[string]any {
	is, outputs := tfvalue.Attributes(object), map[string]any{}
	for _, name := range k.arguments {
		outputs[name] = is[name]
	}
	return outputs
}

// sameMeaning reports whether two values of an attribute mean the same. Nothing and an empty list or map do.
func sameMeaning(a, b any) (bool, error) {
	before, err := tfvalue.Value(tftypes.DynamicPseudoType, a)
	if err != nil {
		return false, err
	}
	after, err := tfvalue.Value(tftypes.DynamicPseudoType, b)
	if err != nil {
		return false, err
	}
	return before.Equal(after) || isEmptyValue(before) && isEmptyValue(after), nil
}

func isEmptyValue(v tftypes.Value) bool {
	if v.IsNull() {
		return true
	}
	switch v.Type().(type) {
	case tftypes.Object:
		var fields map[string]tftypes.Value
		return v.As(&fields) == nil && len(fields) == 0
	case tftypes.Tuple:
		var items []tftypes.Value
		return v.As(&items) == nil && len(items) == 0
	}
	return false
}

// withoutControllers removes the keys that controllers of a hub maintain from labels or annotations.
func withoutControllers(texts map[string]string, prefixes ...string) map[string]string {
	kept := maps.Clone(texts)
	maps.DeleteFunc(kept, func(key, _ string) bool {
		return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
	})
	if len(kept) == 0 {
		return nil
	}
	return kept
}
