// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Undeclared returns the paths of the fields of a placement's object, of this kind, that change its decisions, and that a
// configuration does not set, such as spec and predicates. They are sorted; what the CRD sets by default is not among them. The
// error is about an object that is no placement.
func (k *Kind) Undeclared(set Applied, object map[string]any) ([][]string, error) {
	decisive, err := decisiveSpec(object)
	if err != nil {
		return nil, err
	}
	var paths [][]string
	for _, path := range beyondSet(asFields(set.Object["spec"]), asFields(k.WithoutDefaults(object)["spec"]), []string{"spec"}) {
		without, err := decisiveSpec(WithoutField(object, path))
		if err != nil || !bytes.Equal(without, decisive) {
			// An object that is not valid without the field depends on it, too.
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// beyondSet are the paths of the fields that are not set.
func beyondSet(set, fields map[string]any, path []string) (paths [][]string) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		path := append(slices.Clone(path), name)
		own, isSet := set[name]
		if !isSet {
			paths = append(paths, path)
			continue
		}
		inner, isObject := own.(map[string]any)
		actual, isObjectToo := fields[name].(map[string]any)
		if isObject && isObjectToo && !slices.Contains(atomicMaps, name) {
			paths = append(paths, beyondSet(inner, actual, path)...)
		}
	}
	return paths
}

// WithoutField returns a copy of an object without the field at a path. The object stays as it is.
func WithoutField(object map[string]any, path []string) map[string]any {
	without := maps.Clone(object)
	if len(path) == 1 {
		delete(without, path[0])
	} else if fields, ok := without[path[0]].(map[string]any); ok {
		without[path[0]] = WithoutField(fields, path[1:])
	}
	return without
}

// decisiveSpec identifies what the decisions of a placement's object depend on.
func decisiveSpec(object map[string]any) ([]byte, error) {
	raw, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	p, err := manifest.ReadStoredPlacement(raw)
	if err != nil {
		return nil, err
	}
	decisive := p.Decisive()
	if decisive.Dialect() == placement.DialectKubeFleet {
		decisive.KubeFleet.SetDefaults()
	}
	return json.Marshal(decisive)
}

// Over returns the fields of an object with what is set over them, without prior fields that are not set any more. Lists are
// replaced as a whole: those of a placement are atomic.
func (a Applied) Over(object map[string]any, prior Applied) map[string]any {
	return setOver(withoutUnset(object, prior.Object, a.Object), a.Object)
}

// withoutUnset is an object without the prior fields that are not set any more.
func withoutUnset(object, prior, set map[string]any) map[string]any {
	kept := maps.Clone(object)
	for name, value := range prior {
		planned, isSet := set[name]
		fields, isObject := value.(map[string]any)
		own, isObjectToo := kept[name].(map[string]any)
		var rest map[string]any
		if isObject && isObjectToo {
			rest = withoutUnset(own, fields, asFields(planned))
		}
		switch {
		case isObject && isObjectToo && (len(rest) > 0 || isSet):
			kept[name] = rest
		case isObject && isObjectToo, !isSet:
			delete(kept, name)
		}
	}
	return kept
}

// setOver is an object with other values over its own.
func setOver(object, set map[string]any) map[string]any {
	changed := copyOf(object)
	for name, value := range set {
		fields, isObject := value.(map[string]any)
		own, isObjectToo := changed[name].(map[string]any)
		if isObject && isObjectToo && !slices.Contains(atomicMaps, name) {
			value = setOver(own, fields)
		}
		changed[name] = value
	}
	return changed
}

// WithoutDefaults returns an object of the kind without the values that its CRD sets by itself, and without what is empty then.
// The object does not change.
func (k *Kind) WithoutDefaults(object map[string]any) map[string]any {
	without := copyOf(object)
	if spec, ok := object["spec"].(map[string]any); ok {
		without["spec"] = withoutDefaults(k.Defaults, "", spec)
	}
	return without
}

func withoutDefaults(defaults map[string]any, path string, value any) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	kept := make(map[string]any, len(object))
	for name, field := range object {
		path := strings.TrimPrefix(path+"."+name, ".")
		if byDefault, ok := defaults[path]; ok && byDefault == field {
			continue
		}
		rest := withoutDefaults(defaults, path, field)
		if fields, ok := rest.(map[string]any); ok && len(fields) == 0 && len(asFields(field)) > 0 {
			continue
		}
		kept[name] = rest
	}
	return kept
}

// WithDefaultsOf returns what is set in the object, with the values in the spec of an object of a kind that its CRD may have set
// by itself, where nothing is set.
func (a Applied) WithDefaultsOf(kind *Kind, object map[string]any) map[string]any {
	with := copyOf(a.Object)
	spec := asFields(with["spec"])
	for path, value := range kind.Defaults {
		steps := strings.Split(path, ".")
		if actual, ok, _ := unstructured.NestedFieldNoCopy(asFields(object["spec"]), steps...); ok && actual == value {
			spec = withField(spec, steps, value)
		}
	}
	if len(spec) > 0 {
		with["spec"] = spec
	}
	return with
}

// withField is an object with the value of a field, unless it has one.
func withField(object map[string]any, path []string, value any) map[string]any {
	with := copyOf(object)
	switch field, ok := with[path[0]]; {
	case len(path) > 1:
		with[path[0]] = withField(asFields(field), path[1:], value)
	case !ok:
		with[path[0]] = value
	}
	return with
}
