// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// loss takes clusters out of the fleet, and other targets of the names that no cluster has. Their scores go with them.
type loss struct{ *Selection }

func (l loss) apply(ctx context.Context, f *Target, path *field.Path) finding.List {
	inv := &f.Inventory
	chosen, unknown, findings := l.selected(inv.Clusters)
	if findings != nil {
		return findings
	}
	targets := inv.Targets
	isLost := map[string]bool{}
	for _, i := range unknown {
		name := l.Clusters[i]
		targets = slices.DeleteFunc(slices.Clone(targets), func(t placement.Target) bool { return t.Key() == name })
		isLost[name] = len(targets) < len(inv.Targets)
	}
	unknown = slices.DeleteFunc(unknown, func(i int) bool { return isLost[l.Clusters[i]] })
	if len(unknown) > 0 {
		findings = l.unknownClusters(ctx, inv.Clusters, unknown, path, f.changesNothing)
	}
	switch {
	case findings.HasError():
		return findings
	case len(chosen) == 0 && len(targets) == len(inv.Targets) && l.Selector != nil:
		return f.noMatch(l.Selection, path)
	case len(chosen) == len(inv.Clusters) && len(targets) == 0:
		return failure(path, fleet.EmptyTitle, "These are all clusters that are left, so there is nothing to choose from. Select "+
			"fewer.")
	}
	inv.Targets = targets
	Lose(inv, func(i int) bool {
		_, isChosen := slices.BinarySearch(chosen, i)
		return isChosen
	})
	return findings
}

// Lose takes clusters out of a fleet by their indexes, and their scores. It may leave none.
func Lose(inv *placement.Inventory, isLost func(i int) bool) {
	clusters := make([]placement.Cluster, 0, len(inv.Clusters))
	gone := map[string]bool{}
	for i := range inv.Clusters {
		c := &inv.Clusters[i]
		if !isLost(i) {
			clusters = append(clusters, *c)
			continue
		}
		gone[c.Name] = gone[c.Name] || c.Kind != placement.MemberCluster
	}
	inv.Clusters = clusters
	if len(inv.Scores) > 0 {
		inv.Scores = slices.DeleteFunc(slices.Clone(inv.Scores), func(score placement.Score) bool { return gone[score.Cluster] })
	}
}

// addition puts a cluster into the fleet. What a short description leaves out is that of a value.
type addition struct{ *placement.Cluster }

func (c addition) apply(_ context.Context, f *Target, path *field.Path) finding.List {
	errs := fleet.ValidateCluster(&placement.Validator{}, c.Cluster, f.Kind, path)
	if c.Kind == "" && f.Kind != "" && len(errs) > 0 {
		return Invalid(errs[0])
	}
	for i := range f.Clusters {
		if other := &f.Clusters[i]; other.Name == c.Name && fleet.Sees(c.Kind, other) {
			return f.changesNothing(path.Child("name"), "The cluster exists",
				"The fleet has a cluster %s already. Use another name, or edit that cluster.", excerpt.Quote(c.Name))
		}
	}
	added := fleet.Fleet{Clusters: []placement.Cluster{*c.Cluster}}
	added.SetDefaults()
	f.Clusters = append(slices.Clip(f.Clusters), added.Clusters...)
	return nil
}

// kindOf is the kind of clusters that has an effect of a taint; empty if both have it.
func kindOf(effect placement.TaintEffect) placement.ClusterKind {
	switch {
	case effect == placement.NoSchedule:
		return placement.MemberCluster
	case slices.Contains(placement.TaintEffects, effect):
		return placement.ManagedCluster
	}
	return ""
}

func (t *Taint) apply(ctx context.Context, f *Target, path *field.Path) finding.List {
	taint := t.Taint
	if taint.TimeAdded.IsZero() {
		taint.TimeAdded = f.Now
	}
	only := restriction{kindOf(t.Effect), fmt.Sprintf("taints with the effect %s", t.Effect)}
	without := fmt.Sprintf("Each of the clusters has the taint %s already.", t.Taint)
	return f.editClusters(ctx, &t.Selection, path, only, without, func(c *placement.Cluster) (bool, error) {
		if t.IsOn(c) {
			return false, nil
		}
		// A taint is identified by its key and effect.
		c.Taints = append(slices.DeleteFunc(slices.Clone(c.Taints), t.isSame), taint)
		return true, fleet.PatchTaints(c)
	})
}

func (t *Taint) isSame(other placement.Taint) bool {
	return other.Key == t.Key && other.Effect == t.Effect
}

// IsOn reports whether a cluster has the taint, so that the edit does not change it.
func (t *Taint) IsOn(c *placement.Cluster) bool {
	return slices.ContainsFunc(c.Taints, func(other placement.Taint) bool { return t.isSame(other) && other.Value == t.Value })
}

func (t *Untaint) apply(ctx context.Context, f *Target, path *field.Path) finding.List {
	without := fmt.Sprintf("None of the clusters has a taint of the key %s.", excerpt.Quote(t.Key))
	return f.editClusters(ctx, &t.Selection, path, restriction{}, without, func(c *placement.Cluster) (bool, error) {
		left := slices.DeleteFunc(slices.Clone(c.Taints), func(o placement.Taint) bool {
			return o.Key == t.Key && (t.Effect == "" || o.Effect == t.Effect)
		})
		if len(left) == len(c.Taints) {
			return false, nil
		}
		c.Taints = left
		return true, fleet.PatchTaints(c)
	})
}

// entries are texts of clusters, such as their labels, and what an edit sets and removes of them.
type entries struct {
	*Texts
	*texts
}

// texts are a kind of texts of clusters.
type texts struct {
	// what they are called, and kind is the only one of the clusters that have them; empty if all have.
	restriction
	// values are those of a cluster.
	values func(c *placement.Cluster) *map[string]string
	// validate finds the mistakes in what is set.
	validate func(set map[string]string, path *field.Path) field.ErrorList
	// patch makes the whole object of a cluster follow their change.
	patch func(c *placement.Cluster) error
}

var (
	labels = texts{
		restriction: restriction{what: "labels"},
		values:      func(c *placement.Cluster) *map[string]string { return &c.Labels },
		validate: func(set map[string]string, path *field.Path) field.ErrorList {
			return validateCluster(&placement.Cluster{Labels: set}, path, path.Child("labels"), path.Child("set"))
		},
		patch: fleet.PatchLabels,
	}
	claims = texts{
		restriction: restriction{placement.ManagedCluster, "claims"},
		values:      func(c *placement.Cluster) *map[string]string { return &c.Claims },
		validate: func(set map[string]string, path *field.Path) field.ErrorList {
			return validateCluster(&placement.Cluster{Claims: set}, path, path.Child("claims"), path.Child("set"))
		},
		patch: fleet.PatchClaims,
	}
	properties = texts{
		restriction: restriction{placement.MemberCluster, "properties"},
		values:      func(c *placement.Cluster) *map[string]string { return &c.Properties },
		validate:    validateProperties,
		patch:       func(*placement.Cluster) error { return nil },
	}
)

func (e entries) apply(ctx context.Context, f *Target, path *field.Path) finding.List {
	const without = "Each of the clusters has these values already, and nothing of what is to be removed."
	return f.editClusters(ctx, &e.Selection, path, e.restriction, without, func(c *placement.Cluster) (bool, error) {
		prior := *e.values(c)
		planned := maps.Clone(prior)
		if planned == nil {
			planned = map[string]string{}
		}
		maps.Copy(planned, e.Set)
		for _, name := range e.Remove {
			delete(planned, name)
		}
		*e.values(c) = planned
		if maps.Equal(prior, planned) {
			return false, nil
		}
		return true, e.patch(c)
	})
}
