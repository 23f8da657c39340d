// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// known are the names that an edit of resources or properties can have an effect on.
type known struct {
	resources, properties map[string]bool
	// readsAll says that a placement may read resources of any name.
	readsAll bool
}

// namesOf are the names that the clusters of the world have, and that its placements read.
func namesOf(w *world.World) *known {
	k := &known{resources: map[string]bool{}, properties: map[string]bool{}}
	for i := range w.Fleet.Manifests.Clusters {
		k.addCluster(&w.Fleet.Manifests.Clusters[i])
	}
	for i := range w.Placements {
		k.addPlacement(&w.Placements[i].Placement)
	}
	return k
}

func (k *known) addCluster(c *placement.Cluster) {
	for _, list := range []placement.Resources{c.Capacity, c.Allocatable, c.Available} {
		for i := range list {
			k.resources[list[i].Name] = true
		}
	}
	for name := range c.Properties {
		k.properties[name] = true
	}
}

func (k *known) addPlacement(p *planner.Placement) {
	k.resources["cpu"], k.resources["memory"] = true, true
	k.readsAll = k.readsAll || p.Hybrid != nil || p.OCM != nil && p.OCM.ReadsObjects()
	if p.KubeFleet == nil {
		return
	}
	for _, name := range p.KubeFleet.PropertyNames() {
		k.properties[name] = true
		if text, isResource := kubefleet.ResourceOf(name); isResource {
			k.resources[text] = true
		}
	}
}

// checkNames finds edits of resources and properties that no cluster has and no placement reads: they are misspelt.
func checkNames(w *world.World, steps [][]edit.Edit, root *field.Path) (findings finding.List) {
	k := namesOf(w)
	for _, edits := range steps {
		for i := range edits {
			if added := edits[i].Add; added != nil {
				k.addCluster(added)
			}
			if spec := edits[i].Spec; spec != nil {
				changed := spec.Replacement()
				k.addPlacement(&changed)
			}
		}
	}
	for i, edits := range steps {
		for n := range edits {
			e, path := &edits[n], root.Index(i).Index(n)
			if e.Resize != nil {
				path := path.Child("resize")
				findings = append(findings, k.unknown("resource", path.Child("resources"), e.Resize.Resources, k.resources, k.readsAll)...)
				findings = append(findings, k.unknown("resource", path.Child("available"), e.Resize.Available, k.resources, k.readsAll)...)
			}
			if e.Property != nil {
				findings = append(findings, k.unknown("property", path.Child("property", "set"), e.Property.Set, k.properties, false)...)
			}
		}
	}
	return findings[:min(len(findings), finding.Shown)]
}

// unknown are the errors about names that are not known. If placements may read any name, only one that is near another is an
// error.
func (k *known) unknown(
	what string, path *field.Path, set map[string]string, names map[string]bool, readsAll bool,
) (findings finding.List) {
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if names[name] {
			continue
		}
		hint := excerpt.DidYouMean(name, slices.Sorted(maps.Keys(names)))
		if hint == "" && readsAll {
			continue
		}
		findings = append(findings, finding.Failure(path.Key(name).String(), "No cluster has the "+what, excerpt.Sentence(fmt.Sprintf(
			"No cluster of the fleet has the %s %s, and no placement reads it%s", what, excerpt.Quote(name), hint))))
	}
	return findings
}

// shownNames is how many names an output lists.
const shownNames = 10

// Names are the first of some names, and how many there are.
type Names struct {
	// The first 10 names.
	Names []string `json:"names"`
	// How many there are.
	Count int `json:"count"`
}

// NamesOf are some names as an output.
func NamesOf(all []string) Names {
	return Names{Names: append([]string{}, all[:min(len(all), shownNames)]...), Count: len(all)}
}

// Add adds a name.
func (n *Names) Add(name string) {
	if n.Count++; n.Count <= shownNames {
		n.Names = append(n.Names, name)
	}
}
