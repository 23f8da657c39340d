// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package decisions

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// DecisionForm is a form in which decisions are written for others.
type DecisionForm string

// The forms.
const (
	// OCMDecisions are PlacementDecisions of Open Cluster Management.
	OCMDecisions DecisionForm = "ocm"
	// SIGDecisions are PlacementDecisions of SIG Multicluster (KEP-5313), with a reason for every cluster.
	SIGDecisions DecisionForm = "sig-multicluster"
	// ArgoCDElements are the elements of a list generator of an ApplicationSet.
	ArgoCDElements DecisionForm = "argocd"
	// MultiKueueObjects are a MultiKueueConfig of Kueue and its MultiKueueClusters.
	MultiKueueObjects DecisionForm = "multikueue"
)

// DecisionForms are all forms.
var DecisionForms = []DecisionForm{OCMDecisions, SIGDecisions, ArgoCDElements, MultiKueueObjects}

// PublishedDecisions are the decisions of a placement.
type PublishedDecisions struct {
	// Name and Namespace are those of the placement.
	Name, Namespace string
	Groups          []PublishedGroup
	// Ranked are the chosen clusters of all groups, the best first.
	Ranked []string
}

// PublishedGroup is a group of decisions.
type PublishedGroup struct {
	// Name is empty outside of the groups of a decision strategy.
	Name     string
	Clusters []PublishedCluster
}

// PublishedCluster is a chosen cluster, and why it was chosen; empty if nothing is known.
type PublishedCluster struct{ Name, Reason string }

// maxDecisions is how many clusters a PlacementDecision has at most, in Open Cluster Management and in KEP-5313.
const maxDecisions = 100

// decisionScheduler is the schedulerName of decisions that Terraform writes.
const decisionScheduler = "terraform-provider-multicluster"

const sigGroup = "multicluster.x-k8s.io"

// WriteDecisions returns the decisions in a form, as values of JSON. The objects of both kinds of PlacementDecisions have the
// same names as on a hub, in at most 100 clusters each.
func WriteDecisions(d *PublishedDecisions, form DecisionForm) ([]map[string]any, error) {
	switch form {
	case ArgoCDElements:
		return d.elements(), nil
	case MultiKueueObjects:
		return d.multiKueue()
	}
	if err := d.validate(form); err != nil {
		return nil, err
	}
	objects, groups := []map[string]any{}, d.Groups
	if len(groups) == 0 {
		groups = []PublishedGroup{{}}
	}
	for index, group := range groups {
		slicesOf := slices.Collect(slices.Chunk(group.Clusters, maxDecisions))
		if len(slicesOf) == 0 {
			// As on a hub: clients tell no decisions from an empty decision, which takes the workload from all clusters.
			slicesOf = [][]PublishedCluster{{}}
		}
		for _, clusters := range slicesOf {
			if form == OCMDecisions {
				objects = append(objects, d.ocmDecision(len(objects), index, group.Name, clusters))
			} else {
				objects = append(objects, d.sigDecision(len(objects), clusters))
			}
		}
	}
	return objects, nil
}

// elements are the elements of a list generator. All values are texts, which templates without goTemplate need.
func (d *PublishedDecisions) elements() []map[string]any {
	elements := []map[string]any{}
	for index, group := range d.Groups {
		for _, c := range group.Clusters {
			elements = append(elements, map[string]any{"cluster": c.Name, "group": strconv.Itoa(index), "groupName": group.Name})
		}
	}
	return elements
}

// validate checks what becomes the value of a label.
func (d *PublishedDecisions) validate(form DecisionForm) error {
	if d.Name == "" {
		return errors.New("the placement has no name, which the names of its PlacementDecisions begin with: set name")
	}
	if mistakes := validation.IsValidLabelValue(d.Name); len(mistakes) > 0 {
		return fmt.Errorf("name: %q cannot be the value of the label by which PlacementDecisions are found: %s", d.Name, mistakes[0])
	}
	if form != OCMDecisions {
		return nil
	}
	for index, group := range d.Groups {
		if mistakes := validation.IsValidLabelValue(group.Name); len(mistakes) > 0 {
			return fmt.Errorf("decision_groups[%d].name: %q cannot be the value of a label: %s", index, group.Name, mistakes[0])
		}
	}
	return nil
}

// ocmDecision is a PlacementDecision of Open Cluster Management. Its decisions are its status.
func (d *PublishedDecisions) ocmDecision(number, group int, groupName string, clusters []PublishedCluster) map[string]any {
	decisions := lists.Map(clusters, func(c PublishedCluster) any {
		return map[string]any{"clusterName": c.Name, "reason": c.Reason}
	})
	object := d.placementDecision(api.OCMGroup+"/v1beta1", number, map[string]any{
		api.PlacementLabel: d.Name, api.OCMGroup + "/decision-group-index": strconv.Itoa(group),
		api.OCMGroup + "/decision-group-name": groupName,
	})
	object["status"] = map[string]any{"decisions": decisions}
	return object
}

// sigDecision is a PlacementDecision of SIG Multicluster. It has no status.
func (d *PublishedDecisions) sigDecision(number int, clusters []PublishedCluster) map[string]any {
	decisions := lists.Map(clusters, func(c PublishedCluster) any {
		decision := map[string]any{"clusterProfileRef": map[string]any{"name": c.Name}}
		if c.Reason != "" {
			decision["reason"] = c.Reason
		}
		return decision
	})
	object := d.placementDecision(sigGroup+"/v1alpha1", number, map[string]any{
		sigGroup + "/decision-key": d.Name, sigGroup + "/decision-index": strconv.Itoa(number),
	})
	object["schedulerName"], object["decisions"] = decisionScheduler, decisions
	return object
}

// placementDecision is a PlacementDecision of any group, without its decisions. The names count from 1.
func (d *PublishedDecisions) placementDecision(apiVersion string, number int, labels map[string]any) map[string]any {
	metadata := map[string]any{"name": fmt.Sprintf("%s-decision-%d", d.Name, number+1), "labels": labels}
	if d.Namespace != "" {
		metadata["namespace"] = d.Namespace
	}
	return map[string]any{"apiVersion": apiVersion, "kind": "PlacementDecision", "metadata": metadata}
}

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
