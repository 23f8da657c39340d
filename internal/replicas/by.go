// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package replicas

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// By says how replicas are divided. One of Weights, Score and Available is the weight of a cluster; without any, all clusters
// have the same.
type By struct {
	// The weight of each cluster by its name: a number or a quantity such as `64Gi`, from 0 to `9P`, with a precision of a
	// thousandth. Every chosen cluster must have one; others may have one. A cluster with the weight 0 gets its minimum.
	Weights *placement.Resources `json:"weights,omitempty"`
	// Whether the weight of a cluster is the score of its decision. A score below 0 is an error. Defaults to `false`.
	Score bool `json:"score,omitempty"`
	// The name of a resource, such as `cpu` or `memory`: the weight of a cluster is what it has `available` of it, or what is
	// `allocatable` if it does not report what is available. It needs `clusters`.
	Available *string `json:"available,omitempty"`
	// The clusters of the fleet, as in `multicluster_placement`, for `available`. Every chosen cluster must be in it.
	Clusters []placement.Cluster `json:"clusters,omitzero"`
	// Bounds are those of every cluster. ClusterBounds replace them for a cluster, GroupBounds are those of the clusters of a group
	// together, by the name of the group; a group without one has its index in the place of a name.
	Bounds
	// The bounds of single clusters by name. What is set replaces `minimum` and `maximum` for the cluster. A cluster that is not
	// chosen gets no replicas, so a `minimum` above 0 for it is an error.
	ClusterBounds map[string]Bounds `json:"clusterBounds,omitempty"`
	// The bounds of all clusters of a decision group together, by the name of the group. A group without a name has its index, such
	// as `"0"`; groups of the same name have the bounds together. A `minimum` above 0 for a group without chosen clusters is an
	// error.
	GroupBounds map[string]Bounds `json:"groupBounds,omitempty"`
}

// Bounds are how many replicas a cluster or a group gets. Nil means no bound.
type Bounds struct {
	// The least number of replicas. Defaults to `0`.
	Minimum *int64 `json:"minimum,omitempty"`
	// The largest number of replicas. Defaults to unlimited.
	Maximum *int64 `json:"maximum,omitempty"`
}

// Chosen is a chosen cluster.
type Chosen struct {
	Cluster string
	// Group is the name of its group, or the index of a group without a name.
	Group string
	// Score is the score of the decision; empty without one.
	Score string
}

// Validate finds the mistakes that do not depend on the clusters.
func (b *By) Validate() field.ErrorList {
	var errs field.ErrorList
	set := b.methods()
	for _, method := range set[min(1, len(set)):] {
		errs = append(errs, field.Forbidden(field.NewPath(method), set[0]+" is also set; at most one of weights, score and "+
			"available is the weight of a cluster"))
	}
	switch {
	case b.Available != nil && *b.Available == "":
		errs = append(errs, field.Required(field.NewPath("available"), "must be the name of a resource, such as cpu or memory"))
	case b.Available != nil && b.Clusters == nil:
		errs = append(errs, field.Required(field.NewPath("clusters"), "must be set with available: it has the resources of the "+
			"clusters"))
	case b.Available == nil && b.Clusters != nil:
		errs = append(errs, field.Required(field.NewPath("available"), "must be set with clusters: the name of a resource, such as "+
			"cpu or memory"))
	}
	errs = append(errs, b.Bounds.validate(nil)...)
	for _, name := range slices.Sorted(maps.Keys(b.ClusterBounds)) {
		bounds := b.boundsOf(name)
		errs = append(errs, bounds.validate(field.NewPath("clusterBounds").Key(name))...)
	}
	for _, name := range slices.Sorted(maps.Keys(b.GroupBounds)) {
		bounds := b.GroupBounds[name]
		errs = append(errs, bounds.validate(field.NewPath("groupBounds").Key(name))...)
	}
	return errs
}

// methods are the attributes that say what the weight of a cluster is.
func (b *By) methods() (set []string) {
	if b.Weights != nil {
		set = append(set, "weights")
	}
	if b.Score {
		set = append(set, "score")
	}
	if b.Available != nil {
		set = append(set, "available")
	}
	return set
}

// boundsOf are the bounds of a cluster: its own, or else those of every cluster.
func (b *By) boundsOf(cluster string) Bounds {
	bounds := b.ClusterBounds[cluster]
	return Bounds{Minimum: cmp.Or(bounds.Minimum, b.Minimum), Maximum: cmp.Or(bounds.Maximum, b.Maximum)}
}

func (b *Bounds) validate(path *field.Path) (errs field.ErrorList) {
	for name, value := range map[string]*int64{"minimum": b.Minimum, "maximum": b.Maximum} {
		if value != nil && (*value < 0 || *value > Max) {
			errs = append(errs, field.Invalid(path.Child(name), *value, fmt.Sprintf("must be a number from 0 to %d", Max)))
		}
	}
	slices.SortFunc(errs, func(a, b *field.Error) int { return strings.Compare(a.Field, b.Field) })
	if len(errs) == 0 && b.Minimum != nil && b.Maximum != nil && *b.Minimum > *b.Maximum {
		errs = append(errs, field.Invalid(path.Child("minimum"), *b.Minimum,
			fmt.Sprintf("must be at most the maximum, %d", *b.Maximum)))
	}
	return errs
}

// allowed is the range of the bounds.
func (b *Bounds) allowed() Range {
	r := Range{Maximum: Unbounded}
	if b.Minimum != nil {
		r.Minimum = *b.Minimum
	}
	if b.Maximum != nil {
		r.Maximum = *b.Maximum
	}
	return r
}

// Divide divides replicas among the chosen clusters: see [Divide]. The result has the replicas of each, in the order of chosen.
// Mistakes in b are in the list, the error is about the number of replicas. b is a valid one: see [By.Validate].
func (b *By) Divide(ctx context.Context, replicas int64, chosen []Chosen) ([]int64, field.ErrorList, error) {
	if replicas < 0 || replicas > Max {
		return nil, nil, fmt.Errorf("found %d; it must be a number from 0 to %d", replicas, Max)
	}
	shares, errs := b.shares(chosen)
	names, groups := b.groups(chosen, shares)
	errs = append(errs, b.absent(chosen, names)...)
	if len(errs) > 0 {
		return nil, errs, nil
	}
	divided, err := Divide(ctx, replicas, shares, groups)
	if groupError := (*GroupError)(nil); errors.As(err, &groupError) {
		return nil, field.ErrorList{field.Forbidden(field.NewPath("groupBounds").Key(names[groupError.Group]), groupError.Error())}, nil
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("found %d; %w", replicas, err)
	}
	return divided, nil, err
}

// shares are the clusters with their weights and bounds.
func (b *By) shares(chosen []Chosen) ([]Share, field.ErrorList) {
	weigh, errs := b.weigh(), field.ErrorList(nil)
	shares := make([]Share, len(chosen))
	for i := range chosen {
		weight, err := weigh(&chosen[i])
		if err != nil {
			errs = append(errs, err)
		}
		bounds := b.boundsOf(chosen[i].Cluster)
		shares[i] = Share{Cluster: chosen[i].Cluster, Weight: weight, Range: bounds.allowed()}
	}
	return shares, errs
}

// groups are the groups of the clusters in the order of their names. It sets the groups of shares.
func (b *By) groups(chosen []Chosen, shares []Share) (names []string, groups []Range) {
	names = lists.Map(chosen, func(c Chosen) string { return c.Group })
	slices.Sort(names)
	names = slices.Compact(names)
	for _, name := range names {
		bounds := b.GroupBounds[name]
		groups = append(groups, bounds.allowed())
	}
	for i := range chosen {
		shares[i].Group, _ = slices.BinarySearch(names, chosen[i].Group)
	}
	return names, groups
}

// absent are the minimums of clusters and groups that are not chosen. A maximum of one is kept.
func (b *By) absent(chosen []Chosen, groups []string) (errs field.ErrorList) {
	clusters := lists.Map(chosen, func(c Chosen) string { return c.Cluster })
	slices.Sort(clusters)
	for _, row := range []struct {
		attribute, is string
		bounds        map[string]Bounds
		names         []string
	}{
		{"clusterBounds", "is the cluster", b.ClusterBounds, clusters},
		{"groupBounds", "is in the group", b.GroupBounds, groups},
	} {
		for _, name := range slices.Sorted(maps.Keys(row.bounds)) {
			minimum := row.bounds[name].Minimum
			if _, ok := slices.BinarySearch(row.names, name); ok || minimum == nil || *minimum == 0 {
				continue
			}
			path := field.NewPath(row.attribute).Key(name).Child("minimum")
			errs = append(errs, field.Forbidden(path, fmt.Sprintf("no chosen cluster %s %s%s", row.is, excerpt.Quote(name),
				excerpt.DidYouMean(name, row.names))))
		}
	}
	return errs
}

// weigh is how a cluster is weighed.
func (b *By) weigh() func(*Chosen) (uint64, *field.Error) {
	switch {
	case b.Weights != nil:
		return b.byWeights
	case b.Score:
		return byScore
	case b.Available != nil:
		return b.byAvailable()
	}
	return func(*Chosen) (uint64, *field.Error) { return 1, nil }
}

func (b *By) byWeights(c *Chosen) (uint64, *field.Error) {
	path, weights := field.NewPath("weights"), *b.Weights
	i, ok := slices.BinarySearchFunc(weights, c.Cluster, func(r placement.Resource, name string) int {
		return strings.Compare(r.Name, name)
	})
	if ok {
		return weightOf(path.Key(c.Cluster), weights[i].Quantity())
	}
	known := lists.Map(weights, func(r placement.Resource) string { return r.Name })
	return 0, field.Required(path, fmt.Sprintf("must have a weight for the chosen cluster %s%s", excerpt.Quote(c.Cluster),
		excerpt.DidYouMean(c.Cluster, known)))
}

func byScore(c *Chosen) (uint64, *field.Error) {
	path := field.NewPath("score")
	if c.Score == "" {
		return 0, field.Forbidden(path, fmt.Sprintf("the decision for %s has no score: a cluster that no other one competes with has "+
			"none. Set weights, or remove score to divide equally", excerpt.Quote(c.Cluster)))
	}
	quantity, err := placement.ParseQuantity(c.Score)
	if err != nil {
		return 0, field.Forbidden(path, fmt.Sprintf("the score of %s, %s, is not a number",
			excerpt.Quote(c.Cluster), excerpt.Quote(c.Score)))
	}
	if quantity.Sign() < 0 {
		return 0, field.Forbidden(path, fmt.Sprintf("the score of %s is %s, and a weight is at least 0. Set weights instead, such as "+
			"each score plus 100", excerpt.Quote(c.Cluster), quantity.String()))
	}
	return weightOf(path, quantity)
}

// byAvailable weighs clusters by what they have available, or by what they can allocate if that is all that they report.
func (b *By) byAvailable() func(*Chosen) (uint64, *field.Error) {
	nameOf := func(c placement.Cluster) string { return c.Name }
	byName := lists.Index(b.Clusters, nameOf)
	return func(c *Chosen) (uint64, *field.Error) {
		cluster := byName[c.Cluster]
		if cluster == nil {
			return 0, field.Required(field.NewPath("clusters"), fmt.Sprintf("must have the chosen cluster %s%s", excerpt.Quote(c.Cluster),
				excerpt.DidYouMean(c.Cluster, lists.Map(b.Clusters, nameOf))))
		}
		reported := cluster.Available
		if reported == nil {
			reported = cluster.Allocatable
		}
		quantity, ok := reported.Get(*b.Available)
		if !ok {
			resources := lists.Map(reported, func(r placement.Resource) string { return r.Name })
			return 0, field.Invalid(field.NewPath("available"), *b.Available, fmt.Sprintf("cluster %s reports no resource of this name%s",
				excerpt.Quote(c.Cluster), excerpt.DidYouMean(*b.Available, resources)))
		}
		return weightOf(field.NewPath("clusters"), quantity)
	}
}

// maxWeight is the largest weight. In thousandths it has 63 bits.
var maxWeight = resource.MustParse("9P")

// weightOf is a weight in thousandths.
func weightOf(path *field.Path, quantity resource.Quantity) (uint64, *field.Error) {
	if quantity.Sign() < 0 || quantity.Cmp(maxWeight) > 0 {
		return 0, field.Invalid(path, quantity.String(), fmt.Sprintf("must be a weight from 0 to %s", maxWeight.String()))
	}
	return uint64(quantity.MilliValue()), nil
}
