package manifest

import (
	"encoding/json"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// The API groups of Open Cluster Management, and a label of it.
const (
	OCMGroup       = "cluster.open-cluster-management.io"
	WorkGroup      = "work.open-cluster-management.io"
	AddOnGroup     = "addon.open-cluster-management.io"
	placementLabel = OCMGroup + "/placement"
)

// metadata is the part of ObjectMeta that is read.
type metadata struct {
	Name              string            `json:"name"`
	Namespace         string            `json:"namespace,omitempty"`
	Labels            map[string]string `json:"labels,omitempty"`
	Annotations       map[string]string `json:"annotations,omitempty"`
	DeletionTimestamp *string           `json:"deletionTimestamp,omitempty"`
}

func (r *reader) addManagedCluster(raw []byte) (added, error) {
	cluster, err := managedCluster(r.decode, raw)
	if err != nil {
		return added{name: cluster.Name}, err
	}
	if r.keep != nil {
		cluster.Object = r.keep(raw)
	}
	r.addCluster(cluster)
	if r.validator == nil {
		return added{name: cluster.Name}, nil
	}
	return added{name: cluster.Name, mistakes: r.validator.Cluster(&cluster, managedClusterPaths)}, nil
}

// managedClusterPaths are the paths of a ManagedCluster's fields.
var managedClusterPaths = placement.ClusterPaths{
	Name:   field.NewPath("metadata", "name"),
	Labels: field.NewPath("metadata", "labels"),
	Claims: field.NewPath("status", "clusterClaims"),
	Taints: field.NewPath("spec", "taints"),
}

// managedClusterObject is the part of a ManagedCluster that is read.
type managedClusterObject struct {
	Metadata metadata `json:"metadata"`
	Spec     struct {
		Taints []placement.Taint `json:"taints,omitempty"`
	} `json:"spec,omitzero"`
	Status struct {
		ClusterClaims []clusterClaim      `json:"clusterClaims,omitempty"`
		Allocatable   placement.Resources `json:"allocatable,omitempty"`
		Capacity      placement.Resources `json:"capacity,omitempty"`
		Version       struct {
			Kubernetes string `json:"kubernetes"`
		} `json:"version,omitzero"`
	} `json:"status,omitzero"`
}

type clusterClaim struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func managedCluster(decode objectDecoder, raw []byte) (placement.Cluster, error) {
	var o managedClusterObject
	err := decode(raw, &o)
	cluster := placement.Cluster{
		Kind:              placement.ManagedCluster,
		Name:              o.Metadata.Name,
		Labels:            o.Metadata.Labels,
		Annotations:       o.Metadata.Annotations,
		Taints:            o.Spec.Taints,
		Allocatable:       o.Status.Allocatable,
		Capacity:          o.Status.Capacity,
		KubernetesVersion: o.Status.Version.Kubernetes,
		Deleting:          o.Metadata.DeletionTimestamp != nil,
		Object:            json.RawMessage(raw),
	}
	if len(o.Status.ClusterClaims) > 0 {
		cluster.Claims = make(map[string]string, len(o.Status.ClusterClaims))
		for _, claim := range o.Status.ClusterClaims {
			cluster.Claims[claim.Name] = claim.Value
		}
	}
	return cluster, err
}

func (r *reader) addManagedClusterSet(raw []byte) (added, error) {
	set, err := managedClusterSet(r.decode, raw)
	if err != nil {
		return added{name: set.Name}, err
	}
	r.fleet.Sets = append(r.fleet.Sets, set)
	mistakes := set.Validate(field.NewPath("metadata", "name"), field.NewPath("spec", "clusterSelector"))
	return added{name: set.Name, mistakes: mistakes}, nil
}

func managedClusterSet(decode objectDecoder, raw []byte) (placement.ClusterSet, error) {
	set, err := storedClusterSet(decode, raw)
	if set.SelectorType == "" || set.SelectorType == legacyClusterSetLabel {
		set.SelectorType = placement.ExclusiveClusterSetLabel
	}
	return set, err
}

// storedClusterSet reads a cluster set with nothing that the object does not have.
func storedClusterSet(decode objectDecoder, raw []byte) (placement.ClusterSet, error) {
	var o struct {
		Metadata metadata `json:"metadata"`
		Spec     struct {
			ClusterSelector struct {
				SelectorType  placement.SelectorType `json:"selectorType"`
				LabelSelector *metav1.LabelSelector  `json:"labelSelector"`
			} `json:"clusterSelector"`
		} `json:"spec"`
	}
	err := decode(raw, &o)
	return placement.ClusterSet{
		Name:          o.Metadata.Name,
		SelectorType:  o.Spec.ClusterSelector.SelectorType,
		LabelSelector: o.Spec.ClusterSelector.LabelSelector,
	}, err
}

// legacyClusterSetLabel is the v1beta1 name of ExclusiveClusterSetLabel.
const legacyClusterSetLabel = "LegacyClusterSetLabel"

func (r *reader) addManagedClusterSetBinding(raw []byte) (added, error) {
	binding, err := managedClusterSetBinding(r.decode, raw)
	if err == nil {
		r.fleet.Bindings = append(r.fleet.Bindings, binding)
	}
	return added{namespace: binding.Namespace, name: binding.Name}, err
}

func managedClusterSetBinding(decode objectDecoder, raw []byte) (placement.Binding, error) {
	var o struct {
		Metadata metadata `json:"metadata"`
	}
	err := decode(raw, &o)
	return placement.Binding{Name: o.Metadata.Name, Namespace: o.Metadata.Namespace}, err
}

func (r *reader) addAddOnPlacementScore(raw []byte) (added, error) {
	score, err := addOnPlacementScore(r.decode, raw)
	if err != nil {
		return added{namespace: score.Cluster, name: score.Name}, err
	}
	r.fleet.Scores = append(r.fleet.Scores, score)
	mistakes := score.Validate(field.NewPath("status", "scores"))
	return added{namespace: score.Cluster, name: score.Name, mistakes: mistakes}, nil
}

func addOnPlacementScore(decode objectDecoder, raw []byte) (placement.Score, error) {
	var o struct {
		Metadata metadata `json:"metadata"`
		Status   struct {
			Scores     []placement.ScoreValue `json:"scores"`
			ValidUntil time.Time              `json:"validUntil"`
		} `json:"status"`
	}
	err := decode(raw, &o)
	return placement.Score{
		Cluster: o.Metadata.Namespace, Name: o.Metadata.Name,
		Values: o.Status.Scores, ValidUntil: o.Status.ValidUntil,
	}, err
}

func (r *reader) addPlacementDecision(raw []byte) (added, error) {
	decision, err := placementDecision(r.decode, raw)
	if err == nil {
		r.fleet.Decisions = append(r.fleet.Decisions, decision)
	}
	return added{namespace: decision.Namespace, name: decision.Name}, err
}

// decided is a cluster in a PlacementDecision.
type decided struct {
	ClusterName string `json:"clusterName"`
}

func placementDecision(decode objectDecoder, raw []byte) (placement.PlacementDecision, error) {
	var o struct {
		Metadata metadata `json:"metadata"`
		// Spec is what v1alpha1 calls the status.
		Spec struct {
			Decisions []decided `json:"decisions"`
		} `json:"spec"`
		Status struct {
			Decisions []decided `json:"decisions"`
		} `json:"status"`
	}
	err := decode(raw, &o)
	decision := placement.PlacementDecision{
		Name:      o.Metadata.Name,
		Namespace: o.Metadata.Namespace,
		Placement: o.Metadata.Labels[placementLabel],
		GroupName: o.Metadata.Labels[OCMGroup+"/decision-group-name"],
	}
	// The label is informational; a hub writes a number.
	decision.GroupIndex, _ = strconv.Atoi(o.Metadata.Labels[OCMGroup+"/decision-group-index"])
	for _, d := range append(o.Status.Decisions, o.Spec.Decisions...) {
		decision.Clusters = append(decision.Clusters, d.ClusterName)
	}
	return decision, err
}

// Objects are the objects of Open Cluster Management by kind, as JSON, in the form in which an API server lists them:
// without apiVersion and kind.
type Objects struct {
	ManagedClusters           []json.RawMessage
	ManagedClusterSets        []json.RawMessage
	ManagedClusterSetBindings []json.RawMessage
	AddOnPlacementScores      []json.RawMessage
	PlacementDecisions        []json.RawMessage
}

// ReadObjects converts objects to an inventory. It does not validate them, because the API server has.
func ReadObjects(o Objects) (inv placement.Inventory, err error) {
	if inv.Clusters, err = readAll(o.ManagedClusters, managedCluster); err != nil {
		return inv, err
	}
	if inv.Sets, err = readAll(o.ManagedClusterSets, managedClusterSet); err != nil {
		return inv, err
	}
	if inv.Bindings, err = readAll(o.ManagedClusterSetBindings, managedClusterSetBinding); err != nil {
		return inv, err
	}
	if inv.Scores, err = readAll(o.AddOnPlacementScores, addOnPlacementScore); err != nil {
		return inv, err
	}
	inv.Decisions, err = readAll(o.PlacementDecisions, placementDecision)
	return inv, err
}

func readAll[T any](list []json.RawMessage, read func(objectDecoder, []byte) (T, error)) ([]T, error) {
	objects := make([]T, len(list))
	for i, raw := range list {
		object, err := read(decodeListed, raw)
		if err != nil {
			return nil, err
		}
		objects[i] = object
	}
	return objects, nil
}
