// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// explainedPass are the attributes of the data source of a rollout that the function explains. All others are ignored.
type explainedPass struct {
	Rollout
	ToApply    passClusters `json:"toApply,omitempty"`
	InProgress passClusters `json:"inProgress,omitempty"`
	TimedOut   passClusters `json:"timedOut,omitempty"`
	Removed    passClusters `json:"removed,omitempty"`
	Succeeded  passClusters `json:"succeeded,omitempty"`
	Waiting    passClusters `json:"waiting,omitempty"`
}

// passClusters are clusters by name.
type passClusters map[string]passCluster

type passCluster struct {
	Wave   *int        `json:"wave,omitempty"`
	Status step.Status `json:"status,omitempty"`
	Reason string      `json:"reason,omitempty"`
}

// markdown explains the data source of a rollout.
func (p *explainedPass) markdown() string {
	clusters := map[string]WaveCluster{}
	for _, list := range []struct {
		clusters passClusters
		progress Progress
		state    string
	}{
		{p.ToApply, Starting, "starts now"}, {p.InProgress, Active, "in progress"},
		{p.TimedOut, Failed, "timed out"}, {p.Removed, Leaving, "leaves"},
		{p.Succeeded, Done, "succeeded"}, {p.Waiting, Waiting, "waits"},
	} {
		for _, name := range slices.Sorted(maps.Keys(list.clusters)) {
			if _, ok := clusters[name]; !ok {
				clusters[name] = list.clusters[name].explained(name, list.progress, list.state)
			}
		}
	}
	p.place(clusters)
	return p.Rollout.markdown()
}

// explained is the cluster with its progress. A cluster that failed stays in progress until its deadline.
func (c passCluster) explained(name string, progress Progress, state string) WaveCluster {
	e := WaveCluster{Name: name, Progress: progress, State: state, Reason: c.Reason, wave: -1}
	if c.Wave != nil {
		e.wave = *c.Wave
	}
	if progress == Active && c.Status == step.Failed {
		e.Progress = Failed
	}
	switch c.Status {
	case step.Failed, step.Available, step.NotAvailable, step.NotTrackable:
		e.State += ", " + string(c.Status)
	}
	return e
}
