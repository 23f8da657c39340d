package provider

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// explainedKind is a kind of objects that the function explains.
type explainedKind struct {
	plural string
	// attributes are those that identify the kind. An object that has sufficient is of the kind without them.
	attributes []string
	sufficient string
	explain    func(tfvalue.Input, map[string]tfvalue.Input) (string, *function.FuncError)
}

// explainedKinds are the objects that the function explains. No object is of two kinds.
var explainedKinds = []explainedKind{
	{"placements", []string{"decisions", "satisfied", "rejection_summary"}, "report", explainPlacement},
	{"rollouts", []string{"waves", "clusters_by_state", "phase"}, "", explainRollout},
	{"rollouts", []string{"waves", "to_apply", "in_progress", "succeeded", "timed_out", "removed", "waiting"}, "", explainRolloutPass},
}

// missing are the attributes that an object lacks of the kind.
func (k *explainedKind) missing(attributes map[string]tfvalue.Input) []string {
	if !attributes[k.sufficient].IsNull() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(k.attributes), func(name string) bool {
		_, ok := attributes[name]
		return ok
	})
}

// kindOf is the kind of an object. If it is of none, found says what it is.
func kindOf(attributes map[string]tfvalue.Input) (kind *explainedKind, found string) {
	similar := 0
	for i := range explainedKinds {
		k := &explainedKinds[i]
		missing := k.missing(attributes)
		if len(missing) == 0 {
			return k, ""
		}
		if n := len(k.attributes) - len(missing); n > similar {
			similar, found = n, "found an object without "+strings.Join(missing, ", ")
		}
	}
	if similar > 0 {
		return nil, found
	}
	names := slices.Sorted(maps.Keys(attributes))
	for _, key := range names {
		instance, ok := newReader().Attributes(attributes[key], nil)
		if !ok {
			continue
		}
		if k, _ := kindOf(instance); k != nil {
			return nil, fmt.Sprintf("found an object of %s, such as [%s]; pass one of them", k.plural, excerpt.Quote(key))
		}
	}
	if len(names) == 0 {
		return nil, "found an empty object"
	}
	return nil, "found an object with the attributes " + excerpt.List(names, ", ")
}
