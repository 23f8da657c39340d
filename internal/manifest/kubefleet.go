package manifest

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

const (
	fleetClusterGroup   = "cluster.kubernetes-fleet.io"
	fleetPlacementGroup = "placement.kubernetes-fleet.io"
	// parentLabel names the placement that a binding belongs to, also in a namespace.
	parentLabel = "kubernetes-fleet.io/parent-CRP"
	// versionProperty is where KubeFleet reports the Kubernetes version of a cluster.
	versionProperty = "k8s.io/k8s-version"
)

func (r *reader) addMemberCluster(raw []byte) (added, error) {
	cluster, err := memberCluster(raw)
	if err != nil {
		return added{name: cluster.Name}, err
	}
	r.fleet.Clusters = append(r.fleet.Clusters, cluster)
	return added{name: cluster.Name, mistakes: r.validator.MemberCluster(&cluster, memberClusterPaths)}, nil
}

// memberClusterPaths are where a MemberCluster has the fields of a Cluster.
var memberClusterPaths = placement.ClusterPaths{
	Name:   field.NewPath("metadata", "name"),
	Labels: field.NewPath("metadata", "labels"),
	Taints: field.NewPath("spec", "taints"),
}

// agentStatus is an entry of a MemberCluster's status.agentStatus.
type agentStatus struct {
	Type                  string            `json:"type"`
	Conditions            []statusCondition `json:"conditions"`
	LastReceivedHeartbeat time.Time         `json:"lastReceivedHeartbeat"`
}

type statusCondition struct {
	Type               string    `json:"type"`
	Status             string    `json:"status"`
	LastTransitionTime time.Time `json:"lastTransitionTime"`
}

func memberCluster(raw []byte) (placement.Cluster, error) {
	var o struct {
		Metadata metadata `json:"metadata"`
		Spec     struct {
			Taints []placement.Taint `json:"taints"`
		} `json:"spec"`
		Status struct {
			Conditions []statusCondition `json:"conditions"`
			Properties map[string]struct {
				Value string `json:"value"`
			} `json:"properties"`
			ResourceUsage struct {
				Capacity    placement.Resources `json:"capacity"`
				Allocatable placement.Resources `json:"allocatable"`
				Available   placement.Resources `json:"available"`
			} `json:"resourceUsage"`
			AgentStatus []agentStatus     `json:"agentStatus"`
			Namespaces  map[string]string `json:"namespaces"`
		} `json:"status"`
	}
	err := decode(raw, &o)
	cluster := placement.Cluster{
		Name:        o.Metadata.Name,
		Labels:      o.Metadata.Labels,
		Annotations: o.Metadata.Annotations,
		Taints:      o.Spec.Taints,
		Capacity:    o.Status.ResourceUsage.Capacity,
		Allocatable: o.Status.ResourceUsage.Allocatable,
		Available:   o.Status.ResourceUsage.Available,
		Agent:       memberAgent(o.Status.AgentStatus),
		NamespacesCollected: slices.ContainsFunc(o.Status.Conditions, func(c statusCondition) bool {
			return c.Type == "NamespaceCollectionSucceeded"
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

// memberAgent is what the member agent reports: the first entry of its type counts.
func memberAgent(list []agentStatus) *placement.MemberAgent {
	at := slices.IndexFunc(list, func(s agentStatus) bool { return s.Type == "MemberAgent" })
	if at < 0 {
		return &placement.MemberAgent{}
	}
	agent := &placement.MemberAgent{Online: true, LastHeartbeat: list[at].LastReceivedHeartbeat}
	for _, c := range list[at].Conditions {
		condition := placement.AgentCondition{Status: c.Status, LastTransition: c.LastTransitionTime}
		switch c.Type {
		case "Joined":
			agent.Joined = condition
		case "Healthy":
			agent.Healthy = condition
		}
	}
	return agent
}

func (r *reader) addResourceBinding(raw []byte) (added, error) {
	binding, err := resourceBinding(raw)
	if err == nil {
		r.fleet.ResourceBindings = append(r.fleet.ResourceBindings, binding)
	}
	return added{namespace: binding.Namespace, name: binding.Name}, err
}

// resourceBinding reads a ClusterResourceBinding, or a ResourceBinding, which has a namespace.
func resourceBinding(raw []byte) (placement.ResourceBinding, error) {
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

// KubeFleetObjects are the objects of KubeFleet by kind, JSON, as an API server lists them.
type KubeFleetObjects struct {
	MemberClusters []json.RawMessage
	// ResourceBindings are ClusterResourceBindings and ResourceBindings.
	ResourceBindings []json.RawMessage
}

// ReadKubeFleetObjects turns objects into an inventory. It does not validate them: they come from a server that has.
func ReadKubeFleetObjects(o KubeFleetObjects) (inv placement.Inventory, err error) {
	if inv.Clusters, err = readAll(o.MemberClusters, memberCluster); err != nil {
		return inv, err
	}
	inv.ResourceBindings, err = readAll(o.ResourceBindings, resourceBinding)
	return inv, err
}

// ReadKubeFleetPlacement reads one ClusterResourcePlacement or ResourcePlacement of KubeFleet, JSON, as it is: without
// the API server's defaults, which kubefleet.Placement.SetDefaults fills in. An absent policy is PickAll. The field
// metricSorter of older documents is read as propertySorter.
func ReadKubeFleetPlacement(raw []byte) (kubefleet.Placement, error) {
	var o struct {
		Metadata metadata `json:"metadata"`
		Spec     struct {
			Policy *kubefleet.Placement `json:"policy"`
		} `json:"spec"`
	}
	if err := decode(raw, &o); err != nil {
		return kubefleet.Placement{}, err
	}
	req := kubefleet.Placement{PlacementType: kubefleet.PickAll}
	if o.Spec.Policy != nil {
		req = *o.Spec.Policy
	}
	req.Name, req.Namespace = o.Metadata.Name, o.Metadata.Namespace
	if o.Metadata.DeletionTimestamp != nil {
		req.Unscheduled = beingDeleted
	}
	return req, readMetricSorters(raw, &req)
}

// readMetricSorters takes over the sorters that have their older name.
func readMetricSorters(raw []byte, req *kubefleet.Placement) error {
	type term struct {
		MetricSorter *kubefleet.PropertySorter `json:"metricSorter"`
	}
	// The same shape as the request, so that what is absent or null there is so here.
	var o struct {
		Spec struct {
			Policy *struct {
				Affinity *struct {
					ClusterAffinity *struct {
						Required *struct {
							ClusterSelectorTerms []term `json:"clusterSelectorTerms"`
						} `json:"requiredDuringSchedulingIgnoredDuringExecution"`
						Preferred []struct {
							Preference term `json:"preference"`
						} `json:"preferredDuringSchedulingIgnoredDuringExecution"`
					} `json:"clusterAffinity"`
				} `json:"affinity"`
			} `json:"policy"`
		} `json:"spec"`
	}
	if err := decode(raw, &o); err != nil {
		return err
	}
	if req.Affinity == nil || req.Affinity.ClusterAffinity == nil {
		return nil
	}
	take := func(older term, into *kubefleet.ClusterSelectorTerm) {
		if older.MetricSorter != nil && into.PropertySorter == nil {
			into.PropertySorter = older.MetricSorter
		}
	}
	affinity := o.Spec.Policy.Affinity.ClusterAffinity
	if affinity.Required != nil {
		for i, t := range affinity.Required.ClusterSelectorTerms {
			take(t, &req.Affinity.ClusterAffinity.Required.ClusterSelectorTerms[i])
		}
	}
	for i, t := range affinity.Preferred {
		take(t.Preference, &req.Affinity.ClusterAffinity.Preferred[i].Preference)
	}
	return nil
}
