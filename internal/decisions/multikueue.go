// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package decisions

import (
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// kueueVersion is the first version of Kueue's API in which a MultiKueueCluster refers to a ClusterProfile.
const kueueVersion = "kueue.x-k8s.io/v1beta2"

// maxMultiKueue is how many clusters a MultiKueueConfig has at most.
const maxMultiKueue = 20

// multiKueue are a MultiKueueConfig with the clusters by rank, which the incremental dispatcher follows, and a MultiKueueCluster
// for each of them. None of these objects is in a namespace.
func (d *PublishedDecisions) multiKueue() ([]map[string]any, error) {
	var names []string
	for _, name := range d.Ranked {
		// Clusters of two kinds can have one name.
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if len(names) > maxMultiKueue {
			return nil, fmt.Errorf("decisions: found %s, and a MultiKueueConfig has at most %d: choose fewer, for example with "+
				"number_of_clusters, or pass merge(placement, { decisions = slice(placement.decisions, 0, %d) })",
				excerpt.Count(len(d.Ranked), "cluster"), maxMultiKueue, maxMultiKueue)
		}
	}
	if len(names) == 0 {
		return nil, errors.New("decisions: found no cluster, and a MultiKueueConfig has at least one: do not write it for a " +
			"placement that chose none")
	}
	if err := validateObjectName("name", d.Name); err != nil {
		return nil, err
	}
	objects := []map[string]any{kueueObject("MultiKueueConfig", d.Name, map[string]any{
		"clusters": lists.Map(names, func(name string) any { return name }),
	})}
	for _, name := range names {
		if err := validateObjectName("decisions", name); err != nil {
			return nil, err
		}
		objects = append(objects, kueueObject("MultiKueueCluster", name, map[string]any{
			"clusterSource": map[string]any{"clusterProfileRef": map[string]any{"name": name}},
		}))
	}
	return objects, nil
}

// validateObjectName checks what becomes the name of an object.
func validateObjectName(attribute, name string) error {
	if mistakes := validation.IsDNS1123Subdomain(name); len(mistakes) > 0 {
		return fmt.Errorf("%s: found %s, which cannot be the name of an object of Kueue: %s", attribute, excerpt.Quote(name),
			mistakes[0])
	}
	return nil
}

func kueueObject(kind, name string, spec map[string]any) map[string]any {
	return map[string]any{
		"apiVersion": kueueVersion, "kind": kind, "metadata": map[string]any{"name": name}, "spec": spec,
	}
}
