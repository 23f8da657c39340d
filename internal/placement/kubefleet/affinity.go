// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// term is a compiled required ClusterSelectorTerm. Its mistakes are reported when a cluster is compared with it, because
// upstream finds them only then.
type term struct {
	field       string
	labels      match.Selector
	labelsError error
	expressions []expression
}

type expression struct {
	*PropertySelectorRequirement
	property property
	field    string
	expected resource.Quantity
	mistake  string
}

func (p *pass) compileTerms() []term {
	list := p.req.Required()
	terms := make([]term, len(list))
	for i := range list {
		t := &terms[i]
		t.field = fmt.Sprintf(
			"affinity.clusterAffinity.requiredDuringSchedulingIgnoredDuringExecution.clusterSelectorTerms[%d]", i)
		t.labels, t.labelsError = match.CompileSelector(list[i].LabelSelector)
		requirements := list[i].Properties()
		for k := range requirements {
			t.expressions = append(t.expressions, requirements[k].compile())
			t.expressions[k].field = fmt.Sprintf("%s.propertySelector.matchExpressions[%d]", t.field, k)
		}
	}
	return terms
}

func (r *PropertySelectorRequirement) compile() expression {
	e := expression{PropertySelectorRequirement: r, property: compileProperty(r.Name)}
	e.expected, e.mistake = expectedQuantity(r)
	return e
}

// expectedQuantity reads the quantity of a requirement, or returns upstream's message if it is wrong.
func expectedQuantity(r *PropertySelectorRequirement) (expected resource.Quantity, mistake string) {
	if len(r.Values) != 1 {
		return expected, "more than one value in the property selector expression"
	}
	expected, err := placement.ParseQuantity(r.Values[0])
	if err != nil {
		return expected, fmt.Sprintf("value specified in property selector %s is not a valid resource quantity: %v", r.Values[0], err)
	}
	if comparisons[r.Operator] == nil {
		return expected, "invalid operator: " + r.Operator
	}
	return expected, ""
}

// comparisons report whether an order of found and expected value (-1, 0, 1) meets an operator.
var comparisons = map[string]func(order int) bool{
	GreaterThan:        func(order int) bool { return order > 0 },
	GreaterThanOrEqual: func(order int) bool { return order >= 0 },
	Equal:              func(order int) bool { return order == 0 },
	NotEqual:           func(order int) bool { return order != 0 },
	LessThan:           func(order int) bool { return order < 0 },
	LessThanOrEqual:    func(order int) bool { return order <= 0 },
}

// MismatchProperty means that a cluster property is missing or has the wrong value.
var MismatchProperty = propertyMismatch()

// propertyMismatch is the kind of a property: unlike a label selector, what is wanted of it does not have its name.
func propertyMismatch() *placement.MismatchKind {
	kind := placement.ValueMismatch("property")
	kind.Cause = func(m *placement.Mismatch) string {
		return fmt.Sprintf("property %s does not match %s", m.Key, m.Wanted)
	}
	return kind
}

// filterByAffinity is the filter that keeps a cluster that matches a term. The terms are tried in order, so a mistake in a term
// after the matching one is not found. This filter is the first, so a mistake in an ineligible cluster's properties is found.
func (p *pass) filterByAffinity() func(position int32) (bool, *placement.Misconfiguration) {
	const reason = "cluster does not match with any of the required cluster affinity terms"
	terms := p.compileTerms()
	mismatches := make([]placement.Mismatch, len(terms))
	return func(position int32) (bool, *placement.Misconfiguration) {
		for i := range terms {
			mismatch, matches, misconfigured := terms[i].match(p.Clusters[position])
			if misconfigured != nil && !p.explaining {
				return false, misconfigured
			}
			if matches {
				return true, nil
			}
			mismatches[i] = mismatch
		}
		p.Reject(position, StageAffinity, reason, mismatches...)
		return false, nil
	}
}

func (t *term) match(c *placement.Cluster) (placement.Mismatch, bool, *placement.Misconfiguration) {
	if t.labelsError != nil {
		field := t.field + ".labelSelector"
		return placement.Mismatch{Kind: placement.MismatchLabel, Field: field, Wanted: "a valid selector"}, false,
			&placement.Misconfiguration{
				Field: field, Message: "failed to parse label selector: " + t.labelsError.Error(),
			}
	}
	if mismatch, unmet := t.labels.Mismatch(placement.MismatchLabel, c.Labels); unmet {
		mismatch.Field = t.field
		return mismatch, false, nil
	}
	for i := range t.expressions {
		e := &t.expressions[i]
		met, message := e.met(c)
		if met {
			continue
		}
		actual, present := e.property.text(c)
		mismatch := placement.Mismatch{
			Kind: MismatchProperty, Field: e.field, Key: e.Name, Found: actual, Present: present, Wanted: e.wanted(),
		}
		if message != "" {
			return mismatch, false, &placement.Misconfiguration{Field: e.field, Message: message}
		}
		return mismatch, false, nil
	}
	return placement.Mismatch{}, true, nil
}

// met reports whether the cluster's property meets the requirement, or returns upstream's message if it cannot be compared.
func (e *expression) met(c *placement.Cluster) (met bool, message string) {
	quantity, ok, message := e.property.value(c)
	if message != "" || !ok {
		return false, message
	}
	if e.mistake != "" {
		return false, e.mistake
	}
	return comparisons[e.Operator](quantity.Cmp(e.expected)), ""
}

func (e *expression) wanted() string {
	if len(e.Values) != 1 {
		return e.Operator
	}
	return e.Operator + " " + e.Values[0]
}
