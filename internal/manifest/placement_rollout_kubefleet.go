package manifest

import (
	"cmp"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// fleetStrategy is spec.strategy of a placement of KubeFleet.
type fleetStrategy struct {
	Type               string                      `json:"type,omitempty"`
	RollingUpdate      *rollingupdate.Config       `json:"rollingUpdate,omitempty"`
	ApplyStrategy      *rollout.ApplyStrategy      `json:"applyStrategy,omitempty"`
	DeleteStrategy     *rollout.DeleteStrategy     `json:"deleteStrategy,omitempty"`
	ReportBackStrategy *rollout.ReportBackStrategy `json:"reportBackStrategy,omitempty"`
}

// read returns the strategy without its stages, which are in another object. The type has the API server's default.
func (s *fleetStrategy) read() (*rollout.Strategy, error) {
	if s == nil {
		return nil, nil
	}
	of := cmp.Or(s.Type, rollout.TypeRollingUpdate)
	if !slices.Contains(rollout.KubeFleetTypes, of) {
		return nil, excerpt.NotSupported(field.NewPath("spec", "strategy", "type"), of, rollout.KubeFleetTypes)
	}
	return &rollout.Strategy{
		OCMStrategy: ocm.Strategy{Type: of}, RollingUpdate: s.RollingUpdate, ApplyStrategy: s.ApplyStrategy,
		DeleteStrategy: s.DeleteStrategy, ReportBackStrategy: s.ReportBackStrategy,
	}, nil
}

// fleetStrategyOf is the strategy without its stages.
func fleetStrategyOf(s *rollout.Strategy) *fleetStrategy {
	if s == nil {
		return nil
	}
	return &fleetStrategy{s.Type, s.RollingUpdate, s.ApplyStrategy, s.DeleteStrategy, s.ReportBackStrategy}
}

// addStages adds the stages of a StagedUpdateStrategy or ClusterStagedUpdateStrategy. It does not refer to a placement: the
// update run names both.
func (r *rolloutReader) addStages(o *object, of metadata) error {
	var fields struct {
		Spec staged.Strategy `json:"spec"`
		objectFields
	}
	if err := decode(o.json, &fields, onlyKnown); err != nil {
		return err
	}
	switch found := cmp.Or(r.Strategy, &rollout.Strategy{OCMStrategy: ocm.Strategy{Type: rollout.TypeRollingUpdate}}).Type; {
	case found != rollout.TypeExternal:
		return fmt.Errorf("a %s applies only to a placement with spec.strategy.type %q, and the type is %q; change the type, or "+
			"remove the object",
			o.Kind, rollout.TypeExternal, found)
	case of.Namespace != r.Namespace && o.Kind == namespaceStagesKind:
		return field.Invalid(field.NewPath("metadata", "namespace"), of.Namespace,
			"the namespace of the placement is "+excerpt.Quote(r.Namespace))
	case of.Namespace != "" && o.Kind == clusterStagesKind:
		return field.Invalid(field.NewPath("metadata", "namespace"), of.Namespace, "a "+clusterStagesKind+" has no namespace")
	case r.from != "":
		return fmt.Errorf("the placement already has the stages of %s; remove one of the objects", excerpt.Text(r.from))
	case len(fields.Spec.Stages) == 0:
		return field.Required(field.NewPath("spec", "stages"), "the object must have stages")
	}
	r.Strategy.Stages = fields.Spec.Stages
	r.take(o, of)
	return nil
}

// stagesObject is the object of KubeFleet that has the stages of a placement.
func stagesObject(p *Placement) placementObject {
	return placementObject{
		header:   header{FleetPlacementGroup + "/v1beta1", p.RolloutOf.Kind},
		Metadata: metadata{Name: p.RolloutOf.Name, Namespace: p.Namespace},
		Spec:     staged.Strategy{Stages: p.Strategy.Stages},
	}
}
