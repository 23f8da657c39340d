// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"cmp"
	"fmt"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// kubernetesRule is the spec of a PlacementRule for Kubernetes resources alone. Older versions call the names and the labels
// otherwise. The clusters are sorted by the resource of the hint.
type kubernetesRule struct {
	SchedulerName   string `json:"schedulerName"`
	ClusterReplicas *int32 `json:"clusterReplicas"`
	Clusters        []struct {
		Name string `json:"name"`
	} `json:"clusters"`
	ClusterNames      []string                  `json:"clusterNames"`
	ClusterSelector   *metav1.LabelSelector     `json:"clusterSelector"`
	ClusterLabels     *metav1.LabelSelector     `json:"clusterLabels"`
	ClusterConditions []kubernetesRuleCondition `json:"clusterConditions"`
	ResourceHint      *struct {
		Type  string `json:"type"`
		Order string `json:"order"`
	} `json:"resourceHint"`
	Policies []struct {
		Name string `json:"name"`
	} `json:"policies"`
}

// kubernetesRuleCondition is a condition that a cluster must not have with another status.
type kubernetesRuleCondition struct {
	Type   string `json:"type"`
	Status string `json:"status"`
}

// meant is the condition of a ManagedCluster. The examples of IBM have one without a status, OK, which only its predecessor has.
func (c kubernetesRuleCondition) meant() kubernetesRuleCondition {
	c.Status = cmp.Or(c.Status, "True")
	if c.Type == "OK" {
		c.Type = "ManagedClusterConditionAvailable"
	}
	return c
}

// readKubernetesRule reads a PlacementRule for Kubernetes resources alone as the Placement of Open Cluster Management that
// decides the same: its chosen clusters stay, or the hint ranks them; taints do not matter. It has no namespace, because a
// Placement sees only the cluster sets that are bound to its namespace, and the rule sees all clusters. Untranslated is what it
// decides otherwise.
func readKubernetesRule(raw []byte, strict bool) (Placement, error) {
	o, err := specOf[kubernetesRule](raw, strict)
	if err != nil {
		return Placement{}, err
	}
	metadata, err := api.MetadataOf(raw)
	if err != nil {
		return Placement{}, err
	}
	selector, err := o.selector()
	if err != nil {
		return Placement{}, err
	}
	configuration, err := o.prioritizer()
	if err != nil {
		return Placement{}, err
	}
	spec := &ocm.Spec{
		NumberOfClusters: o.ClusterReplicas, Tolerations: []match.Toleration{{Operator: match.OperatorExists}},
		PrioritizerPolicy: ocm.PrioritizerPolicy{
			Mode: ocm.ModeExact, Configurations: []ocm.PrioritizerConfiguration{configuration},
		},
	}
	if selector != (ocm.ClusterSelector{}) {
		spec.Predicates = []ocm.Predicate{{RequiredClusterSelector: selector}}
	}
	p := Placement{Name: metadata.Name, OCM: spec, OfRule: true, Untranslated: o.untranslated()}
	if name := o.SchedulerName; name != "" && name != "default" && name != "mcm" {
		p.Unscheduled = "spec.schedulerName is " + excerpt.Quote(name)
	}
	return p, nil
}

// selector selects the clusters of the rule. The names, which are a label there, take precedence over the other labels.
func (o *kubernetesRule) selector() (selector ocm.ClusterSelector, err error) {
	spec := field.NewPath("spec")
	if o.ClusterSelector != nil && o.ClusterLabels != nil {
		return selector, field.Forbidden(spec.Child("clusterLabels"), "is the former name of clusterSelector, which is also set; "+
			"remove one of them")
	}
	switch names := o.names(); {
	case len(names) > 0:
		selector.LabelSelector = &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
			{Key: "name", Operator: metav1.LabelSelectorOpIn, Values: names},
		}}
	case o.ClusterSelector != nil:
		selector.LabelSelector = o.ClusterSelector
	default:
		selector.LabelSelector = o.ClusterLabels
	}
	for i, c := range o.ClusterConditions {
		if c.Type == "" {
			return selector, field.Required(spec.Child("clusterConditions").Index(i).Child("type"), "a condition must have a type")
		}
		c = c.meant()
		selector.CELSelector = cmp.Or(selector.CELSelector, &ocm.CELSelector{})
		selector.CELSelector.CELExpressions = append(selector.CELSelector.CELExpressions, fmt.Sprintf(
			"managedCluster.status.conditions == null || !managedCluster.status.conditions.exists(c, c.type == %s && c.status != %s)",
			strconv.Quote(c.Type), strconv.Quote(c.Status)))
	}
	return selector, nil
}

// names are the names of the clusters that the rule chooses from.
func (o *kubernetesRule) names() []string {
	names := o.ClusterNames
	for i := range o.Clusters {
		names = append(names, o.Clusters[i].Name)
	}
	return names
}

// untranslated is what a Placement does not decide as the rule does, in the order of the fields.
func (o *kubernetesRule) untranslated() (list []Untranslated) {
	changed := func(path *field.Path, reason string) {
		list = append(list, Untranslated{path.String(), ChangedMeaning, reason + "."})
	}
	spec := field.NewPath("spec")
	if n := o.ClusterReplicas; n != nil && *n > 0 {
		changed(spec.Child("clusterReplicas"), "The rule has no order for clusters that rank equally; a Placement chooses the first "+
			"by name. To start from what the rule has chosen, set previous_decisions")
	}
	const leftOut = "It has no effect beside the names of clusters, and the translation leaves it out"
	if o.ClusterSelector != nil && len(o.names()) > 0 {
		changed(spec.Child("clusterSelector"), leftOut)
	}
	if o.ClusterLabels != nil && len(o.names()) > 0 {
		changed(spec.Child("clusterLabels"), leftOut)
	}
	for i, c := range o.ClusterConditions {
		if meant := c.meant(); meant != c {
			changed(spec.Child("clusterConditions").Index(i),
				fmt.Sprintf("Read as the type %s with the status %s", excerpt.Quote(meant.Type), excerpt.Quote(meant.Status)))
		}
	}
	if o.ResourceHint != nil && o.ClusterReplicas != nil {
		changed(spec.Child("resourceHint"), "The rule sorts by the amount, a Placement by a whole number from -100 to 100 for it: "+
			"nearly equal clusters are in the order of names")
	}
	if len(o.Policies) > 0 {
		list = append(list, Untranslated{spec.Child("policies").String(), NotTranslated,
			"policies cannot be decoded. Remove them, and write a rule for the compliance of the clusters: hybrid = { advisors = " +
				`[{ name = "policy", type = "predicate", rules = { policies = [...], compliance = {...} } }] }`})
	}
	return list
}

// prioritizer ranks the clusters: by the hint, without which the chosen ones stay.
func (o *kubernetesRule) prioritizer() (ocm.PrioritizerConfiguration, error) {
	hint, path := o.ResourceHint, field.NewPath("spec", "resourceHint")
	if hint == nil {
		return ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: ocm.Steady}}, nil
	}
	builtIn := map[string]string{"cpu": ocm.ResourceAllocatableCPU, "memory": ocm.ResourceAllocatableMemory}[hint.Type]
	weight := map[string]int32{"": 1, "desc": 1, "asc": -1}[hint.Order]
	switch {
	case builtIn == "":
		return ocm.PrioritizerConfiguration{}, excerpt.NotSupported(path.Child("type"), hint.Type, []string{"cpu", "memory"})
	case weight == 0:
		return ocm.PrioritizerConfiguration{}, excerpt.NotSupported(path.Child("order"), hint.Order, []string{"asc", "desc"})
	}
	configuration := ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: builtIn}}
	if weight < 0 {
		configuration.Weight = &weight
	}
	return configuration, nil
}
