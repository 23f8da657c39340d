// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// BuiltIn answers for static advisors, and for the advisors that are part of the package, by their names in BuiltIns.
// These are configured by the rules of the placement rule's advisor.
type BuiltIn struct{}

// BuiltIns are the advisors that BuiltIn answers for.
var BuiltIns = map[string]func(q *Question) (Answer, error){
	"alphabet":      alphabet,
	"veto":          veto,
	"resource_hint": resourceHint,
	"policy":        policy,
	"cost":          cost,
	"rotate":        rotate,
	// The names in the published examples.
	"rhacm": resourceHint,
	"grc":   policy,
}

// BuiltInAdvisors are the names of the advisors that need no recommendations.
func BuiltInAdvisors() []string { return slices.Sorted(maps.Keys(BuiltIns)) }

// Answer answers for a static or a built-in advisor.
func (BuiltIn) Answer(q *Question) (Answer, error) {
	if q.Advisor.Recommendations != nil {
		return Answer{Recommendations: q.Advisor.static(), Final: true}, nil
	}
	answer, ok := BuiltIns[q.Advisor.Name]
	if !ok {
		return Answer{}, fmt.Errorf("there is no built-in advisor of this name")
	}
	return answer(q)
}

// static is the answer of a static advisor.
func (a *Advisor) static() []placement.Recommendation {
	answer := make([]placement.Recommendation, len(a.Recommendations))
	for i, r := range a.Recommendations {
		key := (&placement.Target{Name: r.Name, Namespace: r.Namespace}).Key()
		answer[i] = placement.Recommendation{Target: key, Score: MaxScore, Reason: r.Reason}
		if r.Score != nil {
			answer[i].Score = int(*r.Score)
		}
	}
	return answer
}

// alphabet names the first candidates by name, and then namespace: as many as the rule wants.
func alphabet(q *Question) (Answer, error) {
	list := slices.Clone(q.Candidates)
	slices.SortStableFunc(list, func(a, b *placement.Target) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Namespace, b.Namespace))
	})
	return Answer{Recommendations: recommend(list[:q.wanted()])}, nil
}

// veto names every candidate that no entry of rules.resources matches. An entry matches by its name and namespace, if they
// are set; an entry without both matches nothing.
func veto(q *Question) (Answer, error) {
	var rules struct {
		Resources []TargetReference `json:"resources"`
	}
	if err := q.rules(&rules); err != nil {
		return Answer{}, err
	}
	vetoed := newReferences(slices.DeleteFunc(rules.Resources, func(r TargetReference) bool { return r == TargetReference{} }))
	return q.each(func(t *placement.Target) bool { return !vetoed.match(t) }), nil
}

// resourceHint rates the candidates by their allocatable cpu or memory, from 0 for the least to 100 for the most, rounded
// down; rules.resourceHint.order asc reverses the scores. A candidate without the resource is not named.
func resourceHint(q *Question) (Answer, error) {
	var rules struct {
		ResourceHint struct {
			Type  string `json:"type"`
			Order string `json:"order"`
		} `json:"resourceHint"`
	}
	if err := q.rules(&rules); err != nil {
		return Answer{}, err
	}
	hint := rules.ResourceHint
	if hint.Type != "cpu" && hint.Type != "memory" || hint.Order != "" && hint.Order != "asc" && hint.Order != "desc" {
		return Answer{}, fmt.Errorf("resourceHint has type %s and order %s; it must be cpu or memory, asc or desc",
			excerpt.Quote(hint.Type), excerpt.Quote(hint.Order))
	}
	return q.scale(hint.Order == "asc", func(t *placement.Target) (int64, bool) {
		if t.Cluster == nil {
			return 0, false
		}
		quantity, ok := t.Cluster.Allocatable.Get(hint.Type)
		if hint.Type == "cpu" {
			return quantity.ScaledValue(resource.Milli), ok
		}
		return quantity.Value(), ok
	}), nil
}

// policy names the candidates that comply with all of rules.policies. rules.compliance maps a target key to policies, and
// these to whether the target complies; it does not comply with a policy that is missing.
func policy(q *Question) (Answer, error) {
	var rules struct {
		Policies []struct {
			Name string `json:"name"`
		} `json:"policies"`
		Compliance map[string]map[string]bool `json:"compliance"`
	}
	if err := q.rules(&rules); err != nil {
		return Answer{}, err
	}
	return q.each(func(t *placement.Target) bool {
		compliance := rules.Compliance[t.Key()]
		for _, p := range rules.Policies {
			if !compliance[p.Name] {
				return false
			}
		}
		return true
	}), nil
}

// cost rates the candidates by rules.costs, target key to cost: 100 for the cheapest, 0 for the most expensive, rounded
// down. A candidate without a cost is not named.
func cost(q *Question) (Answer, error) {
	var rules struct {
		Costs map[string]quantity `json:"costs"`
	}
	if err := q.rules(&rules); err != nil {
		return Answer{}, err
	}
	costs := make(map[string]int64, len(rules.Costs))
	for key, quantity := range rules.Costs {
		costs[key] = quantity.ScaledValue(resource.Micro)
	}
	return q.scale(true, func(t *placement.Target) (int64, bool) {
		c, ok := costs[t.Key()]
		return c, ok
	}), nil
}

// quantity is a quantity in JSON, a string or a number. It is parsed with the limits of placement.ParseQuantity.
type quantity struct{ resource.Quantity }

// UnmarshalJSON reads a quantity; null is 0.
func (q *quantity) UnmarshalJSON(text []byte) error {
	*q = quantity{}
	if string(text) == "null" {
		return nil
	}
	written := string(text)
	if text[0] == '"' {
		if err := json.Unmarshal(text, &written); err != nil {
			return err
		}
	}
	var err error
	q.Quantity, err = placement.ParseQuantity(strings.TrimSpace(written))
	return err
}

// rotate names as many candidates as the rule wants, in the order of their keys, beginning with number rules.rotation and
// starting over at the end. The number is an input, because a plan must be repeatable.
func rotate(q *Question) (Answer, error) {
	var rules struct {
		Rotation int `json:"rotation"`
	}
	if err := q.rules(&rules); err != nil {
		return Answer{}, err
	}
	if rules.Rotation < 0 {
		return Answer{}, fmt.Errorf("rotation is %d; it must not be negative", rules.Rotation)
	}
	list := slices.Clone(q.Candidates)
	slices.SortFunc(list, func(a, b *placement.Target) int { return strings.Compare(a.Key(), b.Key()) })
	first := rules.Rotation % len(list)
	return Answer{Recommendations: recommend(slices.Concat(list[first:], list[:first])[:q.wanted()])}, nil
}

// rules reads the advisor's rules. Unknown fields are ignored.
func (q *Question) rules(into any) error {
	if len(q.Advisor.Rules) == 0 {
		return nil
	}
	if err := json.Unmarshal(q.Advisor.Rules, into); err != nil {
		return fmt.Errorf("its rules cannot be read: %w", err)
	}
	return nil
}

// wanted is how many of the candidates the rule wants.
func (q *Question) wanted() int {
	if q.Rule.Replicas == nil {
		return len(q.Candidates)
	}
	return min(int(*q.Rule.Replicas), len(q.Candidates))
}

// each names the candidates that the function accepts. The answer is final, because it is independent for each candidate.
func (q *Question) each(take func(*placement.Target) bool) Answer {
	return Answer{Final: true, Recommendations: recommend(slices.DeleteFunc(slices.Clone(q.Candidates),
		func(t *placement.Target) bool { return !take(t) }))}
}

// scale rates the candidates that have a value from 0 to 100 in proportion to it, in whole numbers. If descending, the
// largest value gets 0 and the smallest 100. If all have the same value, all get 100.
func (q *Question) scale(descending bool, value func(*placement.Target) (int64, bool)) Answer {
	values := make(map[*placement.Target]int64, len(q.Candidates))
	for _, t := range q.Candidates {
		if v, ok := value(t); ok {
			values[t] = v
		}
	}
	return q.scaled(descending, values)
}

// scaled rates the remaining candidates by values that were read before.
func (q *Question) scaled(descending bool, values map[*placement.Target]int64) Answer {
	return Answer{
		Recommendations: scale(q.Candidates, descending, values),
		Next:            func(q *Question) (Answer, error) { return q.scaled(descending, values), nil },
	}
}

func scale(candidates []*placement.Target, descending bool, values map[*placement.Target]int64) []placement.Recommendation {
	answer := make([]placement.Recommendation, 0, len(candidates))
	list := make([]int64, 0, len(candidates))
	for _, t := range candidates {
		if v, ok := values[t]; ok {
			answer, list = append(answer, placement.Recommendation{Target: t.Key(), Score: MaxScore}), append(list, v)
		}
	}
	if len(list) == 0 {
		return nil
	}
	least, most := slices.Min(list), slices.Max(list)
	for i := range answer {
		switch {
		case most == least:
		case descending:
			answer[i].Score = share(most, list[i], least, most)
		default:
			answer[i].Score = share(list[i], least, least, most)
		}
	}
	return answer
}

// share is the difference of low and high, in percent of the difference of least and most, rounded down. Differences of
// two int64 are exact as uint64.
func share(high, low, least, most int64) int {
	part, whole := uint64(high)-uint64(low), uint64(most)-uint64(least)
	carry, product := bits.Mul64(part, MaxScore)
	percent, _ := bits.Div64(carry, product, whole)
	return int(percent)
}

func recommend(targets []*placement.Target) []placement.Recommendation {
	return lists.Map(targets, func(t *placement.Target) placement.Recommendation {
		return placement.Recommendation{Target: t.Key(), Score: MaxScore}
	})
}
