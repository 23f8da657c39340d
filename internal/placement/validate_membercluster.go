// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

const (
	// maxMemberName and maxMemberTaints are limits of the MemberCluster CRD.
	maxMemberName   = 63
	maxMemberTaints = 100
)

// MemberCluster checks a KubeFleet cluster as its CRD and webhook do. A property may have any value: the scheduler
// determines which of them are quantities.
func (v *Validator) MemberCluster(c *Cluster, paths ClusterPaths) field.ErrorList {
	errs := ValidateName(c.Name, paths.Name)
	if len(c.Name) > maxMemberName {
		errs = append(errs, excerpt.TooLong(paths.Name, c.Name, maxMemberName))
	}
	errs = append(errs, v.labels(c.Labels, paths.Labels)...)
	if len(c.Taints) > maxMemberTaints {
		errs = append(errs, field.TooMany(paths.Taints, len(c.Taints), maxMemberTaints))
	}
	type identity struct {
		key, value string
		effect     TaintEffect
	}
	seen := map[identity]int{}
	for i := range c.Taints {
		taint, path := &c.Taints[i], paths.Taints.Index(i)
		errs = append(errs, Invalid(taint.Key, validation.IsQualifiedName(taint.Key), path.Child("key"))...)
		errs = append(errs, ValidateLabelValue(taint.Value, path.Child("value"))...)
		if taint.Effect != NoSchedule {
			errs = append(errs, excerpt.NotSupported(path.Child("effect"), taint.Effect, []TaintEffect{NoSchedule}))
		}
		id := identity{taint.Key, taint.Value, taint.Effect}
		if first, known := seen[id]; known {
			errs = append(errs, excerpt.Duplicate(path, taint.String(), paths.Taints.Index(first)))
			continue
		}
		seen[id] = i
	}
	return errs
}
