// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"encoding/json"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// The kinds of clusters. A MemberCluster of v1 lacks the namespaces, which ResourcePlacements depend on.
var (
	ManagedCluster = newKind(Kind{
		GroupKind: schema.GroupKind{Group: api.OCMGroup, Kind: string(placement.ManagedCluster)},
		Defaults:  map[string]any{"leaseDurationSeconds": int64(60), "hubAcceptsClient": false},
	})
	MemberCluster = newKind(Kind{
		GroupKind: schema.GroupKind{Group: api.FleetClusterGroup, Kind: string(placement.MemberCluster)},
		Preferred: "v1beta1",
		Defaults:  map[string]any{"heartbeatPeriodSeconds": int64(60)},
	})
)

// Cluster is a cluster with what its object on a hub has besides.
type Cluster struct {
	placement.Cluster
	ClusterSpec
}

// ClusterSpec is what the spec of a cluster has besides its taints. It does not affect placements.
type ClusterSpec struct {
	// Whether the hub accepts the cluster. A ManagedCluster that is not accepted cannot join. Defaults to what the object on the hub
	// has; `false` for a new one.
	HubAcceptsClient *bool `json:"hubAcceptsClient,omitempty"`
	// How often the agent of a ManagedCluster renews its lease, in seconds. Defaults to what the object on the hub has; 60 for a new
	// one.
	LeaseDurationSeconds *int32 `json:"leaseDurationSeconds,omitempty"`
	// How clients reach the API server of a ManagedCluster. Others, by `url`, stay as they are.
	ClientConfigs []ClientConfig `json:"managedClusterClientConfigs,omitempty"`
	// The identity of the agent of a MemberCluster on the hub. Required to create one there.
	Identity *MemberIdentity `json:"identity,omitempty"`
	// How often the agent of a MemberCluster reports, 1 to 600 seconds. Defaults to what the object on the hub has; 60 for a new
	// one.
	HeartbeatPeriodSeconds *int32 `json:"heartbeatPeriodSeconds,omitempty"`
}

// ClientConfig is how clients reach the API server of a ManagedCluster.
//
// Example for resources/cluster#managed_cluster_client_configs:
//
//	{ url = "https://eu-1.example.com:6443" }
type ClientConfig struct {
	// The URL of the API server.
	URL string `json:"url"`
	// The PEM-encoded CA certificates of the API server, in Base64.
	CABundle string `json:"caBundle,omitempty"`
}

// MemberIdentity is the identity that the agent of a MemberCluster has on the hub.
//
// Example for resources/cluster#identity:
//
//	{ kind = "ServiceAccount", name = "eu-1", namespace = "fleet-system" }
type MemberIdentity struct {
	// `User`, `Group` or `ServiceAccount`.
	Kind string `json:"kind"`
	// The name.
	Name string `json:"name"`
	// The API group. Defaults to `rbac.authorization.k8s.io` for a `User` or a `Group`.
	APIGroup string `json:"apiGroup,omitempty"`
	// The namespace of a service account.
	Namespace string `json:"namespace,omitempty"`
}

// identityKinds are the kinds of a MemberIdentity.
var identityKinds = []string{"User", "Group", "ServiceAccount"}

// rbacGroup is the API group of a User and a Group.
const rbacGroup = "rbac.authorization.k8s.io"

// The fields of a spec whose lists others write, too.
const (
	taintsField        = "taints"
	clientConfigsField = "managedClusterClientConfigs"
)

// Validate finds the mistakes in the spec of a cluster of a kind; an empty kind is not known yet.
func (s *ClusterSpec) Validate(kind placement.ClusterKind) field.ErrorList {
	var errs field.ErrorList
	for _, f := range []struct {
		name  string
		isSet bool
		of    placement.ClusterKind
	}{
		{"hubAcceptsClient", s.HubAcceptsClient != nil, placement.ManagedCluster},
		{"leaseDurationSeconds", s.LeaseDurationSeconds != nil, placement.ManagedCluster},
		{clientConfigsField, len(s.ClientConfigs) > 0, placement.ManagedCluster},
		{"identity", s.Identity != nil, placement.MemberCluster},
		{"heartbeatPeriodSeconds", s.HeartbeatPeriodSeconds != nil, placement.MemberCluster},
	} {
		if f.isSet && kind != "" && kind != f.of {
			errs = append(errs, api.NoField(field.NewPath(f.name), string(kind)))
		}
	}
	if n := s.LeaseDurationSeconds; n != nil && *n < 0 {
		errs = append(errs, field.Invalid(field.NewPath("leaseDurationSeconds"), *n, "must be 0 or greater"))
	}
	if n := s.HeartbeatPeriodSeconds; n != nil && (*n < 1 || *n > 600) {
		errs = append(errs, field.Invalid(field.NewPath("heartbeatPeriodSeconds"), *n, "must be 1 to 600"))
	}
	seen := map[string]bool{}
	for i, c := range s.ClientConfigs {
		path := field.NewPath(clientConfigsField).Index(i).Child("url")
		if c.URL == "" {
			errs = append(errs, field.Required(path, "must be the URL of the API server of the cluster"))
		}
		if seen[c.URL] {
			errs = append(errs, field.Duplicate(path, c.URL))
		}
		seen[c.URL] = true
	}
	return append(errs, s.Identity.validate(field.NewPath("identity"))...)
}

// ValidateOnHub finds what a hub requires of a cluster of a kind, besides the rules of the vocabulary.
func (c *Cluster) ValidateOnHub(kind placement.ClusterKind) field.ErrorList {
	errs := append(c.ClusterSpec.Validate(kind), ValidateTaintKeys(c.Taints)...)
	for i, taint := range c.Taints {
		switch path := field.NewPath(taintsField).Index(i).Child("timeAdded"); {
		case taint.TimeAdded.IsZero():
		case kind == placement.MemberCluster:
			errs = append(errs, api.NoField(path, string(kind)))
		case kind == placement.ManagedCluster:
			errs = append(errs, field.Forbidden(path, "the hub sets the time when the taint is added; remove it"))
		}
	}
	return errs
}

// ValidateTaintKeys finds two taints of one key. The webhook of Open Cluster Management finds the earlier form of a taint by its
// key alone: it accepts both when they are new, and refuses every later change of the cluster.
func ValidateTaintKeys(taints []placement.Taint) (errs field.ErrorList) {
	for i, taint := range taints {
		if slices.ContainsFunc(taints[:i], func(t placement.Taint) bool { return t.Key == taint.Key }) {
			errs = append(errs, &field.Error{
				Type: field.ErrorTypeDuplicate, Field: field.NewPath(taintsField).Index(i).String(), BadValue: taint.Key +
					":" + string(taint.Effect),
				Detail: "an earlier taint has this key. A hub accepts both, and then refuses every change of the cluster; keep one of them",
			})
		}
	}
	return errs
}

// ValidateCreated finds what a hub requires of a cluster of a kind that does not exist yet. Others may have set it in one that
// exists.
func (s *ClusterSpec) ValidateCreated(kind placement.ClusterKind) field.ErrorList {
	if kind != placement.MemberCluster || s.Identity != nil {
		return nil
	}
	return field.ErrorList{field.Required(field.NewPath("identity"), "must be set because the hub requires it in a "+
		"MemberCluster: the identity of the agent, such as { kind = \"ServiceAccount\", name = \"fleet-member-agent\", namespace = "+
		"\"fleet-system\" }")}
}

func (i *MemberIdentity) validate(path *field.Path) (errs field.ErrorList) {
	if i == nil {
		return nil
	}
	if i.Kind == "" {
		errs = append(errs, field.Required(path.Child("kind"), "must be one of "+strings.Join(identityKinds, ", ")))
	}
	if i.Name == "" {
		errs = append(errs, field.Required(path.Child("name"), "must be the name of the user, group or service account"))
	}
	return errs
}

// group is the API group, which follows from the kind if it is not set.
func (i *MemberIdentity) group() string {
	if i.APIGroup == "" && (i.Kind == "User" || i.Kind == "Group") {
		return rbacGroup
	}
	return i.APIGroup
}

// ApplyCluster returns what a cluster sets in its object. What the agent reports is not part of it.
func ApplyCluster(kind *Kind, c *Cluster) (Applied, error) {
	spec := c.ClusterSpec
	spec.ClientConfigs = nil // They are merged.
	if c.Identity != nil {
		identity := *c.Identity
		identity.APIGroup = identity.group()
		spec.Identity = &identity
	}
	applied, err := newApplied(c.Labels, c.Annotations, spec)
	if err != nil {
		return applied, err
	}
	taints, err := newMergedList(taintsField, []string{"key", "effect"}, []string{"timeAdded"}, c.Taints)
	if err != nil {
		return applied, err
	}
	applied.Lists = []MergedList{taints}
	if kind == ManagedCluster {
		applied.Lists[0].Distinct = "key"
		configs, err := newMergedList(clientConfigsField, []string{"url"}, []string{"caBundle"}, c.ClientConfigs)
		if err != nil {
			return applied, err
		}
		applied.Lists = append(applied.Lists, configs)
	}
	return applied, nil
}

// ReadCluster reads a cluster from the JSON of its object.
func ReadCluster(kind *Kind, object []byte) (*Cluster, error) {
	read := apiobject.DecodeManagedCluster
	if kind == MemberCluster {
		read = apiobject.DecodeMemberCluster
	}
	cluster, err := read(decode.Listed, object)
	if err != nil {
		return nil, err
	}
	var o stored[ClusterSpec]
	err = json.Unmarshal(object, &o)
	return &Cluster{cluster, o.Spec}, err
}
