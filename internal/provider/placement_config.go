package provider

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// dialects are the attributes of which a placement has exactly one.
var dialects = []string{dialectOCM, dialectKubeFleet, dialectHybrid}

const (
	dialectOCM       = "ocm"
	dialectKubeFleet = "kubefleet"
	dialectHybrid    = "hybrid"
)

// placementConfig is the configuration of a placement.
type placementConfig struct {
	Name               string                        `json:"name,omitempty"`
	Namespace          string                        `json:"namespace,omitempty"`
	Manifests          []string                      `json:"manifests,omitempty"`
	Clusters           []placement.Cluster           `json:"clusters,omitempty"`
	Kind               placement.ClusterKind         `json:"kind,omitempty"`
	ClusterSets        []placement.ClusterSet        `json:"clusterSets,omitempty"`
	Bindings           []placement.Binding           `json:"clusterSetBindings,omitempty"`
	Scores             []placement.Score             `json:"scores,omitempty"`
	Targets            []placement.Target            `json:"targets,omitempty"`
	PlacementDecisions []placement.PlacementDecision `json:"placementDecisions,omitempty"`
	PreviousDecisions  []previousDecision            `json:"previousDecisions,omitempty"`
	Now                time.Time                     `json:"now,omitempty"`
	OnUnsatisfied      string                        `json:"onUnsatisfied,omitempty"`
	OCM                *ocm.Spec                     `json:"ocm,omitempty"`
	KubeFleet          *kubefleet.Spec               `json:"kubefleet,omitempty"`
	Hybrid             *hybrid.Spec                  `json:"hybrid,omitempty"`
	DecisionStrategy   placement.DecisionStrategy    `json:"decisionStrategy,omitempty"`
	// maxCELCost bounds the CEL expressions of a decision that cannot be interrupted; 0 is no bound.
	maxCELCost uint64
	// limit is that of the resource.
	limit moveLimit
	// remembers says that the previous decisions are the last ones there are: what the manifests have of the placement itself
	// is older.
	remembers bool
	// previousPolicy is the policy of the last decision of a KubeFleet placement, if it is known.
	previousPolicy *kubefleet.Spec
}

// previousDecision is what counts of an earlier decision.
type previousDecision struct {
	ClusterName string           `json:"clusterName"`
	Score       float64          `json:"score,omitempty"`
	Reason      string           `json:"reason,omitempty"`
	Binding     *previousBinding `json:"binding,omitempty"`
}

// defaultName is the name of a placement that was given none. It shows in the names of PlacementDecisions.
const defaultName = "placement"

// What on_unsatisfied may be.
const (
	unsatisfiedError  = "error"
	unsatisfiedWarn   = "warn"
	unsatisfiedAccept = "accept"
)

// readPlacementConfig reads the configuration, with the wide attributes that come beside it but for those that are not
// needed.
func readPlacementConfig(ctx context.Context, raw tftypes.Value, unneeded ...string) (placementConfig, *tfvalue.Reader, error) {
	var config placementConfig
	reader, err := readConfig(ctx, raw, unneeded, &config, &config.limit)
	if err == nil {
		config.setDefaults()
	}
	return config, reader, err
}

// setDefaults fills in what a short configuration leaves out.
func (c *placementConfig) setDefaults() {
	if c.Name == "" {
		c.Name = defaultName
	}
	for i := range c.Clusters {
		// A cluster of a few lines of HCL need not repeat itself: what it can allocate is what it has.
		cluster := &c.Clusters[i]
		if cluster.Capacity == nil {
			cluster.Capacity = cluster.Allocatable
		}
		cluster.NamespacesCollected = cluster.Namespaces != nil
	}
}

// knowsItsDecisions reports whether the earlier decisions are given: what the manifests have of the placement itself does
// not count then.
func (c *placementConfig) knowsItsDecisions() bool {
	return c.remembers || len(c.PreviousDecisions) > 0
}

// is reports whether an object of the manifests is, or belongs to, the placement of this name.
func (c *placementConfig) is(namespace, name string) bool {
	return c.Name == name && c.Namespace == namespace
}

// dialect is the attribute of the dialect that is configured.
func (c *placementConfig) dialect() string {
	switch {
	case c.KubeFleet != nil:
		return dialectKubeFleet
	case c.Hybrid != nil:
		return dialectHybrid
	}
	return dialectOCM
}
