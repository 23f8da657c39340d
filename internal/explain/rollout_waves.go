// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

const (
	// maxWaves limits the waves in the table, and maxNodes those in the diagram.
	maxWaves = 50
	maxNodes = 40
	// maxAffected limits the clusters that are listed.
	maxAffected = 50
)

// count is how many clusters are how far.
type count struct {
	total int
	by    [progresses]int
}

// total is the count of several waves.
func total(waves []Wave) (all count) {
	for i := range waves {
		all.total += waves[i].count.total
		for progress, n := range waves[i].count.by {
			all.by[progress] += n
		}
	}
	return all
}

// inProgress are the clusters that something happens to.
func (c *count) inProgress() int { return c.by[Starting] + c.by[Active] + c.by[Leaving] }

// waiting are the clusters that nothing happens to now.
func (c *count) waiting() int { return c.by[Waiting] + c.by[Kept] }

// class is how a node looks. A wave without clusters waits.
func (c *count) class() string {
	switch {
	case c.by[Failed] > 0:
		return "failed"
	case c.total > 0 && c.by[Done] == c.total:
		return "done"
	case c.inProgress()+c.by[Done] > 0:
		return "active"
	}
	return "waiting"
}

// tally sets the label of a wave and counts its clusters.
func (w *Wave) tally(index int) {
	w.label, w.count = fmt.Sprintf("wave %d", index+1), count{total: len(w.Clusters)}
	switch {
	case strings.TrimSpace(printable(w.Name)) != "":
		w.label = w.Name
	case w.Group != nil:
		w.label = fmt.Sprintf("group %d", *w.Group)
	}
	for i := range w.Clusters {
		w.count.by[w.Clusters[i].Progress]++
	}
}

// outsideWaves is the name of a wave of clusters that are in none. The provider does not make such a rollout.
const outsideWaves = "in no wave"

// place puts every cluster into exactly one wave. A cluster that only a wave names waits.
func (r *Rollout) place(clusters map[string]WaveCluster) {
	if r.Waves == nil {
		r.Waves = []Wave{}
	}
	placed := map[string]bool{}
	for i := range r.Waves {
		wave := &r.Waves[i]
		for _, name := range wave.ClusterNames {
			if !placed[name] {
				c := clusters[name]
				c.Name = name
				wave.Clusters = append(wave.Clusters, c)
			}
			placed[name] = true
		}
	}
	waves := len(r.Waves)
	for _, name := range slices.Sorted(maps.Keys(clusters)) {
		c := clusters[name]
		if placed[name] {
			continue
		}
		if c.wave < 0 || c.wave >= waves {
			if c.wave = waves; len(r.Waves) == waves {
				r.Waves = append(r.Waves, Wave{Name: outsideWaves})
			}
		}
		r.Waves[c.wave].Clusters = append(r.Waves[c.wave].Clusters, c)
	}
}

// window is the part of the waves that is shown if there are more than size. It starts before the first wave that is not done.
func window(waves []Wave, size int) (start, end int) {
	open := slices.IndexFunc(waves, func(w Wave) bool { return w.count.by[Done] < w.count.total })
	start = max(0, min(open-1, len(waves)-size))
	return start, min(len(waves), start+size)
}

// legend explains the progress bars.
const legend = "Bars: `" + blockDone + "` done, `" + blockActive + "` starting, in progress or leaving, `" +
	blockFailed + "` failed, `" +
	blockWaiting + "` waiting."

// progress shows a progress bar for every wave.
func (p *rolloutPage) progress() {
	if len(p.Waves) == 0 {
		return
	}
	header := []column{
		{name: "Wave"}, {name: "Progress", code: true}, {name: "Starting", right: true, omitted: p.all.by[Starting] == 0},
		{name: "In progress", right: true}, {name: "Failed", right: true}, {name: "Waiting", right: true},
	}
	start, end := window(p.Waves, maxWaves)
	p.section("Waves", tableOf(p.Waves[start:end], maxWaves, header, func(w *Wave) []string {
		c := &w.count
		return []string{w.label, c.bar(), fmt.Sprint(c.by[Starting]), fmt.Sprint(c.by[Active] + c.by[Leaving]),
			fmt.Sprint(c.by[Failed]), fmt.Sprint(c.waiting())}
	}))
	if start > 0 {
		p.writef("\n… and %d before\n", start)
	}
	p.more(len(p.Waves) - end)
	p.WriteString("\n" + legend + "\n")
}

// diagram draws the waves.
func (p *rolloutPage) diagram() {
	start, end := window(p.Waves, maxNodes)
	drawn := &picture{prefix: "w"}
	add := func(label string, c count) {
		n := drawn.add(c.class(), fmt.Sprintf("%s<br/>%d/%d", mermaidText(label), c.by[Done], c.total))
		if n > 0 {
			drawn.edge(n-1, n)
		}
	}
	if start > 0 {
		add(excerpt.Count(start, "wave")+" before", total(p.Waves[:start]))
	}
	for _, w := range p.Waves[start:end] {
		add(w.label, w.count)
	}
	if further := len(p.Waves) - end; further > 0 {
		add(excerpt.Count(further, "more wave"), total(p.Waves[end:]))
	}
	p.picture(drawn)
}

// affected is the order in which clusters are listed. Those that wait for the revision or are done are not.
var affected = []Progress{Failed, Starting, Active, Leaving, Kept}

// clusters lists the clusters that something happens to, those that failed first.
func (p *rolloutPage) clusters() {
	var t table
	revisions, reasons := false, false
	for _, progress := range affected {
		for i := range p.Waves {
			for _, c := range p.Waves[i].Clusters {
				if c.Progress != progress {
					continue
				}
				if t.all++; t.all <= maxAffected {
					t.add(c.Name, p.Waves[i].label, c.State, c.revision(), c.Reason)
					revisions, reasons = revisions || c.To != "", reasons || c.Reason != ""
				}
			}
		}
	}
	t.header = append(columns("Cluster", "Wave", "State"), column{name: "Revision", omitted: !revisions},
		column{name: "Reason", omitted: !reasons})
	p.section("Clusters", &t)
}

// maxRevision limits each of two revisions in a cell, in bytes.
const maxRevision = 100

// revision is the revision of a cluster, or both if it moves.
func (c *WaveCluster) revision() string {
	if c.From == "" {
		return c.To
	}
	return excerpt.Truncate(c.From, maxRevision) + " → " + excerpt.Truncate(c.To, maxRevision)
}
