// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUpstream compares the CRDs of the project with those of upstream: for every version and every field that the project declares
// the same schema. Both hubs have ClusterProfiles; the last ones, of Open Cluster Management, are newer.
func TestUpstream(t *testing.T) {
	folder := os.Getenv(crdsVariable)
	if folder == "" {
		t.Skip(crdsVariable + " is not set")
	}
	project, err := projectCRDs()
	if err != nil {
		t.Fatal(err)
	}
	upstream, err := readCRDs(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, ours := range project {
		theirs := crd{}
		for _, c := range upstream {
			if c.Metadata.Name == ours.Metadata.Name {
				theirs = c
			}
		}
		if theirs.Metadata.Name == "" {
			t.Logf("%s has no %s", folder, ours.Metadata.Name)
			continue
		}
		compared++
		theirs.Spec.Versions = slices.DeleteFunc(theirs.Spec.Versions, func(v crdVersion) bool {
			return !slices.ContainsFunc(ours.Spec.Versions, func(o crdVersion) bool { return o.Name == v.Name })
		})
		t.Run(ours.Metadata.Name, func(t *testing.T) {
			if diff := cmp.Diff(describe(theirs), describe(ours)); diff != "" {
				t.Fatalf("(-upstream +project):\n%s", diff)
			}
			fields := 0
			for i, version := range ours.Spec.Versions {
				t.Run(version.Name, func(t *testing.T) {
					fields += compare(t, "", version.Schema.OpenAPIV3Schema, theirs.Spec.Versions[i].Schema.OpenAPIV3Schema)
				})
			}
			t.Logf("%d fields are the same", fields)
		})
	}
	if compared == 0 {
		t.Errorf("%s has no CRD of ours", folder)
	}
}

// described is what clients see of a kind beside its fields.
type described struct {
	Group, Scope, Kind, Plural string
	Versions                   []string
}

func describe(c crd) described {
	d := described{Group: c.Spec.Group, Scope: c.Spec.Scope, Kind: c.Spec.Names.Kind, Plural: c.Spec.Names.Plural}
	for _, version := range c.Spec.Versions {
		text := version.Name
		if version.Served {
			text += " served"
		}
		if version.Storage {
			text += " stored"
		}
		if _, ok := version.Subresources["status"]; ok {
			text += " status"
		}
		d.Versions = append(d.Versions, text)
	}
	return d
}

// compare returns how many fields were compared.
func compare(t *testing.T, at string, ours, theirs property) int {
	t.Helper()
	if diff := cmp.Diff(shallow(theirs), shallow(ours)); diff != "" {
		t.Errorf("%s (-upstream +project):\n%s", at, diff)
	}
	for _, ours := range ours.Validations {
		if !slices.ContainsFunc(theirs.Validations, func(v validation) bool { return words(v.Rule) == words(ours.Rule) }) {
			t.Errorf("%s: upstream does not have the rule %s", at, ours.Rule)
		}
	}
	fields := 1
	for name, field := range ours.Properties {
		their, ok := theirs.Properties[name]
		if !ok {
			t.Errorf("upstream has no %s.%s", at, name)
			continue
		}
		fields += compare(t, strings.TrimPrefix(at+"."+name, "."), field, their)
	}
	for suffix, pair := range map[string][2]*property{"[]": {ours.Items, theirs.Items}, "{}": {ours.AdditionalProperties,
		theirs.AdditionalProperties}} {
		switch {
		case (pair[0] == nil) != (pair[1] == nil):
			t.Errorf("%s%s is only on one side", at, suffix)
		case pair[0] != nil:
			fields += compare(t, at+suffix, *pair[0], *pair[1])
		}
	}
	return fields
}

// shallow is a schema without the fields below it, and without the rules, of which the project has some.
func shallow(p property) property {
	p.Properties, p.Items, p.AdditionalProperties, p.Validations = nil, nil, nil, nil
	p.Required = slices.Sorted(slices.Values(p.Required))
	return p
}

func words(text string) string { return strings.Join(strings.Fields(text), " ") }
