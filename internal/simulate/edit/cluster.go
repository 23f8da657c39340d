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
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// lose takes clusters out of the fleet, and other targets of the names that no cluster has. Their scores go with them.
func (f *Target) lose(ctx context.Context, s *Selection, path *field.Path) finding.List {
	inv := &f.Inventory
	chosen, unknown, findings := s.selected(ctx, inv.Clusters)
	if findings != nil {
		return findings
	}
	targets := inv.Targets
	isLost := map[string]bool{}
	for _, i := range unknown {
		name := s.Clusters[i]
		targets = slices.DeleteFunc(slices.Clone(targets), func(t placement.Target) bool { return t.Key() == name })
		isLost[name] = len(targets) < len(inv.Targets)
	}
	unknown = slices.DeleteFunc(unknown, func(i int) bool { return isLost[s.Clusters[i]] })
	if len(unknown) > 0 {
		findings = s.unknownClusters(ctx, inv.Clusters, unknown, path, f.changesNothing())
	}
	switch {
	case findings.HasError():
		return findings
	case len(chosen) == 0 && len(targets) == len(inv.Targets) && s.Selector != nil:
		return f.NoEffect(path.Child("selector"), "No cluster of the fleet matches the selector%s.", ofKind(s.Kind))
	case len(chosen) == len(inv.Clusters) && len(targets) == 0:
		return finding.List{finding.Failure(path.String(), fleet.EmptyTitle, "These are all clusters that are left, so there is "+
			"nothing to choose from. Select fewer.")}
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

// add puts a cluster into the fleet. What a short description leaves out is that of a value.
func (f *Target) add(ctx context.Context, c *placement.Cluster, path *field.Path) finding.List {
	if errs := fleet.ValidateCluster(&placement.Validator{}, c, f.Kind, path); c.Kind == "" && f.Kind != "" && len(errs) > 0 {
		return Invalid(errs[0])
	}
	clusters := f.Clusters
	for i := range clusters {
		if findings := world.Interrupted(ctx, i); findings != nil {
			return findings
		}
		if other := &clusters[i]; other.Name == c.Name && fleet.Sees(c.Kind, other) {
			return finding.List{f.changesNothing()(path.Child("name").String(), "The cluster exists",
				fmt.Sprintf("The fleet has a cluster %s already. Use another name, or edit that cluster.", excerpt.Quote(c.Name)))}
		}
	}
	choice := fleet.Fleet{Clusters: []placement.Cluster{*c}}
	choice.SetDefaults()
	f.Clusters = append(slices.Clip(clusters), choice.Clusters[0])
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

func (f *Target) taint(ctx context.Context, t *Taint, path *field.Path) finding.List {
	taint := t.Taint
	if taint.TimeAdded.IsZero() {
		taint.TimeAdded = f.Now
	}
	only := restriction{kindOf(t.Effect), fmt.Sprintf("taints with the effect %s", t.Effect)}
	without := fmt.Sprintf("Each of the clusters has the taint %s already.", t.Taint)
	return f.editClusters(ctx, &t.Selection, path, only, without, func(c *placement.Cluster) (bool, error) {
		same := func(other placement.Taint) bool { return other.Key == t.Key && other.Effect == t.Effect }
		hasIt := func(other placement.Taint) bool { return same(other) && other.Value == t.Value }
		if slices.ContainsFunc(c.Taints, hasIt) {
			return false, nil
		}
		// A taint is identified by its key and effect.
		c.Taints = append(slices.DeleteFunc(slices.Clone(c.Taints), same), taint)
		return true, patch(c, taintsOf)
	})
}

func (f *Target) untaint(ctx context.Context, t *Untaint, path *field.Path) finding.List {
	without := fmt.Sprintf("None of the clusters has a taint of the key %s.", excerpt.Quote(t.Key))
	return f.editClusters(ctx, &t.Selection, path, restriction{}, without, func(c *placement.Cluster) (bool, error) {
		left := slices.DeleteFunc(slices.Clone(c.Taints), func(o placement.Taint) bool {
			return o.Key == t.Key && (t.Effect == "" || o.Effect == t.Effect)
		})
		if len(left) == len(c.Taints) {
			return false, nil
		}
		c.Taints = left
		return true, patch(c, taintsOf)
	})
}

// changed is a map with what an edit sets and removes, and whether that is another one.
func (t *Texts) changed(values map[string]string) (map[string]string, bool) {
	after := maps.Clone(values)
	if after == nil {
		after = map[string]string{}
	}
	maps.Copy(after, t.Set)
	for _, name := range t.Remove {
		delete(after, name)
	}
	return after, !maps.Equal(values, after)
}

const sameTexts = "Each of the clusters has these values already, and nothing of what is to be removed."

func (f *Target) label(ctx context.Context, t *Texts, path *field.Path) finding.List {
	return f.editClusters(ctx, &t.Selection, path, restriction{}, sameTexts, func(c *placement.Cluster) (changed bool, err error) {
		if c.Labels, changed = t.changed(c.Labels); changed {
			err = patch(c, labelsOf)
		}
		return changed, err
	})
}

func (f *Target) claim(ctx context.Context, t *Texts, path *field.Path) finding.List {
	only := restriction{placement.ManagedCluster, "claims"}
	return f.editClusters(ctx, &t.Selection, path, only, sameTexts, func(c *placement.Cluster) (changed bool, err error) {
		if c.Claims, changed = t.changed(c.Claims); changed {
			err = patch(c, claimsOf)
		}
		return changed, err
	})
}

func (f *Target) property(ctx context.Context, t *Texts, path *field.Path) finding.List {
	only := restriction{placement.MemberCluster, "properties"}
	return f.editClusters(ctx, &t.Selection, path, only, sameTexts, func(c *placement.Cluster) (changed bool, err error) {
		c.Properties, changed = t.changed(c.Properties)
		return changed, nil
	})
}
