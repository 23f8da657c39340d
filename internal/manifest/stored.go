package manifest

import (
	"github.com/go-json-experiment/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ReadStoredCluster reads a cluster of a kind from the JSON of its object on an API server.
func ReadStoredCluster(kind placement.ClusterKind, object []byte) (placement.Cluster, error) {
	if kind == placement.MemberCluster {
		return memberCluster(decodeListed, object)
	}
	return managedCluster(decodeListed, object)
}

// ReadStoredClusterSet reads a cluster set from the JSON of its object on an API server, with nothing that the object does not
// have.
func ReadStoredClusterSet(object []byte) (placement.ClusterSet, error) {
	return storedClusterSet(decodeListed, object)
}

// ReadStoredBinding reads the binding of a cluster set from the JSON of its object on an API server.
func ReadStoredBinding(object []byte) (placement.Binding, error) {
	return managedClusterSetBinding(decodeListed, object)
}

// ReadStoredScore reads the scores of a cluster from the JSON of their object on an API server.
func ReadStoredScore(object []byte) (placement.Score, error) {
	return addOnPlacementScore(decodeListed, object)
}

// Fields is a struct as the fields of an object. Numbers are float64.
func Fields(object any) (map[string]any, error) {
	raw, err := json.Marshal(object, writing)
	if err != nil {
		return nil, err
	}
	var fields map[string]any
	err = json.Unmarshal(raw, &fields)
	return fields, err
}
