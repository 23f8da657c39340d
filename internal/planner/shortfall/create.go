// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// create notes the smallest number of new clusters that satisfies the placement, of the first description that does.
func (s *search) create(ctx context.Context) error {
	if _, wanted := s.Placement.Wanted(); wanted != nil && *wanted == 0 {
		return nil
	}
	if s.found.Missing > maxCreated {
		s.found.Complete = false
		return nil
	}
	for _, clusters := range s.of.wanted(s) {
		// A cluster in another domain can let a placement that spreads choose others as well, so that fewer than are missing do.
		created := func(count int) []*candidate { return []*candidate{s.created(clusters, count)} }
		count, err := s.least(ctx, s.found.Missing, created)
		if err != nil {
			return err
		}
		if count > 0 {
			s.note(s.created(clusters, count))
			return nil
		}
	}
	return nil
}

// maxCreated is how many new clusters a way has at most.
const maxCreated = 1000

// created is the change that creates a number of clusters.
func (s *search) created(clusters Clusters, count int) *candidate {
	clusters.Count = count
	return &candidate{
		Remedy: Remedy{Kind: NewClusters, Clusters: &clusters}, text: clusters.String(),
		apply: func(_ *manifest.Placement, f *fleet.Fleet) {
			taken := lists.Set(s.Inventory.Clusters, func(c placement.Cluster) string { return c.Name })
			c := clusters.cluster()
			if f.Clusters = slices.Clip(f.Clusters); c.Name != "" {
				f.Clusters = append(f.Clusters, c)
				return
			}
			for i, left := 1, clusters.Count; left > 0; i++ {
				if c.Name = fmt.Sprintf("new-%d", i); !taken[c.Name] {
					f.Clusters = append(f.Clusters, c)
					left--
				}
			}
		},
	}
}

// cluster is one of the clusters.
func (clusters *Clusters) cluster() placement.Cluster {
	c := placement.Cluster{Name: clusters.Name, Labels: clusters.Labels, Claims: clusters.Claims}
	for _, name := range slices.Sorted(maps.Keys(clusters.AtLeast)) {
		rest, isResource := strings.CutPrefix(name, kubefleet.ResourcePrefix)
		if !isResource {
			if c.Properties == nil {
				c.Properties = map[string]string{}
			}
			c.Properties[name] = clusters.AtLeast[name]
			continue
		}
		quantity, err := placement.ParseQuantity(clusters.AtLeast[name])
		if err != nil {
			continue
		}
		kind, resource, _ := strings.Cut(rest, "-")
		amounts := map[string]*placement.Resources{"total": &c.Capacity, "allocatable": &c.Allocatable, "available": &c.Available}[kind]
		if amounts != nil {
			*amounts = append(*amounts, placement.NewResource(resource, quantity))
		}
	}
	return c
}

// String is what has to be created.
func (clusters *Clusters) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "add %s", excerpt.Count(clusters.Count, "cluster"))
	if clusters.Name != "" {
		fmt.Fprintf(&text, " named %s", excerpt.Quote(clusters.Name))
	}
	separator := " with "
	for _, texts := range []struct {
		one, many, is string
		values        map[string]string
	}{
		{"the label", "the labels", " = ", clusters.Labels}, {"the claim", "the claims", " = ", clusters.Claims},
		{"at least", "at least", ": ", clusters.AtLeast},
	} {
		if len(texts.values) == 0 {
			continue
		}
		list := lists.Map(slices.Sorted(maps.Keys(texts.values)), func(name string) string {
			return excerpt.Text(name) + texts.is + excerpt.Quote(texts.values[name])
		})
		what := texts.one
		if len(list) > 1 {
			what = texts.many
		}
		text.WriteString(separator + what + " " + excerpt.List(list, ", "))
		separator = " and "
	}
	return text.String()
}

// shown is how many ways a text has.
const shown = 3

// String has the first ways, as lines of a list; it is empty without any.
func (f *Shortfall) String() string {
	if len(f.Ways) == 0 {
		return ""
	}
	var text strings.Builder
	text.WriteString("One of these changes satisfies the placement:")
	for i := range f.Ways[:min(len(f.Ways), shown)] {
		text.WriteString("\n  - " + f.Ways[i].Text)
	}
	if more := len(f.Ways) - shown; more > 0 {
		fmt.Fprintf(&text, "\n  - or %s: see shortfall", excerpt.Count(more, "other"))
	}
	return text.String()
}
