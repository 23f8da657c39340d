package manifest

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ApplyClusterSet returns what a cluster set sets in its ManagedClusterSet.
func ApplyClusterSet(s *placement.ClusterSet) (Applied, error) {
	type selector struct {
		SelectorType  placement.SelectorType `json:"selectorType,omitempty"`
		LabelSelector *metav1.LabelSelector  `json:"labelSelector,omitempty"`
	}
	var spec struct {
		ClusterSelector selector `json:"clusterSelector,omitzero"`
	}
	spec.ClusterSelector = selector{s.SelectorType, s.LabelSelector}
	return newApplied(nil, nil, spec)
}

// ReadClusterSet reads a cluster set from the JSON of its object, with nothing that the object does not have.
func ReadClusterSet(object []byte) (placement.ClusterSet, error) {
	return storedClusterSet(decodeListed, object)
}

// ApplyClusterSetBinding returns what the binding of a cluster set sets in its ManagedClusterSetBinding.
func ApplyClusterSetBinding(b *placement.Binding) (Applied, error) {
	return newApplied(nil, nil, struct {
		ClusterSet string `json:"clusterSet"`
	}{b.Name})
}

// ReadClusterSetBinding reads a binding from the JSON of its object, and the cluster set that its spec names. A hub uses the name of
// the binding.
func ReadClusterSetBinding(object []byte) (binding placement.Binding, clusterSet string, err error) {
	var o struct {
		Spec struct {
			ClusterSet string `json:"clusterSet"`
		} `json:"spec"`
	}
	if err := decodeListed(object, &o); err != nil {
		return binding, "", err
	}
	binding, err = managedClusterSetBinding(decodeListed, object)
	return binding, o.Spec.ClusterSet, err
}

// ApplyScore returns what the scores of a cluster set in their AddOnPlacementScore. They are its status.
func ApplyScore(s *placement.Score) (Applied, error) {
	applied, err := newApplied(nil, nil, nil)
	if err != nil {
		return applied, err
	}
	applied.Status, err = fieldsIn(struct {
		Scores     []placement.ScoreValue `json:"scores"`
		ValidUntil *time.Time             `json:"validUntil,omitempty"`
	}{s.Values, timeOrNil(s.ValidUntil)})
	return applied, err
}

// timeOrNil is nil for the zero time.
func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// ReadScore reads scores from the JSON of their object.
func ReadScore(object []byte) (placement.Score, error) {
	return addOnPlacementScore(decodeListed, object)
}
