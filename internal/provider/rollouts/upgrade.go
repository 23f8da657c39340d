// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// stateVersion is the version of the states of rollouts. Version 1 had a map of all clusters for each thing that was remembered,
// and approvals without a revision. Version 2 had the moves of the last step, which the history has, too. Until version 3 waves
// were a list of objects with their clusters. In version 4 every part of the clusters that are divided by number was a wave.
const stateVersion = 5

// UpgradeState reads the states of earlier versions.
func (r *rolloutResource) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	states := framework.RefusedStates()
	states[1] = upgrader(upgradeRollout)
	for version := int64(2); version < stateVersion; version++ {
		states[version] = upgrader(withPlaces)
	}
	return states
}

// upgrader reads the states that a function writes in the form of the present version.
func upgrader(upgrade func(state []byte) ([]byte, error)) resource.StateUpgrader {
	return resource.StateUpgrader{StateUpgrader: func(
		_ context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse,
	) {
		upgraded, err := upgrade(req.RawState.JSON)
		if err != nil {
			resp.Diagnostics.AddError("The state cannot be read", err.Error())
			return
		}
		resp.DynamicValue = &tfprotov6.DynamicValue{JSON: upgraded}
	}}
}

// withPlaces writes the waves of a state of version 2 or later as those of the present version.
func withPlaces(state []byte) ([]byte, error) {
	var attributes map[string]json.RawMessage
	if err := json.Unmarshal(state, &attributes); err != nil {
		return nil, err
	}
	delete(attributes, "moves")
	waves, err := wavesOf(state)
	if err != nil {
		return nil, err
	}
	places := step.PlacesIn(waves)
	for name, value := range map[string]any{
		"waves": places.WaveOf, "wave_names": places.WaveNames, "wave_groups": places.WaveGroups,
	} {
		if attributes[name], err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	return json.Marshal(attributes)
}

// wavesOf are the waves in a state: a list, or the places of the clusters.
func wavesOf(state []byte) ([]step.Wave, error) {
	var places struct {
		Waves  map[string]int    `json:"waves"`
		Names  map[string]string `json:"wave_names"`
		Groups map[string]int    `json:"wave_groups"`
	}
	if json.Unmarshal(state, &places) == nil {
		progress := step.Progress{WavePlaces: step.WavePlaces{WaveOf: places.Waves, WaveNames: places.Names, WaveGroups: places.Groups}}
		return progress.WaveList(&step.Target{}), nil
	}
	var list struct {
		Waves []struct {
			Name         string   `json:"name"`
			Group        *int     `json:"group"`
			ClusterNames []string `json:"cluster_names"`
		} `json:"waves"`
	}
	if err := json.Unmarshal(state, &list); err != nil || list.Waves == nil {
		return nil, err
	}
	waves := make([]step.Wave, len(list.Waves))
	for i := range list.Waves {
		waves[i] = step.Wave(list.Waves[i])
	}
	return waves, nil
}

// rolloutOfVersion1 is what version 1 remembered in other words.
type rolloutOfVersion1 struct {
	Revision          string            `json:"revision"`
	Revisions         map[string]string `json:"revisions"`
	PreviousRevisions map[string]string `json:"previous_revisions"`
	States            map[string]string `json:"states"`
	Completed         bool              `json:"completed"`
	Breached          bool              `json:"breached"`
	BreachedRevision  *string           `json:"breached_revision"`
	ApprovedStages    []string          `json:"approved_stages"`
}

// upgradeRollout writes a state of version 1 as one of the present version. When clusters got their revisions is not carried
// over: such a time was that of a plan.
func upgradeRollout(state []byte) ([]byte, error) {
	var attributes map[string]any
	var prior rolloutOfVersion1
	if err := json.Unmarshal(state, &attributes); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(state, &prior); err != nil {
		return nil, err
	}
	for _, name := range []string{"previous_revisions", "since", "states", "completed", "breached_revision",
		"retried_at", "approved_stages"} {
		delete(attributes, name)
	}
	byState := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(prior.States)) {
		byState[prior.States[name]] = append(byState[prior.States[name]], name)
	}
	clusters := map[string]string{}
	for state, names := range byState {
		clusters[state] = strings.Join(names, ", ")
	}
	attributes["clusters_by_state"], attributes["given_up_revisions"] = clusters, []string{}
	attributes["history"] = []string{}
	if prior.States == nil { // It was imported.
		attributes["clusters_by_state"] = nil
	}
	if prior.BreachedRevision != nil {
		attributes["given_up_revisions"] = []string{*prior.BreachedRevision}
	}
	completed, others := prior.returns()
	attributes["rollback_revisions"], attributes["completed_revision"] = others, nil
	if completed != "" {
		attributes["completed_revision"] = completed
	}
	attributes["approved_stages"] = prior.approvals()
	upgraded, err := json.Marshal(attributes)
	if err != nil {
		return nil, err
	}
	return withPlaces(upgraded)
}

// returns are the revision to which clusters return, and what others return to. A cluster of which nothing was remembered has
// what it returns to.
func (r *rolloutOfVersion1) returns() (completed string, others map[string]string) {
	counts, revisions := map[string]int{}, map[string]string{}
	for name, revision := range r.Revisions {
		revisions[name] = revision
		if prior, moved := r.PreviousRevisions[name]; moved && !r.Completed {
			revisions[name] = prior
		}
		if revisions[name] != "" && (r.Completed || revisions[name] != r.Revision) {
			counts[revisions[name]]++
		}
	}
	if completed = r.Revision; !r.Completed {
		completed = ""
		for _, revision := range slices.Sorted(maps.Keys(counts)) {
			if counts[revision] > counts[completed] {
				completed = revision
			}
		}
	}
	others = map[string]string{}
	for name, revision := range revisions {
		if revision != completed {
			others[name] = revision
		}
	}
	return completed, others
}

// approvals are those of the revision that was rolled out, as a dynamic value has them.
func (r *rolloutOfVersion1) approvals() any {
	if len(r.ApprovedStages) == 0 {
		return nil
	}
	return map[string]any{
		"type":  []any{"map", []any{"list", "string"}},
		"value": map[string][]string{r.Revision: r.ApprovedStages},
	}
}
