// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

// fieldCase is an object of a kind, and what reads it.
type fieldCase struct {
	object string
	read   func(t *testing.T, text string) (any, error)
}

// fieldCases are the kinds whose vocabulary is that of their CRDs, with an object to which fields are added, and what reads it.
var fieldCases = map[string]fieldCase{
	"ClusterResourcePlacement":    {"{apiVersion: placement.kubernetes-fleet.io/v1beta1, metadata: {name: web}, spec: {}}", decodePlacement},
	"ResourcePlacement":           {"{apiVersion: placement.kubernetes-fleet.io/v1beta1, metadata: {name: web, namespace: shop}, spec: {}}", decodePlacement},
	"Placement":                   {"{apiVersion: cluster.open-cluster-management.io/v1beta1, metadata: {name: web, namespace: shop}, spec: {}}", decodePlacement},
	"ClusterStagedUpdateStrategy": {stagesText, decodeStages("ClusterResourcePlacement", "")},
	"StagedUpdateStrategy":        {strings.Replace(stagesText, "safe", "safe, namespace: shop", 1), decodeStages("ResourcePlacement", ", namespace: shop")},
	"ClusterStagedUpdateRun":      {runText, decodeRun},
	"StagedUpdateRun":             {runText, decodeRun},
}

const (
	stagesText = "{apiVersion: placement.kubernetes-fleet.io/v1beta1, metadata: {name: safe}, spec: {stages: [{name: first}]}}"
	runText    = "{apiVersion: placement.kubernetes-fleet.io/v1beta1, metadata: {name: run}, spec: {}}"
)

// cannotBeSaid are the fields of CRDs that nothing here can say, by kind and path, with the reason.
var cannotBeSaid = map[string]string{}

func decodePlacement(t *testing.T, text string) (any, error) {
	t.Helper()
	return manifest.ReadPlacement(t.Context(), text)
}

// decodeStages reads a strategy beside a placement of a kind.
func decodeStages(kind, namespace string) func(*testing.T, string) (any, error) {
	return func(t *testing.T, text string) (any, error) {
		t.Helper()
		return decodePlacement(t, "{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: "+kind+", metadata: {name: web"+namespace+
			"}, spec: {strategy: {type: External}}}\n---\n"+text)
	}
}

func decodeRun(t *testing.T, text string) (any, error) {
	t.Helper()
	raw, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return hubobject.ReadStagedRun(nil, raw)
}

// definitions are the CRDs of upstream in the folder that CRDS_DIR names, else those of the project.
func definitions(t *testing.T) (all []map[string]any) {
	t.Helper()
	folder := os.Getenv("CRDS_DIR")
	if folder == "" {
		all, err := hubtest.Definitions()
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".yaml" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || strings.Contains(string(text), "{{") {
			return err // A template is none.
		}
		var definition map[string]any
		err = yaml.Unmarshal(text, &definition)
		all = append(all, definition)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// schemaNode is a part of the schema of a CRD.
type schemaNode struct {
	Type                 string                 `json:"type"`
	Enum                 []any                  `json:"enum"`
	Properties           map[string]*schemaNode `json:"properties"`
	Items                *schemaNode            `json:"items"`
	AdditionalProperties *schemaNode            `json:"additionalProperties"`
}

// samples are values of a schema by the paths of the fields that they have, one for each field, or for each value of an enum.
func (n *schemaNode) samples(path string) map[string][]any {
	all := map[string][]any{}
	add := func(more map[string][]any, wrap func(any) any) {
		for path, values := range more {
			for _, value := range values {
				all[path] = append(all[path], wrap(value))
			}
		}
	}
	switch {
	case len(n.Enum) > 0:
		all[path] = n.Enum
	case len(n.Properties) > 0:
		for name, property := range n.Properties {
			add(property.samples(strings.TrimPrefix(path+"."+name, ".")), func(value any) any { return map[string]any{name: value} })
		}
	case n.Items != nil:
		add(n.Items.samples(path+"[]"), func(value any) any { return []any{value} })
	case n.AdditionalProperties != nil:
		add(n.AdditionalProperties.samples(path+"{}"), func(value any) any { return map[string]any{"key": value} })
	case n.Type == "string":
		all[path] = []any{"x"}
	case n.Type == "boolean":
		all[path] = []any{true}
	case n.Type == "object":
		all[path] = []any{map[string]any{"key": "x"}}
	default:
		all[path] = []any{7}
	}
	return all
}

// joined is an object with the fields of another one.
func joined(object, with any) any {
	fields, isObject := object.(map[string]any)
	more, areFields := with.(map[string]any)
	if !isObject || !areFields {
		return with
	}
	all := maps.Clone(fields)
	for name, value := range more {
		if prior, isThere := fields[name]; isThere {
			value = joined(prior, value)
		}
		all[name] = value
	}
	return all
}

// definition is what the test reads of a CRD.
type definition struct {
	Spec struct {
		Names    struct{ Kind string }
		Versions []struct {
			Name   string
			Schema struct{ OpenAPIV3Schema schemaNode }
		}
	}
}

// isRead reports whether a field makes a difference to what is read, or is a mistake of its own. Samples are values of it.
func (c fieldCase) isRead(t *testing.T, kind string, samples ...any) bool {
	t.Helper()
	var object map[string]any
	if err := yaml.Unmarshal([]byte(c.object), &object); err != nil {
		t.Fatal(err)
	}
	object["kind"] = kind
	read := func(object any) (any, error) {
		text, err := yaml.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		return c.read(t, string(text))
	}
	without, err := read(object)
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return slices.ContainsFunc(samples, func(sample any) bool {
		with, err := read(joined(object, map[string]any{"spec": sample}))
		if err != nil {
			return !strings.Contains(err.Error(), "unknown field") && !strings.Contains(err.Error(), "belongs in")
		}
		return !reflect.DeepEqual(with, without)
	})
}

// TestFieldsOfCRDs: every field that the CRDs have is read, in each version, or named as what cannot be said.
func TestFieldsOfCRDs(t *testing.T) {
	fields, kinds := 0, map[string]bool{}
	check := func(kind, version string, samples map[string][]any) {
		c := fieldCases[kind]
		for _, path := range slices.Sorted(maps.Keys(samples)) {
			fields++
			isRead := c.isRead(t, kind, samples[path]...)
			if _, isNamed := cannotBeSaid[kind+" "+path]; isRead == isNamed {
				t.Errorf("%s %s, spec.%s: read is %v, and named as what cannot be said is %v", kind, version, path, isRead, isNamed)
			}
		}
	}
	for _, object := range definitions(t) {
		var crd definition
		text, err := yaml.Marshal(object)
		if err == nil {
			err = yaml.Unmarshal(text, &crd)
		}
		if err != nil {
			t.Fatal(err)
		}
		kind := crd.Spec.Names.Kind
		if _, isCovered := fieldCases[kind]; !isCovered {
			continue
		}
		kinds[kind] = true
		for _, version := range crd.Spec.Versions {
			if version.Name != "v1alpha1" { // Nothing reads that.
				check(kind, version.Name, version.Schema.OpenAPIV3Schema.Properties["spec"].samples(""))
			}
		}
	}
	if len(kinds) != len(fieldCases) || fields < 300 {
		t.Errorf("%d fields of %v", fields, slices.Sorted(maps.Keys(kinds)))
	}
	t.Logf("%d fields of %d kinds", fields, len(kinds))
}
