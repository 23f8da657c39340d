// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject

import (
	"cmp"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

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
	return struct {
		decode.Header
		memberClusterObject
	}{decode.Header{APIVersion: api.FleetClusterGroup + "/v1beta1", Kind: api.MemberClusterKind}, o}, err
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
