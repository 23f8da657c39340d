// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// rule is what a cluster is when an object of KubeFleet reports something of it. The first rule that fits applies.
type rule[T any] struct {
	// reported and says are what the documents say of the rule: what the object reports, and what the message has.
	reported, says string
	status         step.Status
	// hasTime says that the cluster is in this state since the time of the condition.
	hasTime bool
	// fits returns the condition that decides, with the message, which may be nil.
	fits func(*T) (from *metav1.Condition, ok bool)
}

// applyRules derives the status of the cluster from the first rule that fits. It reports whether one does.
func applyRules[T any](o *Observation, rules []rule[T], reported *T) bool {
	for i := range rules {
		from, fits := rules[i].fits(reported)
		if !fits {
			continue
		}
		o.derived(rules[i].status, from, rules[i].hasTime)
		if rules[i].says != "" && from != nil {
			o.status.Message = excerpt.Line(from.Message, messageBytes)
		}
		return true
	}
	return false
}

// table is a table of rules for the documents, in Markdown, in the order in which they apply.
func table[T any](title string, rules []rule[T]) string {
	text := "| " + title + " | Status | `message` |\n|---|---|---|\n"
	for i := range rules {
		text += fmt.Sprintf("| %s | `%s` | %s |\n", rules[i].reported, rules[i].status, rules[i].says)
	}
	return text
}
