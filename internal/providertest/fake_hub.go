// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// fakeHub is a hub with some kinds only.
type fakeHub struct{ *fakehub.Hub }

// NewFakeHub starts a hub with the objects of some kinds, as JSON. The others are not installed.
func NewFakeHub(t *testing.T, objects map[*hubobject.Kind][]string) *fakeHub {
	t.Helper()
	lists := map[string][]json.RawMessage{}
	for kind, texts := range objects {
		resource, _, _ := strings.Cut(kind.String(), ".")
		list := "/apis/" + kind.Group + "/" + versionOf(kind) + "/" + resource
		lists[list] = []json.RawMessage{}
		for _, text := range texts {
			lists[list] = append(lists[list], json.RawMessage(text))
		}
	}
	return &fakeHub{fakehub.New(t, lists)}
}

// Provider is the configuration of a provider with this hub. The kind is that of the hub, or nil.
func (h *fakeHub) Provider(kind any) object {
	return object{"hub": object{"host": h.URL, "token": fakehub.Token, "kind": kind}}
}

// Check compares what was listed, sorted, and the one diagnostic with what it should say; empty means none. A kind that is
// missing may be found before or after the others are listed.
func (h *fakeHub) Check(t *testing.T, diags []*tfprotov6.Diagnostic, listed, says string) {
	t.Helper()
	var requested []string
	for list := range h.Lists {
		requested = append(requested, slices.Repeat([]string{path.Base(list)}, h.Count(list))...)
	}
	slices.Sort(requested)
	if got := strings.Join(requested, " "); got != listed && !strings.Contains(says, "The hub lacks a kind") {
		t.Errorf("listed: %q, want %q", got, listed)
	}
	if says == "" && len(diags) > 0 || says != "" && (len(diags) != 1 || !strings.Contains(Shown(diags[0]), says)) {
		t.Errorf("diagnostics:\n%s\nwant %q", Said(diags), says)
	}
}

// versionOf is the oldest version of a kind.
func versionOf(kind *hubobject.Kind) string {
	versions := api.VersionsOf(kind.GroupKind.String())
	if len(versions) == 0 {
		return "v1beta1"
	}
	return versions[len(versions)-1]
}

// Objects for a fake hub: a cluster of each kind, and a target.
const (
	ManagedA = `{"metadata": {"name": "a"}}`
	MemberA  = `{"metadata": {"name": "a"}, "status": {"agentStatus": [{"type": "MemberAgent", "lastReceivedHeartbeat": "2026-08-11T12:00:00Z", ` +
		`"conditions": [{"type": "Joined", "status": "True"}, {"type": "Healthy", "status": "True"}]}]}}`
	DeployerVM = `{"metadata": {"name": "vm", "namespace": "x"}, "spec": {"type": "other"}}`
)
