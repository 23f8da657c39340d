// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// Term is what a placement requires of a cluster. A cluster has to match one of the terms, if there are any.
type Term struct {
	// Name is that of the term in the words of HCL, and LabelsAt, ClaimsAt and PropertiesAt are the paths of its parts.
	Name, LabelsAt, ClaimsAt, PropertiesAt string

	Labels, Claims *metav1.LabelSelector
	Properties     []kubefleet.PropertySelectorRequirement
}

// Terms are the terms of a placement of any scheduler. CEL expressions are not among them.
func (p *Placement) Terms() (terms []Term) {
	switch {
	case p.OCM != nil:
		for i := range p.OCM.Predicates {
			selector, name := &p.OCM.Predicates[i].RequiredClusterSelector, fmt.Sprintf("predicates[%d]", i)
			path := "ocm." + name + ".requiredClusterSelector."
			terms = append(terms, Term{
				Name: name, LabelsAt: path + "labelSelector", ClaimsAt: path + "claimSelector",
				Labels: selector.LabelSelector, Claims: selector.ClaimSelector.AsLabels(),
			})
		}
	case p.KubeFleet != nil:
		const required = "kubefleet.affinity.clusterAffinity.requiredDuringSchedulingIgnoredDuringExecution."
		for i, term := range p.KubeFleet.Required() {
			path := fmt.Sprintf(required+"clusterSelectorTerms[%d].", i)
			terms = append(terms, Term{
				Name: fmt.Sprintf("cluster_selector_terms[%d]", i), LabelsAt: path + "labelSelector", PropertiesAt: path + "propertySelector",
				Labels: term.LabelSelector, Properties: term.Properties(),
			})
		}
	case p.Hybrid != nil && p.Hybrid.TargetLabels != nil:
		terms = []Term{{Name: "target_labels", LabelsAt: "hybrid.targetLabels", Labels: p.Hybrid.TargetLabels}}
	}
	return terms
}
