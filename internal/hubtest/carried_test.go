// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

// notCarried are the fields of specs that a placement does not keep, by kind.
var notCarried = map[string][]string{
	// A reference matches by kind, name and namespace alone.
	"PlacementRule": {"spec.targets[].apiVersion", "spec.targets[].uid"},
}

var placementKinds = []string{"Placement", "ClusterResourcePlacement", "ResourcePlacement", "PlacementRule"}

// TestCarriedFields reads the samples as placements and writes them again: every field that the CRDs have in spec is still there,
// with its value.
func TestCarriedFields(t *testing.T) {
	crds, err := usedCRDs()
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]map[string]bool{}
	for _, s := range samples(t, crds) {
		if !slices.Contains(placementKinds, s.kind) {
			continue
		}
		object := s.named(t, "team-a", "web")
		got := Parse(t, rewritten(t, object))
		if lost := missing(Parse(t, object).Object["spec"], got.Object["spec"], "spec"); len(lost) > 0 && notCarried[s.kind] == nil {
			t.Errorf("%s/%s: what was read is not what is written: %s", s.kind, s.version, strings.Join(lost, "; "))
		}
		if written[s.kind] == nil {
			written[s.kind] = map[string]bool{}
		}
		paths(got.Object["spec"], "spec", written[s.kind])
	}
	for _, c := range crds {
		if set := written[c.Spec.Names.Kind]; set != nil {
			checkCarried(t, c, set)
		}
	}
}

// checkCarried looks for fields of a CRD that are not set in what was written.
func checkCarried(t *testing.T, c crd, set map[string]bool) {
	t.Helper()
	for _, version := range c.Spec.Versions {
		var lost []string
		fields := 0
		version.Schema.OpenAPIV3Schema.walk("", func(path string, _ *property) {
			if !strings.HasPrefix(path, "spec.") {
				return
			}
			fields++
			if !set[strings.ReplaceAll(path, "{}", "[]")] {
				lost = append(lost, path)
			}
		})
		slices.Sort(lost)
		if !slices.Equal(lost, notCarried[c.Spec.Names.Kind]) {
			t.Errorf("%s %s: not carried: %s", c.Metadata.Name, version.Name, strings.Join(lost, ", "))
		}
		t.Logf("%s %s: %d fields", c.Metadata.Name, version.Name, fields)
	}
}

// named is the YAML of the sample, with a namespace and a name.
func (s *sample) named(t *testing.T, namespace, name string) string {
	t.Helper()
	text, err := yaml.Marshal(s.object)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(strings.ReplaceAll(string(text), "NAMESPACE", namespace), "NAME", name)
}

// rewritten is a placement that was read and written.
func rewritten(t *testing.T, object string) string {
	t.Helper()
	p, err := manifest.ReadPlacement(t.Context(), object)
	if err != nil {
		t.Fatalf("%v in\n%s", err, object)
	}
	text, err := manifest.WritePlacement(p)
	if err != nil {
		t.Fatalf("%v in\n%s", err, object)
	}
	return text
}

// TestWrittenPlacements creates the samples on a server as they are written.
func TestWrittenPlacements(t *testing.T) {
	hub := Start(t)
	crds, err := usedCRDs()
	if err != nil {
		t.Fatal(err)
	}
	namespace, prefix, created := hub.Namespace(t), hub.Prefix(t), 0
	for i, s := range samples(t, crds) {
		if !slices.Contains(placementKinds, s.kind) {
			continue
		}
		object := rewritten(t, s.named(t, namespace, prefix+strconv.Itoa(i)))
		read := hub.Create(t, object)
		created++
		if lost := missing(Parse(t, object).Object["spec"], read.Object["spec"], "spec"); len(lost) > 0 {
			t.Errorf("%s/%s: %s", s.kind, s.version, strings.Join(lost, "; "))
		}
	}
	if created < 8 {
		t.Errorf("only %d objects were created", created)
	}
}
