// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// VersionState is a resource as a version of the provider has left it: what a state file has of it, and its configuration.
type VersionState struct {
	TypeName string `json:"type_name"`
	// OnHub says that the object is on a hub, so that nothing can be planned without that hub.
	OnHub           bool            `json:"on_hub,omitempty"`
	Config          json.RawMessage `json:"config"`
	SchemaVersion   int64           `json:"schema_version"`
	Attributes      json.RawMessage `json:"attributes"`
	Private         []byte          `json:"private,omitempty"`
	IdentityVersion int64           `json:"identity_schema_version"`
	Identity        json.RawMessage `json:"identity,omitempty"`
}

// RecordedVersion is the version whose states are recorded, in place of a test; empty if none.
func RecordedVersion() string { return os.Getenv("RECORD_STATES") }

// Record writes the state of a resource to a file in a folder of its version, below a folder.
func (l *Resource) Record(t *testing.T, below, name string, config tftypes.Value, onHub bool) {
	t.Helper()
	s := VersionState{
		TypeName: l.TypeName, OnHub: onHub, Config: l.inFile(t, config), SchemaVersion: l.Schema.Version,
		Attributes: l.StateFile(t), Private: l.Private,
	}
	if l.Identity != nil {
		identity, err := l.Identity.IdentityData.Unmarshal(l.IdentityType())
		if err == nil {
			s.IdentityVersion = l.identitySchema().Version
			s.Identity, err = json.Marshal(Plain(t, identity))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.MarshalIndent(s, "", "  ")
	folder := filepath.Join(below, RecordedVersion())
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".json"), append(text, '\n'), 0o644) //nolint:gosec // Everybody reads it.
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Restore reads a state that a version has left, as Terraform does: it upgrades the attributes and the identity. It returns the
// names of the attributes that the version had, and the configuration.
func (s *VersionState) Restore(t *testing.T) (l *Resource, had []string, config tftypes.Value) {
	t.Helper()
	l = NewResource(t, t, s.TypeName)
	resp := l.Upgraded(s.SchemaVersion, s.Attributes)
	if len(resp.Diagnostics) > 0 {
		t.Fatalf("upgrading the state: %s", Said(resp.Diagnostics))
	}
	l.State, l.Private = l.Decode(resp.UpgradedState), s.Private
	if len(s.Identity) > 0 {
		l.Identity = s.upgradedIdentity(t, l)
	}
	if l.Schema.Version == s.SchemaVersion {
		l.lostNothing(t, s.Attributes)
	}
	var attributes map[string]json.RawMessage
	if err := json.Unmarshal(s.Attributes, &attributes); err != nil {
		t.Fatal(err)
	}
	for name := range attributes {
		if _, still := l.Schema.Attributes[name]; still {
			had = append(had, name)
		}
	}
	config, err := tfprotov6.RawState{JSON: s.Config}.UnmarshalWithOpts(l.Type(), tfprotov6.UnmarshalOpts{
		ValueFromJSONOpts: tftypes.ValueFromJSONOpts{IgnoreUndefinedAttributes: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	return l, had, config
}

// upgradedIdentity reads the identity. As Terraform, it asks the provider only if the identity is of another version.
func (s *VersionState) upgradedIdentity(t *testing.T, l *Resource) *tfprotov6.ResourceIdentityData {
	t.Helper()
	raw := &tfprotov6.RawState{JSON: s.Identity}
	if s.IdentityVersion == l.identitySchema().Version {
		identity, err := raw.Unmarshal(l.IdentityType())
		if err != nil {
			t.Fatal(err)
		}
		return &tfprotov6.ResourceIdentityData{IdentityData: l.Encode(identity)}
	}
	resp, err := l.Server.UpgradeResourceIdentity(l.Ctx, &tfprotov6.UpgradeResourceIdentityRequest{
		TypeName: s.TypeName, Version: s.IdentityVersion, RawIdentity: raw,
	})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatalf("upgrading the identity: %v %s", err, Said(resp.Diagnostics))
	}
	return resp.UpgradedIdentity
}

// lostNothing compares the upgraded state with the file, in which a later version may have further attributes.
func (l *Resource) lostNothing(t *testing.T, attributes []byte) {
	t.Helper()
	var was, is map[string]json.RawMessage
	if err := json.Unmarshal(attributes, &was); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(l.StateFile(t), &is); err != nil {
		t.Fatal(err)
	}
	for name, value := range was {
		var compact bytes.Buffer
		if err := json.Compact(&compact, value); err != nil {
			t.Fatal(err)
		}
		if got := is[name]; !bytes.Equal(got, compact.Bytes()) {
			t.Errorf("%s was %s and is %s", name, compact.Bytes(), got)
		}
	}
}
