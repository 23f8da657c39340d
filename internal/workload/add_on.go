// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// addOn is what is read of a ManagedClusterAddOn.
type addOn struct {
	Status struct {
		ConfigReferences []struct {
			Group       string       `json:"group"`
			Resource    string       `json:"resource"`
			Desired     *addOnConfig `json:"desiredConfig"`
			LastApplied *addOnConfig `json:"lastAppliedConfig"`
		} `json:"configReferences"`
		Conditions []metav1.Condition `json:"conditions"`
	} `json:"status"`
}

// addOnConfig is a version of a configuration.
type addOnConfig struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	SpecHash  string `json:"specHash"`
}

// The reasons of the condition Progressing of an add-on, in all versions of Open Cluster Management.
var (
	addOnFailed    = []string{"Failed", "InstallFailed", "UpgradeFailed"}
	addOnRuns      = []string{"Progressing", "Installing", "Upgrading"}
	addOnCompleted = []string{"Completed", "InstallSucceed", "UpgradeSucceed"}
)

// observeAddOn derives the status of a ManagedClusterAddOn as the add-on configuration controller does (pkg/addon in Open Cluster
// Management). The configuration that is wanted is the one that the controller has written into the add-on.
func observeAddOn(o *object, raw json.RawMessage) ([]Observation, error) {
	var read addOn
	if err := json.Unmarshal(raw, &read); err != nil {
		return nil, err
	}
	observation := Observation{cluster: o.Namespace, evidence: o.evidence()}
	read.derive(&observation, o)
	return []Observation{observation}, nil
}

func (a *addOn) derive(observation *Observation, o *object) {
	if len(a.Status.ConfigReferences) == 0 {
		observation.without = o.name() + " has no configuration, so that there is nothing to roll out"
		return
	}
	all := conditions{a.Status.Conditions, o.Generation}
	progressing := all.find(manifestwork.ConditionProgressing)
	reason := ""
	if progressing != nil {
		reason = progressing.Reason
	}
	var revisions []string
	isApplied := true
	for _, c := range a.Status.ConfigReferences {
		if c.Desired == nil {
			observation.derive(step.ToApply, progressing, false)
			return
		}
		revisions = append(revisions, cmp.Or(c.Desired.SpecHash, strings.TrimPrefix(c.Desired.Namespace+"/"+c.Desired.Name, "/")))
		isApplied = isApplied && c.LastApplied != nil && *c.LastApplied == *c.Desired
	}
	slices.Sort(revisions)
	observation.status.Revision = strings.Join(revisions, ",")
	switch {
	case isApplied:
		observation.derive(step.Succeeded, progressing, slices.Contains(addOnCompleted, reason))
	case slices.Contains(addOnFailed, reason):
		observation.derive(step.Failed, progressing, true)
	default:
		observation.derive(step.Progressing, progressing, slices.Contains(addOnRuns, reason))
	}
}
