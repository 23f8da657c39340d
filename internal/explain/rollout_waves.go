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

func (c *count) add(other *count) {
	c.total += other.total
	for i, n := range other.by {
		c.by[i] += n
	}
}

// inProgress are the clusters that something happens to.
func (c *count) inProgress() int { return c.by[Starting] + c.by[Active] + c.by[Leaving] }

// waiting are the clusters that nothing happens to now.
func (c *count) waiting() int { return c.by[Waiting] + c.by[Kept] }

// done reports whether all clusters are done. A wave without clusters is not.
func (c *count) done() bool { return c.total > 0 && c.by[Done] == c.total }

// waveCount is a wave with its label and its counts.
type waveCount struct {
	count
	label string
}

func countWave(w *Wave, index int) waveCount {
	counted := waveCount{label: w.label(index)}
	for i := range w.Clusters {
		counted.total++
		counted.by[w.Clusters[i].Progress]++
	}
	return counted
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

// label is the name of a wave, or what stands for it.
func (w *Wave) label(index int) string {
	switch {
	case strings.TrimSpace(printable(w.Name)) != "":
		return w.Name
	case w.Group != nil:
		return fmt.Sprintf("group %d", *w.Group)
	}
	return fmt.Sprintf("wave %d", index+1)
}

// window is the part of the waves that is shown if there are more than size. It starts before the first wave that is not done.
func window(waves []waveCount, size int) (start, end int) {
	open := slices.IndexFunc(waves, func(w waveCount) bool { return w.by[Done] < w.total })
	start = max(0, min(open-1, len(waves)-size))
	return start, min(len(waves), start+size)
}

// legend explains the progress bars.
const legend = "Bars: `" + blockDone + "` done, `" + blockActive + "` starting, in progress or leaving, `" +
	blockFailed + "` failed, `" +
	blockWaiting + "` waiting."

// progress shows a progress bar for every wave.
func (m *rolloutMarkdown) progress() {
	if len(m.waves) == 0 {
		return
	}
	header := []column{
		{name: "Wave"}, {name: "Progress", code: true}, {name: "Starting", right: true, omitted: m.all.by[Starting] == 0},
		{name: "In progress", right: true}, {name: "Failed", right: true}, {name: "Waiting", right: true},
	}
	start, end := window(m.waves, maxWaves)
	tableOf(end-start, maxWaves, header, func(i int) []string {
		w := &m.waves[start+i]
		return []string{w.label, w.bar(), fmt.Sprint(w.by[Starting]), fmt.Sprint(w.by[Active] + w.by[Leaving]),
			fmt.Sprint(w.by[Failed]), fmt.Sprint(w.waiting())}
	}).section(&m.text, "Waves")
	if start > 0 {
		fmt.Fprintf(&m.text, "\n… and %d before\n", start)
	}
	more(&m.text, len(m.waves)-end)
	m.text.WriteString("\n" + legend + "\n")
}

// affected is the order in which clusters are listed. Those that wait for the revision or are done are not.
var affected = []Progress{Failed, Starting, Active, Leaving, Kept}

// eachAffected calls visit for the clusters that are listed, with the label of their wave.
func (m *rolloutMarkdown) eachAffected(visit func(c *WaveCluster, wave string)) {
	for _, progress := range affected {
		for i := range m.Waves {
			for k := range m.Waves[i].Clusters {
				if c := &m.Waves[i].Clusters[k]; c.Progress == progress {
					visit(c, m.waves[i].label)
				}
			}
		}
	}
}

// clusters lists the clusters that something happens to, those that failed first.
func (m *rolloutMarkdown) clusters() {
	var t table
	revisions, reasons := false, false
	m.eachAffected(func(c *WaveCluster, wave string) {
		if t.all++; t.all <= maxAffected {
			t.add(c.Name, wave, c.State, c.revision(), c.Reason)
			revisions, reasons = revisions || c.To != "", reasons || c.Reason != ""
		}
	})
	t.header = append(columns("Cluster", "Wave", "State"), column{name: "Revision", omitted: !revisions},
		column{name: "Reason", omitted: !reasons})
	t.section(&m.text, "Clusters")
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
