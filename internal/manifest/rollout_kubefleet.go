// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"cmp"
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// addStages adds the stages of a StagedUpdateStrategy or ClusterStagedUpdateStrategy. It does not refer to a placement: the
// update run names both.
func (r *rolloutReader) addStages(o *object, metadata api.Metadata) error {
	var fields struct {
		Spec staged.Strategy `json:"spec"`
		objectFields
	}
	if err := decode.Into(o.JSON, &fields, onlyKnown); err != nil {
		return err
	}
	switch strategyType := cmp.Or(r.Strategy, &rollout.Strategy{OCMStrategy: ocm.Strategy{Type: rollout.TypeRollingUpdate}}).Type; {
	case strategyType != rollout.TypeExternal:
		return fmt.Errorf("a %s applies only to a placement with spec.strategy.type %q, and the type is %q; change the type, or "+
			"remove the object",
			o.Kind, rollout.TypeExternal, strategyType)
	case metadata.Namespace != r.Namespace && o.Kind == api.NamespaceStagesKind:
		return field.Invalid(field.NewPath("metadata", "namespace"), metadata.Namespace,
			"the namespace of the placement is "+excerpt.Quote(r.Namespace))
	case metadata.Namespace != "" && o.Kind == api.ClusterStagesKind:
		return field.Invalid(field.NewPath("metadata", "namespace"), metadata.Namespace, "a "+api.ClusterStagesKind+" has no namespace")
	case r.from != "":
		return fmt.Errorf("the placement already has the stages of %s; remove one of the objects", excerpt.Text(r.from))
	case len(fields.Spec.Stages) == 0:
		return field.Required(field.NewPath("spec", "stages"), "the object must have stages")
	}
	r.Strategy.Stages = fields.Spec.Stages
	r.take(o, metadata)
	return nil
}

// stagesObject is the object of KubeFleet that has the stages of a placement.
func stagesObject(p *Placement) placementObject {
	spec := staged.Strategy{Stages: p.Strategy.Stages}
	return newObject(api.FleetPlacementGroup+"/v1beta1", p.RolloutOf.Kind, p.Namespace, p.RolloutOf.Name, spec)
}
