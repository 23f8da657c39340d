// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// dialect is what is particular to the objects of the placements of one dialect. Every function is set.
type dialect struct {
	// isSet reports whether a placement is of the dialect.
	isSet func(p *Placement) bool
	// wanted is the number of clusters that a placement of the dialect asks for, and the argument that says so; nil if it asks for
	// no number.
	wanted func(p *Placement) (argument string, number *int32)
	// hasObjectSpec says that the spec has more than what its scheduler and its rollout read.
	hasObjectSpec bool
	// object is the object of the placement. The mistake is a field that it does not have.
	object func(p *Placement) (object placementObject, mistake *field.Error)
	// validateRollout finds a strategy, which is set, that no object of the dialect can have, and an object that cannot have it.
	validateRollout func(p *Placement) field.ErrorList
	// rolloutObject is the object that has the strategy of a valid placement, or its stages.
	rolloutObject func(p *Placement) placementObject
}

// dialects has a row for each of [placement.Dialects].
var dialects = map[placement.Dialect]*dialect{
	placement.DialectOCM: {
		isSet:           func(p *Placement) bool { return p.OCM != nil },
		wanted:          func(p *Placement) (string, *int32) { return "number_of_clusters", p.OCM.NumberOfClusters },
		object:          ocmObject,
		validateRollout: validateOCMRollout,
		rolloutObject:   ocmRolloutObject,
	},
	placement.DialectKubeFleet: {
		isSet:           func(p *Placement) bool { return p.KubeFleet != nil },
		wanted:          func(p *Placement) (string, *int32) { return "number_of_clusters", p.KubeFleet.NumberOfClusters },
		hasObjectSpec:   true,
		object:          kubeFleetObject,
		validateRollout: validateFleetRollout,
		rolloutObject:   stagesObject,
	},
	placement.DialectHybrid: {
		isSet:  func(p *Placement) bool { return p.Hybrid != nil },
		wanted: func(p *Placement) (string, *int32) { return "replicas", p.Hybrid.Replicas },
		object: hybridObject,
		validateRollout: func(*Placement) field.ErrorList {
			return field.ErrorList{api.NoField(field.NewPath("strategy"), api.PlacementRuleKind)}
		},
		// No placement rule with a strategy is valid.
		rolloutObject: func(*Placement) placementObject { return placementObject{} },
	},
}

func (p *Placement) dialect() *dialect { return dialects[p.Dialect()] }

// kind is the kind of the object of the placement.
func (p *Placement) kind() string { return api.PlacementKinds[p.Dialect()].KindIn(p.Namespace).Kind }

// fleetKind is the kind of a placement of KubeFleet.
func fleetKind(namespace string) string {
	return api.PlacementKinds[placement.DialectKubeFleet].KindIn(namespace).Kind
}

func readOCM(raw []byte, strict bool) (Placement, error) {
	if _, err := specOf[ocmFields](raw, strict, apiobject.OlderNames); err != nil {
		return Placement{}, err
	}
	req, err := apiobject.ReadOCMPlacement(raw)
	return Placement{
		Name: req.Name, Namespace: req.Namespace, OCM: &req.Spec, DecisionStrategy: req.DecisionStrategy, Unscheduled: req.Unscheduled,
	}, err
}

func readClusterResourcePlacement(raw []byte, strict bool) (Placement, error) {
	p, err := readKubeFleet(raw, strict)
	if err == nil && p.Namespace != "" {
		err = field.Invalid(field.NewPath("metadata", "namespace"), p.Namespace,
			"a ClusterResourcePlacement has no namespace")
	}
	return p, err
}

func readResourcePlacement(raw []byte, strict bool) (Placement, error) {
	p, err := readKubeFleet(raw, strict)
	if err == nil && p.Namespace == "" {
		err = field.Required(field.NewPath("metadata", "namespace"), "a ResourcePlacement must have a namespace")
	}
	return p, err
}

func readKubeFleet(raw []byte, strict bool) (Placement, error) {
	fields, err := specOf[kubeFleetFields](raw, strict, apiobject.OlderNames)
	if err == nil && strict {
		err = fields.unknown()
	}
	if err != nil {
		return Placement{}, err
	}
	strategy, err := fields.Strategy.read()
	if err != nil {
		return Placement{}, err
	}
	req, err := apiobject.ReadKubeFleetPlacement(raw)
	return Placement{
		Name: req.Name, Namespace: req.Namespace, KubeFleet: &req.Spec, ObjectSpec: fields.ObjectSpec, Strategy: strategy,
		Unscheduled: req.Unscheduled,
	}, err
}

// readHybrid reads a PlacementRule. The decisions in its status are its previous decisions.
func readHybrid(raw []byte, strict bool) (Placement, error) {
	if _, err := specOf[hybridFields](raw, strict); err != nil {
		return Placement{}, err
	}
	var o api.Object[hybrid.Spec, api.Unread]
	if err := decode.Into(raw, &o); err != nil {
		return Placement{}, err
	}
	rule, _, err := apiobject.DecodePlacementRule(decode.Object, raw)
	return Placement{Name: rule.Name, Namespace: rule.Namespace, Hybrid: &o.Spec, Decided: rule.Decisions}, err
}

func ocmObject(p *Placement) (placementObject, *field.Error) {
	spec := ocm.Placement{Spec: *p.OCM, DecisionStrategy: p.DecisionStrategy}
	object := newObject(api.OCMGroup+"/v1beta1", api.OCMPlacementKind, p.Namespace, p.Name, spec)
	switch p.Unscheduled {
	case "":
		return object, nil
	case apiobject.DisabledByAnnotation:
		object.Metadata.Annotations = map[string]string{apiobject.DisabledAnnotation: "true"}
		return object, nil
	}
	return object, unscheduled(p.Unscheduled)
}

func unscheduled(why string) *field.Error {
	return field.Invalid(field.NewPath("unscheduled"), why, "a manifest cannot express this")
}

func kubeFleetObject(p *Placement) (placementObject, *field.Error) {
	object := newObject(api.FleetPlacementGroup+"/v1beta1", fleetKind(p.Namespace), p.Namespace, p.Name, struct {
		Policy   *kubefleet.Spec `json:"policy"`
		Strategy *fleetStrategy  `json:"strategy,omitempty"`
		kubefleet.ObjectSpec
	}{p.KubeFleet, fleetStrategyOf(p.Strategy), p.ObjectSpec})
	switch {
	case p.DecisionStrategy.GroupStrategy != nil:
		return object, api.NoField(field.NewPath("decisionStrategy"), object.Kind)
	case p.Unscheduled != "":
		return object, unscheduled(p.Unscheduled)
	}
	return object, nil
}

func hybridObject(p *Placement) (placementObject, *field.Error) {
	object := newObject(api.HybridGroup+"/v1alpha1", api.PlacementRuleKind, p.Namespace, p.Name, p.Hybrid)
	for _, key := range p.Decided {
		namespace, name := placement.ParseTargetKey(key)
		object.Status.Decisions = append(object.Status.Decisions, apiobject.RuleDecision{Name: name, Namespace: namespace})
	}
	if p.DecisionStrategy.GroupStrategy != nil {
		return object, api.NoField(field.NewPath("decisionStrategy"), object.Kind)
	}
	for i := range p.Hybrid.Advisors {
		if mistakes := unwritable(&p.Hybrid.Advisors[i], field.NewPath("advisors").Index(i)); len(mistakes) > 0 {
			return object, mistakes[0]
		}
	}
	return object, nil
}

// unwritable finds the fields of an advisor that a PlacementRule does not have.
func unwritable(advisor *hybrid.Advisor, path *field.Path) field.ErrorList {
	errs := refuseParts(path, "a "+api.PlacementRuleKind, []part{
		{"onFailure", advisor.OnFailure != ""}, {"failOpen", advisor.FailOpen}, {"recommendations", advisor.Recommendations != nil},
	})
	if len(advisor.Rules) > 0 {
		if _, err := document.JSONToYAML(advisor.Rules); err != nil {
			errs = append(errs, field.Invalid(path.Child("rules"), string(advisor.Rules), err.Error()))
		}
	}
	return errs
}
