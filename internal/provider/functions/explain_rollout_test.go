// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// changed is an object with some attributes replaced. A nil value removes the attribute.
func changed(of object, changes object) object {
	of = maps.Clone(of)
	for name, value := range changes {
		if of[name] = value; value == nil {
			delete(of, name)
		}
	}
	return of
}

// TestExplainRollout explains what the data source and the resource of a rollout have.
func TestExplainRollout(t *testing.T) {
	for name, test := range map[string]struct {
		rollout object
		says    []string
		not     string
	}{
		"data source": {providertest.RolloutPass(), []string{
			"### Rollout: revision v2, 1 of 9 clusters done\n\nThe rollout is **in progress**.\n",
			"| canary | `██████!!!!!! 1/2` | 0 | 0 | 1 | 0 |\n", "| wave 2 | `▒▒▒▒▒▒▒▒▒▒!! 0/5` | 2 | 2 | 1 | 0 |\n",
			"| removal | `▒▒▒▒▒▒▒▒▒▒▒▒ 0/1` | 0 | 1 | 0 | 0 |\n", "| group 7 | `░░░░░░░░░░░░ 0/1` | 0 | 0 | 0 | 1 |\n",
			"| wave 5 | `░░░░░░░░░░░░ 0/0` | 0 | 0 | 0 | 0 |\n",
			"| eu-2 | canary | in progress, Failed | failed |\n", "| us-5 | wave 2 | timed out | given up |\n",
			"| us-1 | wave 2 | starts now | it is next |\n", "| us-2 | wave 2 | starts now, Failed | it is tried again |\n",
			"| us-3 | wave 2 | in progress | not finished |\n", "| us-4 | wave 2 | in progress, NotAvailable | not available |\n",
			"| old | removal | leaves | no longer chosen |\n", "The rollout can change at 2026-08-11T12:00:00Z without a new status.\n",
		}, "| ap-1 |"},
		"resource": {providertest.ExplainedResource(), []string{
			"### Rollout web: revision v2, 1 of 7 clusters done\n\nThe rollout is **in progress**: 2 clusters wait: " +
				"max\\_concurrency is 2.\n\n" +
				"#### Latest step\n\n| Step |\n| --- |\n| 2026-08-11T12:00:00Z started v2 on eu-6 (wave canary) |\n",
			"| canary | `███▒▒▒▒▒▒!!! 1/4` | 2 | 1 | 0 |\n", "| wave 2 | `░░░░░░░░░░░░ 0/2` | 0 | 0 | 2 |\n",
			"| removal | `░░░░░░░░░░░░ 0/1` | 0 | 0 | 1 |\n",
			"| eu-2 | canary | Failed | v1 → v2 |\n", "| eu-3 | canary | Progressing | none → v2 |\n",
			"| old | removal | Leaving | v1 → none |\n",
			"| eu-6 | canary | Progressing | v1 → v2 |\n", "\n#### History\n\n| Step |\n| --- |\n| 2026-08-11T12:00:00Z started v2 on eu-6 " +
				"(wave canary) |\n",
		}, "| eu-4 |"},
		"breached": {changed(providertest.RolloutPass(), object{"breached": true, "breach_reason": "1 cluster failed"}), []string{
			"The rollout is **breached**: 1 cluster failed.\n",
		}, "in progress**"},
		"a rollback": {changed(providertest.ExplainedResource(), object{
			"phase": "RollingBack", "breached": true, "breach_reason": "1 cluster failed", "waits_for": "the rollback is paused",
			"revisions":          object{"eu-1": "v2", "eu-2": "v2", "eu-3": "v1", "eu-4": "v1", "old": "v1"},
			"rollback_revisions": object{"eu-2": ""},
			"clusters_by_state":  object{"Failed": "eu-2", "RollingBack": "eu-3", "RolledBack": "eu-4", "Leaving": "old"},
			"waves":              object{"eu-1": int64(0), "eu-2": int64(0), "eu-3": int64(0), "eu-4": int64(1), "eu-5": int64(1), "old": int64(2)},
			"wave_names":         object{"0": "canary", "2": "removal"},
		}), []string{
			"### Rollout web: rollback of revision v2, 2 of 6 clusters done\n\nThe rollout is **rolling back**: 1 cluster failed; the " +
				"rollback is paused.\n",
			"| canary | `▒▒▒▒!!!!░░░░ 0/3` | 1 | 1 | 1 |\n", "| wave 2 | `████████████ 2/2` | 0 | 0 | 0 |\n",
			"| eu-2 | canary | Failed | v2 → none |\n", "| eu-3 | canary | RollingBack | v2 → v1 |\n",
		}, "| eu-1 |"},
		"no clusters": {changed(providertest.RolloutPass(), object{
			"to_apply": object{}, "in_progress": object{}, "succeeded": object{}, "timed_out": object{}, "removed": object{},
			"waiting": object{},
			"waves":   list{}, "revision": tftypes.NewValue(tftypes.String, nil),
		}), []string{"### Rollout: 0 of 0 clusters done\n\nThe rollout has **succeeded**.\n"}, "Waves"},
		"an import": {changed(providertest.ExplainedResource(), object{
			"revision": tftypes.NewValue(tftypes.String, nil), "phase": tftypes.NewValue(tftypes.String, nil),
			"clusters_by_state": tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, nil),
			"waves":             tftypes.NewValue(tftypes.Map{ElementType: tftypes.Number}, nil),
		}), []string{"### Rollout web: not planned yet\n"}, "Waves"},
		"a cluster outside of the waves": {changed(providertest.RolloutPass(), object{"waiting": object{
			"a": object{"wave": int64(99)}, "b": object{"wave": int64(-1)}, "c": object{}, "d": object{"wave": int64(4)},
			"eu-1": object{"wave": int64(0)},
		}}), []string{
			"1 of 13 clusters done", "| in no wave | `░░░░░░░░░░░░ 0/3` | 0 | 0 | 0 | 3 |\n",
			"| wave 5 | `░░░░░░░░░░░░ 0/1` | 0 | 0 | 0 | 1 |\n",
			"| group 7 | `░░░░░░░░░░░░ 0/1` | 0 | 0 | 0 | 1 |\n",
		}, ""},
		"clusters that are divided by number": {changed(providertest.ExplainedResource(), object{
			"waves": object{"eu-1": int64(0), "new": int64(1)}, "wave_names": object{"0": "a", "1": "b"},
		}), []string{"| a | `████████████ 1/1` |", "| b | `░░░░░░░░░░░░ 0/1` |",
			"| wave 3 | `▒▒▒▒▒!!░░░░░ 0/5` | 2 | 1 | 2 |"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			text := providertest.CallText(t, "explain", test.rollout)
			for _, want := range test.says {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in\n%s", want, text)
				}
			}
			if test.not != "" && strings.Contains(text, test.not) {
				t.Errorf("%q is in\n%s", test.not, text)
			}
		})
	}
}

// TestExplainRolloutMistakes has arguments that are not one rollout. The text says what was found and what to pass.
func TestExplainRolloutMistakes(t *testing.T) {
	for name, test := range map[string]struct {
		argument any
		says     string
	}{
		"instances": {
			object{"eu": providertest.ExplainedResource(), "us": providertest.ExplainedResource()},
			`found an object of rollouts, such as ["eu"]; pass one of them; pass a`,
		},
		"data sources": {
			object{"eu": providertest.RolloutPass()}, `found an object of rollouts, such as ["eu"]; pass one of them; pass a`,
		},
		"a list": {
			list{providertest.ExplainedResource()}, "found a list; pass a resource or data source multicluster_placement, " +
				"multicluster_placements or multicluster_rollout",
		},
		"waves": {providertest.RolloutPass()["waves"], "found a list; pass a"},
		"without states": {
			changed(providertest.ExplainedResource(), object{"clusters_by_state": nil}),
			"found an object without clusters_by_state; pass a",
		},
		"without waves": {changed(providertest.ExplainedResource(), object{"waves": nil}), "found an object without waves; pass a"},
		"without two lists": {
			changed(providertest.RolloutPass(), object{"removed": nil, "waiting": nil}),
			"found an object without removed, waiting; pass a",
		},
		"another state": {
			changed(providertest.ExplainedResource(), object{"clusters_by_state": object{"x": "a"}}),
			`clusters_by_state["x"]: found "x"; it must be one of Failed, Leaving, Progressing,`,
		},
		"a wave of a wave": {
			changed(providertest.RolloutPass(), object{"waiting": object{"a": object{"wave": "x"}}}),
			`waiting["a"].wave: found "x"; it must be a number`,
		},
		"half a wave": {
			changed(providertest.RolloutPass(), object{"waiting": object{"a": object{"wave": 0.5}}}),
			`waiting["a"].wave: found 0.5; it must be a whole number`,
		},
		"a misspelt wave": {
			changed(providertest.RolloutPass(), object{"waves": list{object{"nam": "x"}}}), "waves[0].nam: unsupported attribute",
		},
		"a wrong time": {
			changed(providertest.RolloutPass(), object{"next_change": "x"}), `next_change: found "x"; it must be a time of RFC 3339`,
		},
		"a wrong list": {
			changed(providertest.RolloutPass(), object{"removed": "x"}), "removed: found a string; it must be an object",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, mistake := providertest.Call(t, "explain", tftypes.String, test.argument)
			if mistake == nil {
				t.Fatal("there was no error")
			}
			if *mistake.FunctionArgument != 0 || !strings.Contains(mistake.Text, test.says) || strings.HasSuffix(mistake.Text, ".") {
				t.Errorf("got %q, want %q", mistake.Text, test.says)
			}
		})
	}
	for _, of := range []object{providertest.RolloutPass(), providertest.ExplainedResource()} {
		value, mistake := providertest.Call(t, "explain", tftypes.String, changed(of, object{"revision": unknown{}}))
		if mistake != nil || value.IsKnown() {
			t.Errorf("of an unknown rollout the text is %v, %v", value, mistake)
		}
	}
}

// carriedObject is a rollout after a plan as the resource has it.
func carriedObject(req *step.CarryRequest, p *step.Progress) object {
	states, revisions, others, waves, names := object{}, object{}, object{}, object{}, object{}
	for state, of := range p.ClustersByState {
		states[state] = of
	}
	for name, revision := range p.Revisions {
		revisions[name] = revision
	}
	for name, revision := range p.RollbackRevisions {
		others[name] = revision
	}
	for name, wave := range p.WaveOf {
		waves[name] = int64(wave)
	}
	for position, name := range p.WaveNames {
		names[position] = name
	}
	var decisions list
	for _, d := range req.Decisions {
		decisions = append(decisions, object{"cluster_name": d.ClusterName})
	}
	return object{
		"decisions": decisions,
		"name":      "web", "revision": req.Revision, "clusters_by_state": states, "revisions": revisions, "rollback_revisions": others,
		"waves": waves, "wave_names": names,
		"completed_revision": p.CompletedRevision, "phase": string(p.Phase), "waits_for": p.WaitsFor, "breached": p.Breached,
		"breach_reason": p.BreachReason, "history": providertest.Names(p.History...),
	}
}

// TestExplainCarriedRollout explains a rollout from apply to apply: one cluster after the other, then a failure and the way back.
func TestExplainCarriedRollout(t *testing.T) {
	req := &step.CarryRequest{Revision: "v1"}
	req.Strategy.Type = ocm.TypeProgressive
	req.Strategy.Progressive = &ocm.Progressive{
		Limits: ocm.Limits{MinSuccessTime: metav1.Duration{}}, MaxConcurrency: intstr.FromInt32(1),
	}
	req.OnBreach, req.ClusterStatus = step.BreachRollsBack, map[string]step.ClusterStatus{}
	req.Decisions = []step.Decision{{ClusterName: "a"}, {ClusterName: "b"}}
	var last *step.Memory
	req.Now = time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC)
	apply := func(headline, sentence string) {
		t.Helper()
		req.Now = req.Now.Add(time.Minute)
		p, err := step.Carry(t.Context(), req, last)
		if err != nil {
			t.Fatal(err)
		}
		last = &step.Memory{Strategy: req.Strategy, Revision: req.Revision, Progress: *p}
		text := providertest.CallText(t, "explain", carriedObject(req, p))
		if want := "### Rollout web: " + headline + "\n\nThe rollout " + sentence + ".\n"; !strings.HasPrefix(text, want) {
			t.Errorf("not %q but\n%s", want, text)
		}
	}
	report := func(name string, status step.Status) {
		req.ClusterStatus[name] = step.ClusterStatus{Status: status, Revision: last.Revisions[name], LastTransitionTime: req.Now}
	}
	apply("revision v1, 0 of 2 clusters done", "is **in progress**: 1 cluster waits: 1 cluster is being rolled out; "+
		"max\\_concurrency is 1")
	report("a", step.Succeeded)
	apply("revision v1, 1 of 2 clusters done", "is **in progress**: not finished: b")
	report("b", step.Succeeded)
	apply("revision v1, 2 of 2 clusters done", "has **succeeded**")
	req.Revision = "v2"
	apply("revision v2, 0 of 2 clusters done", "is **in progress**: 1 cluster waits: 1 cluster is being rolled out; "+
		"max\\_concurrency is 1")
	report("a", step.Failed)
	apply("rollback of revision v2, 1 of 2 clusters done", "is **rolling back**: 1 cluster failed (a); max\\_failures is 0; not "+
		"complete again: a")
	report("a", step.Succeeded)
	apply("rollback of revision v2, 2 of 2 clusters done", "is **rolled back**: 1 cluster failed (a); max\\_failures is 0; set "+
		"another revision, or change retry, to go on")
}
