// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// web is the placement on the hub.
var web = hub.Reference{Kind: hubobject.Placement, Namespace: "x", Name: "web"}

// life is a placement on a hub between the runs of Terraform. Its hub has a fleet and decisions, and nothing that is written.
type life struct {
	hubview.View
	t *testing.T
	// config is what is configured, and stored what the hub has; nil without a placement.
	config, stored *Config
	// clusters are the names of the fleet. FleetError is why it cannot be read.
	clusters   []string
	fleetError error
	// asksImpact says that the provider asks for the impact of changes.
	asksImpact bool
	// decide returns what the hub has decided when it is read for the given time.
	decide func(read int) *decisions.Decided
	reads  int
	// state and notes are what Terraform has.
	state map[string]any
	notes map[string]json.RawMessage
	// unknown are the arguments that are not known yet.
	unknown []string
	now     time.Time
}

// newLife is a placement of two clusters that a hub has decided for a and b, after the first refresh.
func newLife(t *testing.T) *life {
	t.Helper()
	l := &life{t: t, config: choosing(2), stored: choosing(2), clusters: []string{"a", "b", "c"}, notes: map[string]json.RawMessage{}}
	l.decides("a", "b")
	l.says(l.refresh())
	l.chose("a", "b")
	return l
}

// choosing is the configuration of a placement of some clusters.
func choosing(clusters int32) *Config {
	p := &Config{}
	p.Name, p.Namespace, p.OCM = "web", "x", &ocm.Spec{NumberOfClusters: &clusters}
	return p
}

// of is what a hub has decided for clusters.
func (l *life) of(clusters ...string) *decisions.Decided {
	decided := &decisions.Decided{
		Placement: l.stored.Placement, Scheduled: true, Satisfied: len(clusters) > 0, Groups: make([]placement.Group, 1),
	}
	for _, name := range clusters {
		decided.Decisions = append(decided.Decisions, decisions.DecidedCluster{Name: name})
	}
	if len(clusters) > 0 {
		decided.PlacementDecisions = []placement.PlacementDecision{{Namespace: "x", Placement: "web", Clusters: clusters}}
	}
	return decided
}

// decides makes the hub decide for clusters.
func (l *life) decides(clusters ...string) {
	l.decide = func(int) *decisions.Decided { return l.of(clusters...) }
}

// Decided returns what the hub has decided.
func (l *life) Decided(context.Context, hub.Reference) (*decisions.Decided, error) {
	if l.stored == nil {
		return nil, nil //nolint:nilnil // There is no placement.
	}
	l.reads++
	return l.decide(l.reads), nil
}

// Fleet returns the fleet of the hub.
func (l *life) Fleet(context.Context, hubview.FleetQuery) (inventory.Fleet, error) {
	fleet := inventory.Fleet{FromHub: true}
	for _, name := range l.clusters {
		fleet.Clusters = append(fleet.Clusters, placement.Cluster{Name: name, Kind: placement.ManagedCluster})
	}
	fleet.Sets = []placement.ClusterSet{{Name: "global", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}}}
	fleet.Bindings = []placement.Binding{{Name: "global", Namespace: "x"}}
	fleet.ClusterPlaces = make([]document.Place, len(l.clusters))
	return fleet, l.fleetError
}

// operation is one with what Terraform has.
func (l *life) operation() *managed.Operation[Config] {
	client := &hubview.Client{Client: &hub.Client{Written: func(hub.Reference) {}}, Live: l, Shared: l, WithoutConsumers: true}
	o := &managed.Operation[Config]{
		Target: &managed.Target{
			Hub:    &managed.Hub{Client: client, Plan: effects.NewPlan(client), FirstDecision: FirstDecision},
			Client: client, HubUID: "h",
		},
		What: `The placement "x/web"`, Now: func() time.Time { return l.now }, Object: l.config, Arguments: &managed.Arguments{},
		Reader:     &tfvalue.Reader{},
		Configured: func(string) (isNull, isKnown bool) { return true, true },
		IsPlanned:  func(name string) bool { return l.state[name] != nil && l.state[name] != tfvalue.Unknown },
		Notes:      managed.Notes{Get: func(key string) []byte { return l.notes[key] }},
	}
	if l.asksImpact {
		o.Hub.Plan.Compare = comparison.Nearest
	}
	for _, name := range l.unknown {
		unknown, err := tfvalue.Decode([]byte{0xd4, 0, 0})
		if err != nil {
			l.t.Fatal(err)
		}
		o.Reader.Read(unknown, new(string), tfvalue.Root(name))
	}
	if l.state != nil {
		o.PriorIdentity, o.Prior = managed.Identity{HubUID: "h", UID: "1"}, l.stored
		o.State = &managed.State{Read: l.readState, Values: func(names ...string) (map[string]any, error) {
			values := map[string]any{}
			for _, name := range names {
				values[name] = l.state[name]
			}
			return values, nil
		}}
	}
	return o
}

// readState reads the decisions of the state.
func (l *life) readState(targets ...any) error {
	for _, target := range targets {
		state, isDecisions := target.(*accepted)
		chosen, isDecided := l.state["decisions"].([]planner.Decision)
		if !isDecisions || !isDecided {
			continue
		}
		state.Chosen, state.Decisions = chosen, []planner.PreviousDecision{}
		for _, decision := range chosen {
			state.Decisions = append(state.Decisions, planner.PreviousDecision{ClusterName: decision.ClusterName})
		}
		state.DecisionGroups, _ = l.state["decision_groups"].(map[string]int)
		state.DecisionGroupNames, _ = l.state["decision_group_names"].([]string)
		state.Expected, _ = l.state["expected"].(*hubdecision.Expected)
	}
	return nil
}

// keep takes outputs and notes of an operation over.
func (l *life) keep(o *managed.Operation[Config], outputs map[string]any) {
	l.t.Helper()
	if l.state == nil {
		l.state = map[string]any{}
	}
	for name, value := range outputs {
		l.state[name] = value
	}
	for key, note := range o.Notes.Kept {
		encoded, err := json.Marshal(note)
		if err != nil {
			l.t.Fatal(err)
		}
		l.notes[key] = encoded
	}
}

// refresh reads the placement.
func (l *life) refresh() planner.Findings {
	l.t.Helper()
	o := l.operation()
	found := &managed.Existing[Config]{Object: l.object(l.stored), Reference: web, Prior: l.config, IsImported: l.state == nil}
	out := refresh(l.t.Context(), o, found)
	if out.IsGone {
		l.state = nil
		return out.List
	}
	l.keep(o, out.Outputs)
	return out.List
}

// object is a placement as a hub has it; nil if there is none.
func (l *life) object(p *Config) *hub.Object {
	l.t.Helper()
	if p == nil {
		return nil
	}
	fields := maps.Clone(l.set(p).Object)
	fields["apiVersion"], fields["kind"] = web.Kind.Group+"/v1beta1", web.Kind.Kind
	fields["metadata"] = map[string]any{"name": web.Name, "namespace": web.Namespace, "uid": "1"}
	return &hub.Object{Fields: fields}
}

// set is what a configuration sets.
func (l *life) set(p *Config) hubobject.Applied {
	l.t.Helper()
	set, err := apply(nil, p)
	if err != nil {
		l.t.Fatal(err)
	}
	return set
}

// change is what a plan does with the placement. Nothing changes if what is configured is what is stored.
func (l *life) change() *managed.Planned {
	l.t.Helper()
	planned := &managed.Planned{Desired: &hub.Desired{Reference: web, Set: l.set(l.config)}}
	if l.stored != nil {
		planned.Prior, planned.UID, planned.PriorReference = l.set(l.stored), "1", web
		planned.Found, planned.After = l.object(l.stored), l.object(l.config)
	}
	return planned
}

// plan plans what is configured, and keeps what it plans unless that is an error.
func (l *life) plan() (map[string]any, planner.Findings) {
	l.t.Helper()
	o := l.operation()
	expected, found := expect(l.t.Context(), o)
	out := &managed.Outcome{Outputs: map[string]any{}, List: found}
	if expected.Plan(l.t.Context(), l.change(), out); out.HasError() {
		return nil, out.List
	}
	l.keep(o, nil)
	return out.Outputs, out.List
}

// write applies what is configured after it was planned with outputs.
func (l *life) write(ctx context.Context, limit time.Duration, outputs map[string]any) (map[string]any, planner.Findings) {
	l.t.Helper()
	o, change := l.operation(), l.change()
	o.IsPlanned = func(name string) bool { return outputs[name] != tfvalue.Unknown }
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	expected, found := expect(l.t.Context(), o)
	if found = append(found, expected.Before(limited, change)...); found.HasError() {
		return nil, found
	}
	l.stored, l.reads = l.config, 0
	decided, more := expected.After(limited, ctx, change, l.object(l.config))
	l.keep(o, nil)
	return decided, append(found, more...)
}

// chose checks the clusters of the state.
func (l *life) chose(clusters ...string) {
	l.t.Helper()
	if got := names(l.state); !slices.Equal(got, clusters) {
		l.t.Errorf("the state has %q, want %q", got, clusters)
	}
}

func names(outputs map[string]any) (names []string) {
	chosen, _ := outputs["decisions"].([]planner.Decision)
	for _, decision := range chosen {
		names = append(names, decision.ClusterName)
	}
	return names
}

// says checks what was found: a text of each finding, which for an error begins with ERROR.
func (l *life) says(found planner.Findings, texts ...string) {
	l.t.Helper()
	ok := len(found) == len(texts)
	for i := 0; ok && i < len(texts); i++ {
		text, isError := strings.CutPrefix(texts[i], "ERROR ")
		ok = isError != found[i].Warning && strings.Contains(found[i].Title+": "+found[i].Text, text)
	}
	if !ok {
		l.t.Errorf("got %s\nwant %q", plannertest.Texts(found), texts)
	}
}

// moving lets at most some clusters move.
func moving(p *Config, clusters int) *Config {
	limit := intstr.FromInt32(int32(clusters))
	p.MaxMoves = &limit
	return p
}
