// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// failureTexts bounds how many failures of one cluster are an output.
const failureTexts = 10

// cause is why clusters fail.
type cause struct{ resource, override, message string }

// failuresOf puts the clusters together that fail for the same cause.
func failuresOf(clusters []resources.ClusterManifests) (failures []Failure) {
	known := map[cause]int{}
	for i := range clusters {
		for _, cause := range causes(&clusters[i]) {
			index, ok := known[cause]
			if !ok {
				index, known[cause] = len(failures), len(failures)
				failures = append(failures, Failure{Resource: cause.resource, Override: cause.override, Message: cause.message})
			}
			failures[index].ClusterNames = append(failures[index].ClusterNames, clusters[i].Cluster)
		}
	}
	return failures
}

// causes are why the hub would not update a cluster: the failures of overrides and envelopes, or manifests that the API server
// refuses.
func causes(c *resources.ClusterManifests) []cause {
	var list []cause
	for _, f := range c.Failures[:min(len(c.Failures), failureTexts)] {
		cause := cause{message: excerpt.Text(f.Why)}
		if f.Override != nil {
			cause.override = f.Override.Name
		}
		if f.Resource != (resources.ID{}) {
			cause.resource = ObjectName(f.Resource)
		}
		if f.Envelope != nil {
			cause.resource += " in " + ObjectName(*f.Envelope)
		}
		list = append(list, cause)
	}
	for w := range c.Works {
		for _, m := range c.Works[w].Manifests {
			for _, why := range m.Refused {
				list = append(list, cause{resource: ObjectName(m.ID), message: "the API server would refuse the Work " + c.Works[w].Name +
					": " + excerpt.Text(why)})
			}
		}
	}
	return list[:min(len(list), failureTexts)]
}

// report turns failures into findings.
func (r *rendition) report(outputs *Outputs) {
	for i := range outputs.Failures {
		if i == finding.Shown {
			r.warning("", "More failures", fmt.Sprintf("Only the first %d are shown.", finding.Shown))
			return
		}
		f := &outputs.Failures[i]
		text := f.text()
		title := "Manifests cannot be made for " + excerpt.Count(len(f.ClusterNames), "cluster")
		if r.OnFailure == FailureWarn {
			r.warning("", title, text)
		} else {
			r.fail("", title, "%s", text)
		}
	}
}

// text says what fails, and what becomes of the clusters.
func (f *Failure) text() string {
	var failing []string
	if f.Override != "" {
		failing = append(failing, "override "+excerpt.Quote(f.Override))
	}
	if f.Resource != "" {
		failing = append(failing, f.Resource)
	}
	noun := map[bool]string{true: "cluster", false: "clusters"}[len(f.ClusterNames) == 1]
	return fmt.Sprintf("%s: %s The hub would leave the %s %s without an update.", excerpt.Text(strings.Join(failing, " on ")),
		excerpt.Sentence(f.Message), noun, excerpt.List(f.ClusterNames, ", "))
}
