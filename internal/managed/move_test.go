// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"maps"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// moved is the state of a kubernetes_manifest of an object.
func moved(object string) []byte { return []byte(`{"object": {"value": ` + object + `}}`) }

const movedSet = `{"apiVersion": "cluster.open-cluster-management.io/v1beta2", "kind": "ManagedClusterSet", ` +
	`"metadata": {"name": "blue", "uid": "1"}}`

// TestMoved: what cannot be moved is an error that says why.
func TestMoved(t *testing.T) {
	kind := &Kind[placement.ClusterSet]{
		Name: "cluster_set", Keys: []string{"name"}, Kinds: []*hubobject.Kind{hubobject.ManagedClusterSet},
	}
	for name, tt := range map[string]struct {
		change func(*Move)
		says   []string
	}{
		"an object": {func(*Move) {}, nil},
		// OpenTofu 1.10 to 1.12.3 send the name of the provider alone.
		"the name of the provider": {func(m *Move) { m.Provider = "kubernetes" }, nil},
		"a manifest alone":         {func(m *Move) { m.State = []byte(`{"manifest": {"value": ` + movedSet + `}}`) }, nil},
		"another resource":         {func(m *Move) { m.Type = "kubectl_manifest" }, []string{"ERROR found a kubectl_manifest"}},
		"another provider": {
			func(m *Move) { m.Provider = "registry.terraform.io/acme/kubernetes" }, []string{"ERROR acme/kubernetes"},
		},
		"another version": {func(m *Move) { m.Version = 2 }, []string{"ERROR with schema version 2"}},
		"another kind": {func(m *Move) { m.State = moved(`{"apiVersion": "v1", "kind": "Secret"}`) }, []string{
			`ERROR is a "Secret" of "v1"; a multicluster_cluster_set is a ManagedClusterSet of cluster.open-cluster-management.io`,
		}},
		"no object": {func(m *Move) { m.State = []byte("{}") }, []string{"ERROR has no object"}},
		"no JSON":   {func(m *Move) { m.State = []byte("[") }, []string{"ERROR cannot be read"}},
		"no name": {func(m *Move) {
			m.State = moved(`{"apiVersion": "cluster.open-cluster-management.io/v1beta2", "kind": "ManagedClusterSet"}`)
		}, []string{"ERROR name: "}},
	} {
		t.Run(name, func(t *testing.T) {
			move, notes := &Move{
				Type: "kubernetes_manifest", Provider: "registry.terraform.io/hashicorp/kubernetes", Version: 1, State: moved(movedSet),
			}, &Notes{}
			tt.change(move)
			keys, found := kind.Moved(move, notes)
			wants(t, found, tt.says...)
			want := map[string]string{"name": "blue"}
			if note := (movedObject{UID: "1"}); found == nil && (!maps.Equal(keys, want) || notes.Kept[movedKey] != note) {
				t.Errorf("moved %q, with %v", keys, notes.Kept)
			}
		})
	}
}

// TestMoved_elsewhere: the hub may have another object of the name than the one that was moved, and the provider no hub.
func TestMoved_elsewhere(t *testing.T) {
	object, err := (&hub.Client{}).ReadObject([]byte(movedSet))
	if err != nil {
		t.Fatal(err)
	}
	found := &Existing[placement.ClusterSet]{
		Object: object, Reference: hub.Reference{Kind: hubobject.ManagedClusterSet, Name: "blue"},
	}
	wants(t, checkMoved(&movedObject{UID: "1"}, found, "The set"))
	wants(t, checkMoved(nil, found, "The set"))
	wants(t, checkMoved(&movedObject{UID: "2"}, found, "The set"), "ERROR is another object on the hub")
	o := &Operation[placement.ClusterSet]{
		Target: &Target{}, What: "The set", Notes: Notes{Get: func(string) []byte { return []byte(`{"uid": "1"}`) }},
	}
	wants(t, o.Read(t.Context()).List, "ERROR was moved from a kubernetes_manifest: It is an object on a hub, and the provider has no hub.")
}
