// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// dialect is what is particular to the placements of one dialect. Every function is set.
type dialect struct {
	// setNumber sets the number of clusters. It changes a placement that is the caller's own, as all changes do.
	setNumber func(p *manifest.Placement, number int32)
	// repels reports whether an effect of a taint can exclude a cluster, and tolerate adds a toleration.
	repels   func(effect placement.TaintEffect) bool
	tolerate func(p *manifest.Placement, t Toleration)
	// requirements are what can be removed, in the order of the arguments.
	requirements func(s *search) []candidate
	// admit are the changes that let the placement choose the cluster of the search, beside those of labels that a term wants: of
	// the label of its cluster set, and of a list of names.
	admit func(s *search) []candidate
	// wanted are descriptions of clusters that the placement may choose, the most likely first.
	wanted func(s *search) []Clusters
}

// dialects has a row for each of [placement.Dialects].
var dialects = map[placement.Dialect]*dialect{
	placement.DialectOCM: &ofOCM, placement.DialectKubeFleet: &ofKubeFleet, placement.DialectHybrid: &ofHybrid,
}

// numbers are the nearest numbers of clusters that may satisfy the placement: what it gets, or one for a placement that asks for
// none.
func (s *search) numbers() []candidate {
	argument, wanted := s.Placement.Wanted()
	number := int32(len(s.Result.Decisions))
	switch {
	case wanted == nil:
		return nil
	case *wanted == 0:
		number = 1
	case number == 0 || number >= *wanted:
		return nil
	}
	return []candidate{s.numbered(argument, number)}
}

// numbered is another number of clusters in an argument of the dialect.
func (s *search) numbered(argument string, number int32) candidate {
	path := string(s.Placement.Dialect()) + "." + argument
	return candidate{
		Remedy: Remedy{Kind: Number, At: path, Number: &number}, text: fmt.Sprintf("set %s to %d", path, number),
		apply: func(p *manifest.Placement, _ *fleet.Fleet) { s.of.setNumber(p, number) },
	}
}

// candidates are the other changes but for new clusters, the cheapest first.
func (s *search) candidates() []candidate {
	return slices.Concat(s.tolerations(), s.of.requirements(s), s.closedSets())
}

// maxTaints is how many different taints a search tolerates.
const maxTaints = 10

// tolerations are those of the taints of clusters that are not chosen, or of the cluster of the search: of the most frequent
// taints first.
func (s *search) tolerations() (list []candidate) {
	chosen := sets.New(s.Result.ClusterNames()...)
	counts := map[Toleration]int{}
	for i := range s.Inventory.Clusters {
		c := &s.Inventory.Clusters[i]
		if s.cluster != nil && s.cluster.Name != c.Name {
			continue
		}
		for _, taint := range c.Taints {
			if !chosen.Has(c.Name) && s.of.repels(taint.Effect) {
				counts[Toleration{taint.Key, taint.Value, taint.Effect}]++
			}
		}
	}
	taints := slices.SortedFunc(maps.Keys(counts), func(a, b Toleration) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a.Key, b.Key), strings.Compare(a.Value, b.Value),
			strings.Compare(string(a.Effect), string(b.Effect)))
	})
	if len(taints) > maxTaints {
		taints, s.found.Complete = taints[:maxTaints], false
	}
	path := string(s.Placement.Dialect()) + ".tolerations"
	for _, t := range taints {
		shown := placement.Taint{Key: excerpt.Text(t.Key), Value: excerpt.Text(t.Value), Effect: t.Effect}
		list = append(list, candidate{
			Remedy: Remedy{Kind: Tolerate, At: path, Toleration: &t}, text: fmt.Sprintf("tolerate the taint %s in %s", shown, path),
			apply: func(p *manifest.Placement, _ *fleet.Fleet) { s.of.tolerate(p, t) },
		})
	}
	return list
}

// own gives a placement a copy of its spec and of its list of alternatives. A change replaces whatever else it changes.
func own(p *manifest.Placement) {
	switch {
	case p.OCM != nil:
		spec := *p.OCM
		spec.Predicates = slices.Clone(spec.Predicates)
		p.OCM = &spec
	case p.KubeFleet != nil:
		spec := *p.KubeFleet
		if required := spec.Required(); len(required) > 0 {
			spec.Affinity = kubefleet.NewAffinity(slices.Clone(required), spec.Preferred())
		}
		p.KubeFleet = &spec
	case p.Hybrid != nil:
		spec := *p.Hybrid
		p.Hybrid = &spec
	}
}

// without is a list without an element.
func without[T any](list []T, i int) []T { return slices.Delete(slices.Clone(list), i, i+1) }

// removal is a candidate that removes a requirement.
func removal(path, wants string, apply func(p *manifest.Placement)) candidate {
	text := "remove " + path
	if wants != "" {
		text += " (" + wants + ")"
	}
	return candidate{
		Remedy: Remedy{Kind: Remove, At: path}, text: text, apply: func(p *manifest.Placement, _ *fleet.Fleet) { apply(p) },
	}
}

// part is one requirement of a selector.
type part struct {
	at, wants string
	// without is the selector without it.
	without func(of *metav1.LabelSelector) *metav1.LabelSelector
}

// partsOf are the requirements of a selector, by their names and in their order. A removal of one does not move those before it.
func partsOf(path string, selector *metav1.LabelSelector) (parts []part) {
	if selector == nil {
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(selector.MatchLabels)) {
		parts = append(parts, part{
			fmt.Sprintf("%s.match_labels[%s]", path, excerpt.Quote(key)), excerpt.Quote(selector.MatchLabels[key]),
			func(selector *metav1.LabelSelector) *metav1.LabelSelector {
				rest := *selector
				rest.MatchLabels = maps.Clone(selector.MatchLabels)
				delete(rest.MatchLabels, key)
				return &rest
			},
		})
	}
	for i := range selector.MatchExpressions {
		e := &selector.MatchExpressions[i]
		wants := excerpt.Text(e.Key) + " " + excerpt.Text(string(e.Operator))
		if len(e.Values) > 0 {
			wants += " " + excerpt.Text(excerpt.List(e.Values, ", "))
		}
		parts = append(parts, part{
			fmt.Sprintf("%s.match_expressions[%d]", path, i), wants,
			func(selector *metav1.LabelSelector) *metav1.LabelSelector {
				rest := *selector
				rest.MatchExpressions = without(selector.MatchExpressions, i)
				return &rest
			},
		})
	}
	return parts
}

// matching are labels that a selector matches, if any do, beside those that are given and do not contradict it.
func matching(given map[string]string, selector *metav1.LabelSelector) map[string]string {
	labels := maps.Clone(given)
	if labels == nil {
		labels = map[string]string{}
	}
	if selector == nil {
		return labels
	}
	maps.Copy(labels, selector.MatchLabels)
	for i := range selector.MatchExpressions {
		switch e := &selector.MatchExpressions[i]; e.Operator {
		case metav1.LabelSelectorOpIn:
			if len(e.Values) > 0 && !slices.Contains(e.Values, labels[e.Key]) {
				labels[e.Key] = e.Values[0]
			}
		case metav1.LabelSelectorOpExists:
			if _, set := labels[e.Key]; !set {
				labels[e.Key] = "true"
			}
		case metav1.LabelSelectorOpNotIn:
			if slices.Contains(e.Values, labels[e.Key]) {
				delete(labels, e.Key)
			}
		case metav1.LabelSelectorOpDoesNotExist:
			delete(labels, e.Key)
		}
	}
	return labels
}
