package provider

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"
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
	// bound are clusters that the manifests say to be bound.
	bound []string
}

// TestPlacementResourceProperty edits a placement and its fleet at random. A plan is the same when it is made again, what is
// applied is what was planned, and the plan after that is empty; a plan that fails changes nothing.
func TestPlacementResourceProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := placementLifecycle(t, rt)
		m := fleetModel{clusters: map[string]object{}, dialect: rapid.SampledFrom(dialects).Draw(rt, "dialect"), number: 2, name: "web"}
		for i := range rapid.IntRange(1, 5).Draw(rt, "clusters") {
			m.clusters[fmt.Sprint("c", i)] = cluster(fmt.Sprint("c", i), object{})
		}
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			m.edit(rt)
			config := configOf(t, l.typ(), m.config())
			for _, d := range l.validate(config) {
				rt.Fatal(shown(d))
			}
			p := l.plan(config)
			again := l.plan(config)
			if said(p.diags) != said(again.diags) || !p.failed() && !p.state.Equal(again.state) {
				rt.Fatalf("the second plan says %s; the first %s", said(again.diags), said(p.diags))
			}
			if p.failed() {
				continue
			}
			l.apply(p)
			l.settled(config)
		}
		if !l.state.IsNull() {
			l.apply(l.plan(tftypes.NewValue(l.typ(), nil)))
		}
	})
}

// edit changes one thing.
func (m *fleetModel) edit(t *rapid.T) {
	name := fmt.Sprint("c", rapid.IntRange(0, 5).Draw(t, "cluster"))
	c, exists := m.clusters[name]
	if !exists {
		c = cluster(name, object{})
	}
	switch rapid.SampledFrom([]string{
		"add", "remove", "label", "taint", "number", "moves", "later", "earlier", "timeless", "dialect", "rename", "manifests",
		"same",
	}).Draw(t, "edit") {
	case "add":
		m.clusters[name] = c
	case "remove":
		if len(m.clusters) > 1 {
			delete(m.clusters, name)
		}
	case "label":
		m.clusters[name] = object{
			"name": name, "taints": c["taints"], "allocatable": c["allocatable"],
			"labels": object{"off": rapid.SampledFrom([]any{nil, "yes"}).Draw(t, "off"), "rich": rapid.SampledFrom([]any{nil, "yes"}).Draw(t, "rich")},
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
		m.dialect = rapid.SampledFrom(dialects).Draw(t, "dialect")
		for _, c := range m.clusters {
			delete(c, "taints")
		}
	}
}

func (m *fleetModel) effect() string {
	if m.dialect == dialectKubeFleet {
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
	config := stickyConfigs()[m.dialect]()
	config["clusters"], config["name"] = clusters, m.name
	if m.bound != nil {
		config["manifests"] = list{boundManifests(m.bound...)}
	}
	config["on_unsatisfied"] = "accept"
	config["max_moves"], config["on_exceeded"] = m.maxMoves, m.keep
	if m.timed {
		config["now"] = fmt.Sprintf("2026-08-11T12:%02d:30Z", m.minutes)
	}
	switch m.dialect {
	case dialectOCM:
		config[m.dialect].(object)["number_of_clusters"] = m.number
		config[m.dialect].(object)["tolerations"] = list{object{"key": "k", "operator": "Exists", "toleration_seconds": int64(300)}}
	case dialectKubeFleet:
		config[m.dialect].(object)["number_of_clusters"] = m.number
	default:
		config[m.dialect].(object)["replicas"] = m.number
	}
	return config
}
