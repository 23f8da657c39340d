// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// fleetModel is a fleet and a placement that a property test edits.
type fleetModel struct {
	clusters map[string]object
	dialect  string
	number   int64
	maxMoves any
	keep     any
	minutes  int
	timed    bool
	name     string
	// bound are clusters that the manifests say to be bound, previous those of previous_decisions.
	bound, previous []string
	// all says that KubeFleet chooses all clusters.
	all bool
	// replace says that the next plan has the option -replace, imported that the placement is forgotten and imported before.
	replace, imported bool
}

// TestPlacementResourceProperty edits a placement and its fleet at random, replaces it, and imports it anew. A plan is the same
// when it is made again, what is applied is what was planned, and the plan after that is empty; a plan that fails changes
// nothing. No more clusters leave than the limit allows, however the plan comes about.
func TestPlacementResourceProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		l := providertest.NewPlacement(t, rt)
		m := fleetModel{clusters: map[string]object{}, dialect: rapid.SampledFrom(placementconfig.Dialects).Draw(rt, "dialect"),
			number: 2, name: "web"}
		for i := range rapid.IntRange(1, 5).Draw(rt, "clusters") {
			m.clusters[fmt.Sprint("c", i)] = providertest.Cluster(fmt.Sprint("c", i), object{})
		}
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			m.edit(rt)
			m.step(t, rt, l)
		}
		if !l.State.IsNull() {
			l.Apply(l.Plan(l.Nothing()))
		}
	})
}

// step plans and applies the model as it is after an edit. A plan that fails changes nothing.
func (m *fleetModel) step(t *testing.T, rt *rapid.T, l *providertest.Resource) {
	config := providertest.Config(t, l.Type(), m.config())
	for _, d := range l.Validate(config) {
		rt.Fatal(providertest.Shown(d))
	}
	planOne := l.Plan
	if m.replace {
		planOne = l.PlanReplacement
	}
	if m.imported && !l.State.IsNull() {
		l.Apply(l.Plan(l.Nothing()))
		if diags := l.Imported(m.name, nil); len(diags) > 0 {
			rt.Fatal(providertest.Said(diags))
		}
	}
	p := planOne(config)
	again := planOne(config)
	if providertest.Said(p.Diags) != providertest.Said(again.Diags) || !p.Failed() && !p.State.Equal(again.State) {
		rt.Fatalf("the second plan says %s; the first %s", providertest.Said(again.Diags), providertest.Said(p.Diags))
	}
	if p.Failed() {
		return
	}
	before, known := m.inForce(l)
	l.Apply(p)
	consistent(l)
	if known {
		m.guarded(rt, before, l.DecidedClusters(l.State), p.Replaces)
	}
	l.Settled(config)
}

// inForce are the decisions that a plan has to be compared with, if some are known.
func (m *fleetModel) inForce(l *providertest.Resource) (clusters []string, known bool) {
	switch {
	case !l.State.IsNull() && !l.Attribute(l.State, "decisions").IsNull():
		return l.DecidedClusters(l.State), true
	case m.previous != nil:
		return m.previous, true
	case m.bound != nil && m.dialect == placementconfig.DialectKubeFleet && m.name == "web":
		return m.bound, true
	}
	return nil, false
}

// guarded checks how many clusters have left. Decisions that were kept lose only clusters that are gone, and there are no more
// than before.
func (m *fleetModel) guarded(t *rapid.T, before, after []string, replaces bool) {
	if m.maxMoves == nil {
		return
	}
	allowed := map[any]int{"0": 0, "1": 1, "50%": len(before) / 2}[m.maxMoves]
	left, gone := 0, 0
	for _, name := range before {
		if !slices.Contains(after, name) {
			left++
			if _, exists := m.clusters[name]; !exists {
				gone++
			}
		}
	}
	switch {
	case left <= allowed:
	case m.keep != "keep" || replaces:
		t.Fatalf("%d clusters of %v have left, which are %v now; %d may", left, before, after, allowed)
	case left != gone || len(after) > len(before):
		t.Fatalf("%v were kept; they are %v now, and %d are gone", before, after, gone)
	}
}

// edit changes one thing.
func (m *fleetModel) edit(t *rapid.T) {
	name := fmt.Sprint("c", rapid.IntRange(0, 5).Draw(t, "cluster"))
	c, exists := m.clusters[name]
	if !exists {
		c = providertest.Cluster(name, object{})
	}
	m.replace, m.imported = false, false
	switch rapid.SampledFrom([]string{
		"add", "remove", "label", "taint", "number", "moves", "later", "earlier", "timeless", "dialect", "rename", "manifests",
		"same", "previous", "type", "replace", "import", "exchange",
	}).Draw(t, "edit") {
	case "previous":
		m.previous = rapid.SampledFrom([][]string{nil, {}, {"c0"}, {"c1", "c5"}}).Draw(t, "previous")
	case "type":
		m.all = !m.all
	case "replace":
		m.replace = true
	case "import":
		m.imported = true
	case "exchange":
		// Some clusters go, and others come.
		for i := range 6 {
			other := fmt.Sprint("c", i)
			if _, exists := m.clusters[other]; exists == rapid.Bool().Draw(t, "exchanged") {
				delete(m.clusters, other)
			} else if !exists {
				m.clusters[other] = providertest.Cluster(other, object{})
			}
		}
		if len(m.clusters) == 0 {
			m.clusters[name] = c
		}
	case "add":
		m.clusters[name] = c
	case "remove":
		if len(m.clusters) > 1 {
			delete(m.clusters, name)
		}
	case "label":
		m.clusters[name] = object{
			"name": name, "taints": c["taints"], "allocatable": c["allocatable"],
			"labels": object{
				"off": rapid.SampledFrom([]any{nil, "yes"}).Draw(t, "off"), "rich": rapid.SampledFrom([]any{nil, "yes"}).Draw(t, "rich"),
			},
		}
	case "taint":
		m.clusters[name] = object{
			"name": name, "labels": c["labels"], "allocatable": c["allocatable"],
			"taints": list{object{"key": "k", "effect": m.effect(), "time_added": fmt.Sprintf("2026-08-11T12:%02d:00Z", m.minutes)}},
		}
	case "number":
		m.number = rapid.Int64Range(1, 4).Draw(t, "number")
	case "moves":
		m.maxMoves = rapid.SampledFrom([]any{nil, "0", "1", "50%"}).Draw(t, "max_moves")
		m.keep = rapid.SampledFrom([]any{nil, "fail", "keep"}).Draw(t, "on_exceeded")
	case "later":
		m.timed, m.minutes = true, min(m.minutes+rapid.IntRange(1, 7).Draw(t, "minutes"), 59)
	case "earlier":
		m.timed, m.minutes = true, max(m.minutes-rapid.IntRange(1, 7).Draw(t, "minutes"), 0)
	case "timeless":
		m.timed = false
	case "rename":
		m.name = rapid.SampledFrom([]string{"web", "db"}).Draw(t, "name")
	case "manifests":
		m.bound = rapid.SampledFrom([][]string{nil, {"c0"}, {"c0", "c1"}, {"c5"}}).Draw(t, "bound")
	case "dialect":
		m.dialect = rapid.SampledFrom(placementconfig.Dialects).Draw(t, "dialect")
		for _, c := range m.clusters {
			delete(c, "taints")
		}
	}
}

func (m *fleetModel) effect() string {
	if m.dialect == placementconfig.DialectKubeFleet {
		return "NoSchedule"
	}
	return "NoSelect"
}

func (m *fleetModel) config() object {
	var clusters list
	for i := range 6 {
		if c, ok := m.clusters[fmt.Sprint("c", i)]; ok {
			clusters = append(clusters, c)
		}
	}
	config := providertest.StickyConfigs()[m.dialect]()
	config["clusters"], config["name"] = clusters, m.name
	if m.bound != nil {
		config["manifests"] = list{boundManifests(m.bound...)}
	}
	if m.previous != nil {
		previous := list{}
		for _, name := range m.previous {
			previous = append(previous, object{"cluster_name": name})
		}
		config["previous_decisions"] = previous
	}
	config["on_unsatisfied"] = "accept"
	config["max_moves"], config["on_exceeded"], config["with_report"] = m.maxMoves, m.keep, true
	if m.timed {
		config["now"] = fmt.Sprintf("2026-08-11T12:%02d:30Z", m.minutes)
	}
	switch m.dialect {
	case placementconfig.DialectOCM:
		config[m.dialect].(object)["number_of_clusters"] = m.number
		config[m.dialect].(object)["tolerations"] = list{object{"key": "k", "operator": "Exists", "toleration_seconds": int64(300)}}
	case placementconfig.DialectKubeFleet:
		config[m.dialect].(object)["number_of_clusters"] = m.number
		if m.all {
			config[m.dialect] = object{}
		}
	default:
		config[m.dialect].(object)["replicas"] = m.number
	}
	return config
}
