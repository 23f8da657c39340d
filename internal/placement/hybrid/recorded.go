// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"encoding/json"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// MismatchEliminated means that a round on the hub has removed the target.
var MismatchEliminated = &placement.MismatchKind{
	Name:     "eliminated",
	Sentence: func(*placement.Mismatch) string { return "an earlier round on the hub has eliminated the target" },
	Before:   "a round on the hub had eliminated it",
	Origin:   placement.OriginAdvisor,
}

// removedOnHub is why a target was removed before the first round.
const removedOnHub = "eliminated_on_hub"

// resume continues a decision where the hub is: with the candidates that are left there, in their order. The operator starts
// again if the candidates change.
func (p *pass) resume() {
	recorded := p.req.Recorded
	if recorded == nil {
		return
	}
	asked := make(map[*candidate]bool, len(p.line))
	left := p.candidatesOf(recorded.Candidates, asked)
	removed := p.candidatesOf(recorded.Eliminators, asked)
	if len(asked) < len(p.line) {
		p.warnOfUnasked(asked)
		return
	}
	isWhole := len(left) == len(recorded.Candidates) && len(removed) == len(recorded.Eliminators)
	if !recorded.Continues || !isWhole || len(removed) == 0 {
		return
	}
	for _, c := range removed {
		p.reject(c.key, StageRecommendation, placement.Mismatch{Kind: MismatchEliminated})
		p.eliminated = append(p.eliminated, Eliminated{Target: c.target, Reason: removedOnHub})
	}
	p.line = left
}

// candidatesOf finds the candidates of some keys, each once, and adds them to those that were found.
func (p *pass) candidatesOf(keys []string, known map[*candidate]bool) []*candidate {
	list := make([]*candidate, 0, len(keys))
	for i, key := range keys {
		if c := p.find(key, i); c != nil && !known[c] {
			known[c] = true
			list = append(list, c)
		}
	}
	return list
}

// warnOfUnasked warns about candidates that the hub did not have when its advisors answered. A status without candidates does not
// say which it had.
func (p *pass) warnOfUnasked(asked map[*candidate]bool) {
	if len(asked) == 0 {
		return
	}
	names := lists.Filter(p.line, func(c *candidate) (string, bool) { return c.key, !asked[c] })
	p.warn(fmt.Sprintf("the recommendations in the status of the rule are older than the fleet: its candidates do not include %s",
		excerpt.List(names, ", ")))
}

// Missing is the rule without which the built-in advisor of the name has no answer, such as rules.costs; empty if it needs none,
// or has it.
func (a *Advisor) Missing() string {
	var rules struct {
		ResourceHint json.RawMessage   `json:"resourceHint"`
		Policies     []json.RawMessage `json:"policies"`
		Compliance   json.RawMessage   `json:"compliance"`
		Costs        json.RawMessage   `json:"costs"`
	}
	if len(a.Rules) > 0 && json.Unmarshal(a.Rules, &rules) != nil {
		// The advisor says what is wrong with its rules.
		return ""
	}
	switch a.Name {
	case "resource_hint", "rhacm":
		if rules.ResourceHint == nil {
			return "rules.resourceHint"
		}
	case "policy", "grc":
		if rules.Compliance == nil && len(rules.Policies) > 0 {
			return "rules.compliance"
		}
	case "cost":
		if rules.Costs == nil {
			return "rules.costs"
		}
	}
	return ""
}

// SameObject reports whether two specs are the same in a PlacementRule, which does not have all fields of an advisor.
func (p *Spec) SameObject(other *Spec) bool {
	return p.object() == other.object()
}

// object is the canonical JSON of the spec of a PlacementRule.
func (p *Spec) object() string {
	spec := *p
	spec.Advisors = make([]Advisor, len(p.Advisors))
	for i := range p.Advisors {
		a := &p.Advisors[i]
		spec.Advisors[i] = Advisor{Name: a.Name, Type: a.Type, Weight: a.Weight, Rules: a.Rules}
		if !json.Valid(a.Rules) {
			spec.Advisors[i].Rules = nil
		}
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return ""
	}
	value := jsontext.Value(text)
	if value.Canonicalize() != nil {
		return string(text)
	}
	return string(value)
}
