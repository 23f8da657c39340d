package manifest

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// The API groups of KubeFleet, and versions in them.
const (
	FleetClusterGroup   = "cluster.kubernetes-fleet.io"
	FleetPlacementGroup = "placement.kubernetes-fleet.io"
	// memberClusterV1 is the version that kubectl reads by default. Its schema has the conditions of a MemberCluster but not
	// status.namespaces. No other version of the kinds that are read lacks a field that affects scheduling.
	memberClusterV1 = FleetClusterGroup + "/v1"
	// parentLabel has the name of the placement that a binding belongs to, without its namespace.
	parentLabel = "kubernetes-fleet.io/parent-CRP"
	// versionProperty is the property with the Kubernetes version of a cluster.
	versionProperty = "k8s.io/k8s-version"
)

func (r *reader) addMemberCluster(raw []byte) (added, error) {
	cluster, err := memberCluster(r.decode, raw)
	if err != nil {
		return added{name: cluster.Name}, err
	}
	cluster.NamespacesLost = r.header.APIVersion == memberClusterV1 && cluster.NamespacesCollected && cluster.Namespaces == nil
	r.addCluster(cluster)
	if r.validator == nil {
		return added{name: cluster.Name}, nil
	}
	return added{name: cluster.Name, mistakes: r.validator.MemberCluster(&cluster, memberClusterPaths)}, nil
}

// memberClusterPaths are the paths of a MemberCluster's fields.
var memberClusterPaths = placement.ClusterPaths{
	Name:   field.NewPath("metadata", "name"),
	Labels: field.NewPath("metadata", "labels"),
	Taints: field.NewPath("spec", "taints"),
}

// agentStatus is an entry of a MemberCluster's status.agentStatus.
type agentStatus struct {
	Type                  string            `json:"type"`
	Conditions            []statusCondition `json:"conditions,omitempty"`
	LastReceivedHeartbeat time.Time         `json:"lastReceivedHeartbeat,omitzero"`
}

type statusCondition struct {
	Type               string    `json:"type"`
	Status             string    `json:"status"`
	LastTransitionTime time.Time `json:"lastTransitionTime,omitzero"`
}

// The entry of the agentStatus and the conditions that affect scheduling.
const (
	memberAgentType     = "MemberAgent"
	joined              = "Joined"
	healthy             = "Healthy"
	namespacesCollected = "NamespaceCollectionSucceeded"
)

// memberClusterObject is the part of a MemberCluster that is read.
type memberClusterObject struct {
	Metadata metadata `json:"metadata"`
	Spec     struct {
		Taints []placement.Taint `json:"taints,omitempty"`
	} `json:"spec,omitzero"`
	Status struct {
		Conditions    []statusCondition        `json:"conditions,omitempty"`
		Properties    map[string]propertyValue `json:"properties,omitempty"`
		ResourceUsage struct {
			Capacity    placement.Resources `json:"capacity,omitempty"`
			Allocatable placement.Resources `json:"allocatable,omitempty"`
			Available   placement.Resources `json:"available,omitempty"`
		} `json:"resourceUsage,omitzero"`
		AgentStatus []agentStatus     `json:"agentStatus,omitempty"`
		Namespaces  map[string]string `json:"namespaces,omitzero"`
	} `json:"status,omitzero"`
}

type propertyValue struct {
	Value string `json:"value"`
}

func memberCluster(decode objectDecoder, raw []byte) (placement.Cluster, error) {
	var o memberClusterObject
	err := decode(raw, &o)
	cluster := placement.Cluster{
		Kind:        placement.MemberCluster,
		Name:        o.Metadata.Name,
		Labels:      o.Metadata.Labels,
		Annotations: o.Metadata.Annotations,
		Taints:      o.Spec.Taints,
		Capacity:    o.Status.ResourceUsage.Capacity,
		Allocatable: o.Status.ResourceUsage.Allocatable,
		Available:   o.Status.ResourceUsage.Available,
		Agent:       memberAgent(o.Status.AgentStatus),
		NamespacesCollected: slices.ContainsFunc(o.Status.Conditions, func(c statusCondition) bool {
			return c.Type == namespacesCollected
		}),
		KubernetesVersion: o.Status.Properties[versionProperty].Value,
		Deleting:          o.Metadata.DeletionTimestamp != nil,
	}
	if len(o.Status.Properties) > 0 {
		cluster.Properties = make(map[string]string, len(o.Status.Properties))
		for name, property := range o.Status.Properties {
			cluster.Properties[name] = property.Value
		}
	}
	if o.Status.Namespaces != nil {
		cluster.Namespaces = slices.AppendSeq([]string{}, maps.Keys(o.Status.Namespaces))
		slices.Sort(cluster.Namespaces)
	}
	return cluster, err
}

// memberAgent returns what the member agent reports: the first entry of its type applies.
func memberAgent(list []agentStatus) *placement.MemberAgent {
	at := slices.IndexFunc(list, func(s agentStatus) bool { return s.Type == memberAgentType })
	if at < 0 {
		return &placement.MemberAgent{}
	}
	agent := &placement.MemberAgent{Online: true, LastHeartbeat: list[at].LastReceivedHeartbeat}
	for _, c := range list[at].Conditions {
		condition := placement.AgentCondition{Status: c.Status, LastTransition: c.LastTransitionTime}
		switch c.Type {
		case joined:
			agent.Joined = condition
		case healthy:
			agent.Healthy = condition
		}
	}
	return agent
}

func (r *reader) addResourceBinding(raw []byte) (added, error) {
	binding, err := resourceBinding(r.decode, raw)
	if err == nil {
		r.fleet.ResourceBindings = append(r.fleet.ResourceBindings, binding)
	}
	return added{namespace: binding.Namespace, name: binding.Name}, err
}

// resourceBinding reads a ClusterResourceBinding, or a ResourceBinding, which has a namespace.
func resourceBinding(decode objectDecoder, raw []byte) (placement.ResourceBinding, error) {
	var o struct {
		Metadata struct {
			metadata
			Finalizers []string `json:"finalizers"`
		} `json:"metadata"`
		Spec placement.ResourceBinding `json:"spec"`
	}
	err := decode(raw, &o)
	binding := o.Spec
	binding.Name, binding.Namespace = o.Metadata.Name, o.Metadata.Namespace
	binding.Placement = o.Metadata.Labels[parentLabel]
	binding.Annotations, binding.Finalizers = o.Metadata.Annotations, o.Metadata.Finalizers
	binding.Deleting = o.Metadata.DeletionTimestamp != nil
	return binding, err
}

func (r *reader) addKubeFleetPlacement(raw []byte) (added, error) {
	placement, err := ReadKubeFleetPlacement(raw)
	if err == nil {
		r.fleet.KubeFleetPlacements = append(r.fleet.KubeFleetPlacements, placement)
	}
	return added{namespace: placement.Namespace, name: placement.Name}, err
}

// KubeFleetObjects are the objects of KubeFleet by kind, as JSON, in the form in which an API server lists them.
type KubeFleetObjects struct {
	MemberClusters []json.RawMessage
	// ResourceBindings are ClusterResourceBindings and ResourceBindings.
	ResourceBindings []json.RawMessage
}

// ReadKubeFleetObjects converts objects to an inventory. It does not validate them, because the API server has.
func ReadKubeFleetObjects(o KubeFleetObjects) (inv placement.Inventory, err error) {
	if inv.Clusters, err = readAll(o.MemberClusters, memberCluster); err != nil {
		return inv, err
	}
	inv.ResourceBindings, err = readAll(o.ResourceBindings, resourceBinding)
	return inv, err
}
