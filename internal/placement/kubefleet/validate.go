// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Limits of the CRD and the webhook.
const (
	maxName         = 63
	maxClusterNames = 100
	// MaxTerms is how many required terms a placement has at most.
	MaxTerms       = 10
	maxWeight      = 100
	maxTolerations = 100
)

// Validate checks a placement as the CRD and the webhook of KubeFleet do. Paths are relative to spec.policy. It accepts
// what admission accepts, even if the scheduler fails on it: a property of a resource with a dash in its name.
func (p *Placement) Validate() field.ErrorList {
	var errs field.ErrorList
	if len(p.Name) > maxName {
		errs = append(errs, excerpt.TooLong(field.NewPath("metadata", "name"), p.Name, maxName))
	}
	switch p.PlacementType {
	case "", PickAll:
		errs = append(errs, p.forbid("clusterNames", "numberOfClusters", "topologySpreadConstraints")...)
		if len(p.Preferred()) > 0 {
			errs = append(errs, p.notOfType(preferredPath, `to prefer clusters, set placement_type = "PickN"`))
		}
	case PickN:
		errs = append(errs, p.forbid("clusterNames")...)
		path := field.NewPath("numberOfClusters")
		switch {
		case p.NumberOfClusters == nil:
			errs = append(errs, field.Required(path,
				`PickN chooses a number of clusters: set it, for example number_of_clusters = 3; to choose all, `+
					`set placement_type = "PickAll"`))
		case *p.NumberOfClusters < 0:
			errs = append(errs, field.Invalid(path, *p.NumberOfClusters, "must not be negative"))
		}
		errs = append(errs, p.validatePreferred()...)
		errs = append(errs, p.validateSpread()...)
	case PickFixed:
		errs = append(errs, p.forbid("numberOfClusters", "affinity", "topologySpreadConstraints", "tolerations")...)
		return append(errs, p.validateClusterNames()...)
	default:
		return append(errs, excerpt.NotSupported(field.NewPath("placementType"), p.PlacementType, PlacementTypes))
	}
	errs = append(errs, p.validateRequired()...)
	return append(errs, p.validateTolerations()...)
}

// forbid rejects fields that the placement type does not have. As the CRD does, it also rejects an empty list.
func (p *Spec) forbid(fields ...string) field.ErrorList {
	given := map[string]bool{
		"clusterNames":              p.ClusterNames != nil,
		"numberOfClusters":          p.NumberOfClusters != nil,
		"affinity":                  p.Affinity != nil,
		"topologySpreadConstraints": p.TopologySpreadConstraints != nil,
		"tolerations":               p.Tolerations != nil,
	}
	return lists.Filter(fields, func(name string) (*field.Error, bool) {
		return p.notOfType(field.NewPath(name), instead[name]), given[name]
	})
}

// instead says how to do what a field is for, where the placement type does not have the field.
var instead = map[string]string{
	"clusterNames":              `to choose clusters by name, set placement_type = "PickFixed"`,
	"numberOfClusters":          `to choose a number of clusters, set placement_type = "PickN"`,
	"affinity":                  `to choose clusters by labels or properties, set placement_type = "PickAll" or "PickN"`,
	"topologySpreadConstraints": `to spread clusters over the values of a label, set placement_type = "PickN"`,
	"tolerations":               "remove it: a placement of this type ignores taints",
}

// notOfType is the error about a field that the placement type does not have.
func (p *Spec) notOfType(path *field.Path, wayOut string) *field.Error {
	present := "placement_type is " + p.PlacementType
	if p.PlacementType == "" {
		present = "placement_type is not set, which means PickAll"
	}
	return field.Forbidden(path, present+"; "+wayOut)
}

func (p *Spec) validateClusterNames() field.ErrorList {
	var errs field.ErrorList
	path := field.NewPath("clusterNames")
	if len(p.ClusterNames) > maxClusterNames {
		errs = append(errs, field.TooMany(path, len(p.ClusterNames), maxClusterNames))
	}
	first := map[string]int{}
	for i, name := range p.ClusterNames {
		errs = append(errs, placement.Invalid(name, validation.IsDNS1123Subdomain(name), path.Index(i))...)
		if len(name) > maxName {
			errs = append(errs, excerpt.TooLong(path.Index(i), name, maxName))
		}
		if sameAs, known := first[name]; known {
			errs = append(errs, excerpt.Duplicate(path.Index(i), name, field.NewPath("cluster_names").Index(sameAs)))
			continue
		}
		first[name] = i
	}
	return errs
}

func (p *Spec) validateSpread() field.ErrorList {
	var errs field.ErrorList
	for i := range p.TopologySpreadConstraints {
		constraint, path := &p.TopologySpreadConstraints[i], field.NewPath("topologySpreadConstraints").Index(i)
		if constraint.TopologyKey == "" {
			errs = append(errs, field.Required(path.Child("topologyKey"), "set the label to spread over, such as "+
				"\"topology.kubernetes.io/region\""))
		}
		if constraint.MaxSkew != nil && *constraint.MaxSkew < 1 {
			errs = append(errs, field.Invalid(path.Child("maxSkew"), *constraint.MaxSkew, "must be at least 1"))
		}
		errs = append(errs, placement.ValidateOneOf(constraint.WhenUnsatisfiable, []string{DoNotSchedule, ScheduleAnyway},
			path.Child("whenUnsatisfiable"))...)
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
		if first := slices.Index(stored, t); first < i {
			errs = append(errs, excerpt.Duplicate(path.Index(i), p.Tolerations[i], path.Index(first)))
		}
	}
	return errs
}

func (t Toleration) validate(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	if t.Key != "" {
		errs = append(errs, placement.Invalid(t.Key, validation.IsQualifiedName(t.Key), path.Child("key"))...)
	}
	switch t.Operator {
	case TolerationExists:
		if t.Value != "" {
			errs = append(errs, field.Invalid(path.Child("value"), t.Value,
				`operator Exists accepts every value; remove the value, or set operator = "Equal"`))
		}
	case TolerationEqual:
		if t.Key == "" {
			errs = append(errs, field.Required(path.Child("key"),
				`operator Equal needs a key; to tolerate every taint, set operator = "Exists"`))
		}
		errs = append(errs, placement.ValidateLabelValue(t.Value, path.Child("value"))...)
	default:
		errs = append(errs, excerpt.NotSupported(path.Child("operator"), t.Operator, []string{TolerationEqual, TolerationExists}))
	}
	return append(errs, placement.ValidateOneOf(t.Effect, []placement.TaintEffect{placement.NoSchedule}, path.Child("effect"))...)
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
			"is immutable; it was "+excerpt.Text(stored.PlacementType)))
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
