// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// clusterWriters has the function that builds the object of a cluster, by dialect.
var clusterWriters = map[placement.Dialect]func(*placement.Validator, *placement.Cluster) (any, error){
	placement.DialectOCM:       managedClusterOf,
	placement.DialectKubeFleet: memberClusterOf,
}

// WriteClusters writes the clusters as YAML, one document each: ManagedClusters for the dialect "ocm", MemberClusters for
// "kubefleet". ReadFleet returns the same clusters, with these exceptions: Kind is always set, and Object is ignored. In a
// MemberCluster Namespaces are sorted, KubernetesVersion becomes the property k8s.io/k8s-version, and a nil Agent becomes
// one that is joined and healthy with a last heartbeat at the end of the year 9999, so that the cluster is always eligible.
//
// An object has only the fields that affect scheduling. It does not have the identity that a hub of KubeFleet requires in a
// MemberCluster, nor the reasons and times of its status. A field that the kind does not have, or a value that it does not
// allow, is an error that names the cluster and the field and wraps a *field.Error. So is a cluster that is being deleted,
// because its deletion timestamp is not known.
func WriteClusters(clusters []placement.Cluster, dialect string) (string, error) {
	objectOf, ok := clusterWriters[placement.Dialect(dialect)]
	if !ok {
		return "", excerpt.NotSupported(field.NewPath("scheduler"), placement.Dialect(dialect),
			slices.Sorted(maps.Keys(clusterWriters)))
	}
	var validator placement.Validator
	seen := make(map[string]bool, len(clusters))
	texts := make([]string, len(clusters))
	for i := range clusters {
		c := &clusters[i]
		object, err := objectOf(&validator, c)
		if err == nil && seen[c.Name] {
			err = field.Duplicate(field.NewPath("name"), c.Name)
		}
		if err != nil {
			return "", fmt.Errorf("cluster %s, %w", excerpt.Quote(c.Name), err)
		}
		seen[c.Name] = true
		if texts[i], err = document.WriteYAML(object); err != nil {
			return "", fmt.Errorf("cluster %s: %w", excerpt.Quote(c.Name), err)
		}
	}
	return strings.Join(texts, "---\n"), nil
}

// clusterPaths are the paths of the fields of a Cluster.
var clusterPaths = placement.ClusterPaths{
	Name: field.NewPath("name"), Labels: field.NewPath("labels"), Claims: field.NewPath("claims"),
	Taints: field.NewPath("taints"),
}

// unsupportedFields lists fields of a cluster that a kind does not have, each with whether it is set.
type unsupportedFields []struct {
	field string
	set   bool
}

// check returns the first error: a value that the kind does not allow, or a field that it does not have.
func (u unsupportedFields) check(c *placement.Cluster, kind string, refused field.ErrorList) error {
	if c.Kind != "" && string(c.Kind) != kind {
		return field.Invalid(field.NewPath("kind"), c.Kind, "cannot be encoded as a "+kind)
	}
	if c.Deleting {
		return field.Invalid(field.NewPath("deleting"), true,
			"a deletion timestamp is not known, so a cluster that is being deleted cannot be encoded")
	}
	for _, f := range u {
		if f.set {
			return api.NoField(field.NewPath(f.field), kind)
		}
	}
	return decode.FirstOf(refused)
}

func managedClusterOf(validator *placement.Validator, c *placement.Cluster) (any, error) {
	err := unsupportedFields{
		{"available", len(c.Available) > 0},
		{"properties", len(c.Properties) > 0},
		{"agent", c.Agent != nil},
		{"namespacesCollected", c.NamespacesCollected},
		{"namespaces", c.Namespaces != nil},
	}.check(c, api.ManagedClusterKind, validator.Cluster(c, clusterPaths))
	var o managedClusterObject
	o.Header = decode.Header{APIVersion: api.OCMGroup + "/v1", Kind: api.ManagedClusterKind}
	o.Metadata = api.Metadata{Name: c.Name, Labels: c.Labels, Annotations: c.Annotations}
	o.Spec.Taints = c.Taints
	for _, name := range slices.Sorted(maps.Keys(c.Claims)) {
		o.Status.ClusterClaims = append(o.Status.ClusterClaims, clusterClaim{Name: name, Value: c.Claims[name]})
	}
	o.Status.Allocatable, o.Status.Capacity = c.Allocatable, c.Capacity
	o.Status.Version.Kubernetes = c.KubernetesVersion
	return o, err
}

func memberClusterOf(validator *placement.Validator, c *placement.Cluster) (any, error) {
	err := unsupportedFields{
		{"claims", len(c.Claims) > 0},
	}.check(c, api.MemberClusterKind, validator.MemberCluster(c, clusterPaths))
	for i := range c.Taints {
		if err == nil && !c.Taints[i].TimeAdded.IsZero() {
			err = api.NoField(clusterPaths.Taints.Index(i).Child("timeAdded"), api.MemberClusterKind)
		}
	}
	var o memberClusterObject
	o.Header = decode.Header{APIVersion: api.FleetClusterGroup + "/v1beta1", Kind: api.MemberClusterKind}
	o.Metadata = api.Metadata{Name: c.Name, Labels: c.Labels, Annotations: c.Annotations}
	o.Spec.Taints = c.Taints
	o.Status.ResourceUsage.Capacity = c.Capacity
	o.Status.ResourceUsage.Allocatable = c.Allocatable
	o.Status.ResourceUsage.Available = c.Available
	if c.NamespacesCollected {
		o.Status.Conditions = []statusCondition{{Type: namespacesCollected, Status: "True"}}
	}
	if c.Namespaces != nil {
		o.Status.Namespaces = make(map[string]string, len(c.Namespaces))
		for _, name := range c.Namespaces {
			o.Status.Namespaces[name] = ""
		}
	}
	if o.Status.Properties, err = propertiesOf(c), cmp.Or(err, versionMistake(c)); err == nil {
		o.Status.AgentStatus, err = agentStatusOf(c.Agent)
	}
	return o, err
}

// propertiesOf returns the properties, which include the version of Kubernetes.
func propertiesOf(c *placement.Cluster) map[string]propertyValue {
	properties := make(map[string]propertyValue, len(c.Properties)+1)
	for name, value := range c.Properties {
		properties[name] = propertyValue{Value: value}
	}
	if c.KubernetesVersion != "" {
		properties[versionProperty] = propertyValue{Value: c.KubernetesVersion}
	}
	return properties
}

// versionMistake is the error of a Kubernetes version that differs from the property.
func versionMistake(c *placement.Cluster) error {
	property, ok := c.Properties[versionProperty]
	if ok && c.KubernetesVersion != "" && property != c.KubernetesVersion {
		return field.Invalid(field.NewPath("kubernetesVersion"), c.KubernetesVersion,
			"differs from the property "+versionProperty+", which is "+property)
	}
	return nil
}

// always is the last heartbeat of an agent that is healthy at any time.
var always = time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC)

// agentStatusOf returns the entry of the member agent, or no entry for an agent that has never reported.
func agentStatusOf(agent *placement.MemberAgent) ([]agentStatus, error) {
	if agent == nil {
		yes := placement.AgentCondition{Status: "True"}
		agent = &placement.MemberAgent{Online: true, LastHeartbeat: always, Joined: yes, Healthy: yes}
	}
	entry := agentStatus{Type: memberAgentType, LastReceivedHeartbeat: agent.LastHeartbeat}
	for _, c := range []statusCondition{
		{Type: joined, Status: agent.Joined.Status, LastTransitionTime: agent.Joined.LastTransition},
		{Type: healthy, Status: agent.Healthy.Status, LastTransitionTime: agent.Healthy.LastTransition},
	} {
		switch {
		case c.Status != "":
			entry.Conditions = append(entry.Conditions, c)
		case !c.LastTransitionTime.IsZero():
			return nil, field.Required(field.NewPath("agent", strings.ToLower(c.Type), "status"), "must be set because "+
				"last_transition is set")
		}
	}
	switch {
	case agent.Online:
		return []agentStatus{entry}, nil
	case len(entry.Conditions) > 0 || !agent.LastHeartbeat.IsZero():
		return nil, field.Invalid(field.NewPath("agent", "online"), false, "must be true if a condition or a heartbeat is set")
	}
	return nil, nil
}
