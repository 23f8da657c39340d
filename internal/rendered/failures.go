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
func failuresOf(of []resources.ClusterManifests) (failures []Failure) {
	clusters := map[cause][]string{}
	var order []cause
	for i := range of {
		c := &of[i]
		for _, of := range causes(c) {
			if clusters[of] == nil {
				order = append(order, of)
			}
			clusters[of] = append(clusters[of], c.Cluster)
		}
	}
	for _, of := range order {
		failures = append(failures, Failure{clusters[of], of.resource, of.override, of.message})
	}
	return failures
}

// causes are why the hub would not update a cluster: the failures of overrides and envelopes, or manifests that the API server
// refuses.
func causes(c *resources.ClusterManifests) []cause {
	var list []cause
	for _, f := range c.Failures[:min(len(c.Failures), failureTexts)] {
		of := cause{message: excerpt.Text(f.Why)}
		if f.Resource != (resources.ID{}) {
			of.resource = ObjectName(f.Resource)
		}
		if f.Envelope != nil {
			of.resource += " in " + ObjectName(*f.Envelope)
		}
		if f.Override != "" {
			of.override = withoutIndex(f.Override)
		}
		list = append(list, of)
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
			r.found = append(r.found, finding.Failure("", title, text))
		}
	}
}

// text says what fails, and what becomes of the clusters.
func (f *Failure) text() string {
	var of []string
	if f.Override != "" {
		of = append(of, "override "+excerpt.Quote(f.Override))
	}
	if f.Resource != "" {
		of = append(of, f.Resource)
	}
	return fmt.Sprintf("%s: %s The hub would leave %s without an update.", excerpt.Text(strings.Join(of, " on ")),
		excerpt.Sentence(f.Message), clusterList(f.ClusterNames))
}

func clusterList(names []string) string {
	return map[bool]string{true: "the cluster ", false: "the clusters "}[len(names) == 1] + excerpt.List(names, ", ")
}
