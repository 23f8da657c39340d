package kubefleet

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Limits of the CRD and the webhook.
const (
	maxName         = 63
	maxClusterNames = 100
	maxTerms        = 10
	maxWeight       = 100
	maxTolerations  = 100
)

// Validate checks a placement as the CRD and the webhook of KubeFleet do. Paths are relative to spec.policy. It accepts
// what admission accepts, even if the scheduler fails on it: a property of a resource with a dash in its name.
func (p *Placement) Validate() field.ErrorList {
	var errs field.ErrorList
	if len(p.Name) > maxName {
		errs = append(errs, field.TooLong(field.NewPath("metadata", "name"), p.Name, maxName))
	}
	switch p.PlacementType {
	case "", PickAll:
		errs = append(errs, p.forbid(PickAll, "clusterNames", "numberOfClusters", "topologySpreadConstraints")...)
		if len(p.preferred()) > 0 {
			errs = append(errs, field.Forbidden(preferredPath, "only a placement of type PickN prefers clusters"))
		}
	case PickN:
		errs = append(errs, p.forbid(PickN, "clusterNames")...)
		path := field.NewPath("numberOfClusters")
		switch {
		case p.NumberOfClusters == nil:
			errs = append(errs, field.Required(path, "a placement of type PickN needs a number"))
		case *p.NumberOfClusters < 0:
			errs = append(errs, field.Invalid(path, *p.NumberOfClusters, "must not be negative"))
		}
		errs = append(errs, p.validatePreferred()...)
		errs = append(errs, p.validateSpread()...)
	case PickFixed:
		errs = append(errs, p.forbid(PickFixed, "numberOfClusters", "affinity", "topologySpreadConstraints", "tolerations")...)
		return append(errs, p.validateClusterNames()...)
	default:
		return append(errs, field.NotSupported(field.NewPath("placementType"), p.PlacementType, PlacementTypes))
	}
	errs = append(errs, p.validateRequired()...)
	return append(errs, p.validateTolerations()...)
}

// forbid rejects fields that a placement type does not have. As the CRD does, it also rejects an empty list.
func (p *Spec) forbid(placementType string, fields ...string) field.ErrorList {
	given := map[string]bool{
		"clusterNames":              p.ClusterNames != nil,
		"numberOfClusters":          p.NumberOfClusters != nil,
		"affinity":                  p.Affinity != nil,
		"topologySpreadConstraints": p.TopologySpreadConstraints != nil,
		"tolerations":               p.Tolerations != nil,
	}
	var errs field.ErrorList
	for _, name := range fields {
		if given[name] {
			errs = append(errs, field.Forbidden(field.NewPath(name), "a placement of type "+placementType+" does not have it"))
		}
	}
	return errs
}

func (p *Spec) validateClusterNames() field.ErrorList {
	var errs field.ErrorList
	path := field.NewPath("clusterNames")
	if len(p.ClusterNames) > maxClusterNames {
		errs = append(errs, field.TooMany(path, len(p.ClusterNames), maxClusterNames))
	}
	seen := map[string]bool{}
	for i, name := range p.ClusterNames {
		for _, message := range validation.IsDNS1123Subdomain(name) {
			errs = append(errs, field.Invalid(path.Index(i), name, message))
		}
		if len(name) > maxName {
			errs = append(errs, field.TooLong(path.Index(i), name, maxName))
		}
		if seen[name] {
			errs = append(errs, field.Duplicate(path.Index(i), name))
		}
		seen[name] = true
	}
	return errs
}

func (p *Spec) validateSpread() field.ErrorList {
	var errs field.ErrorList
	for i := range p.TopologySpreadConstraints {
		constraint, path := &p.TopologySpreadConstraints[i], field.NewPath("topologySpreadConstraints").Index(i)
		if constraint.TopologyKey == "" {
			errs = append(errs, field.Required(path.Child("topologyKey"), "a constraint needs a label to spread over"))
		}
		if constraint.MaxSkew != nil && *constraint.MaxSkew < 1 {
			errs = append(errs, field.Invalid(path.Child("maxSkew"), *constraint.MaxSkew, "must be at least 1"))
		}
		switch constraint.WhenUnsatisfiable {
		case "", DoNotSchedule, ScheduleAnyway:
		default:
			errs = append(errs, field.NotSupported(path.Child("whenUnsatisfiable"), constraint.WhenUnsatisfiable,
				[]string{DoNotSchedule, ScheduleAnyway}))
		}
	}
	return errs
}

func (p *Spec) validateTolerations() field.ErrorList {
	var errs field.ErrorList
	path := field.NewPath("tolerations")
	if len(p.Tolerations) > maxTolerations {
		errs = append(errs, field.TooMany(path, len(p.Tolerations), maxTolerations))
	}
	stored := withDefaults(p.Tolerations)
	for i, t := range stored {
		errs = append(errs, t.validate(path.Index(i))...)
		if slices.Contains(stored[:i], t) {
			errs = append(errs, field.Duplicate(path.Index(i), p.Tolerations[i]))
		}
	}
	return errs
}

func (t Toleration) validate(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	if t.Key != "" {
		for _, message := range validation.IsQualifiedName(t.Key) {
			errs = append(errs, field.Invalid(path.Child("key"), t.Key, message))
		}
	}
	switch t.Operator {
	case TolerationExists:
		if t.Value != "" {
			errs = append(errs, field.Invalid(path.Child("value"), t.Value, "must be empty when operator is Exists"))
		}
	case TolerationEqual:
		if t.Key == "" {
			errs = append(errs, field.Required(path.Child("key"), "must be set unless operator is Exists"))
		}
		errs = append(errs, placement.ValidateLabelValue(t.Value, path.Child("value"))...)
	default:
		errs = append(errs, field.NotSupported(path.Child("operator"), t.Operator, []string{TolerationEqual, TolerationExists}))
	}
	if t.Effect != "" && t.Effect != placement.NoSchedule {
		errs = append(errs, field.NotSupported(path.Child("effect"), t.Effect, []placement.TaintEffect{placement.NoSchedule}))
	}
	return errs
}

// withDefaults is a copy of the tolerations as the API server stores them.
func withDefaults(tolerations []Toleration) []Toleration {
	stored := Spec{Tolerations: slices.Clone(tolerations)}
	stored.SetDefaults()
	return stored.Tolerations
}

// ValidateUpdate checks that p may replace old: the placement type and the existing tolerations are immutable. New
// tolerations may be added.
func (p *Spec) ValidateUpdate(old *Spec) field.ErrorList {
	var errs field.ErrorList
	stored, wanted := Spec{PlacementType: old.PlacementType}, Spec{PlacementType: p.PlacementType}
	stored.SetDefaults()
	wanted.SetDefaults()
	if stored.PlacementType != wanted.PlacementType {
		errs = append(errs, field.Invalid(field.NewPath("placementType"), wanted.PlacementType,
			"is immutable; it was "+stored.PlacementType))
	}
	kept := withDefaults(p.Tolerations)
	for i, toleration := range withDefaults(old.Tolerations) {
		if !slices.Contains(kept, toleration) {
			errs = append(errs, field.Invalid(field.NewPath("tolerations"), old.Tolerations[i],
				"is in the placement already and cannot be changed or removed; only additions are possible"))
		}
	}
	return errs
}
