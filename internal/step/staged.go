// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// staged goes through the stages of a staged update run of KubeFleet until it has to wait, and then through the removals. It is
// what the controller of KubeFleet reaches after some passes, as long as nothing else happens: clusters that already have the
// revision need no pass of their own.
func (p *strategyPass) staged() {
	last := p.lastStarted()
	for i := range p.strategy.Stages {
		stage := &p.strategy.Stages[i]
		members := p.membersOf(i)
		if p.wait != "" {
			p.hold(members, p.wait)
			continue
		}
		if len(members) > 0 {
			p.wait = p.stage(stage, members, i < last)
		}
	}
	p.hold(p.membersOf(len(p.strategy.Stages)), "no stage selects the cluster")
	for i := range p.clusters {
		c := &p.clusters[i]
		switch {
		case c.chosen:
		case p.wait == "":
			c.set(Leaves, "the cluster is no longer chosen")
		default:
			c.set(Waits, "clusters are removed after the last stage; "+p.wait)
		}
	}
}

// membersOf are the clusters of a wave, in order.
func (p *strategyPass) membersOf(wave int) []*cluster {
	if wave >= len(p.waves) {
		return nil
	}
	members := make([]*cluster, 0, len(p.waves[wave].ClusterNames))
	for _, name := range p.waves[wave].ClusterNames {
		if c := p.find(name); c != nil && c.chosen {
			members = append(members, c)
		}
	}
	return members
}

// lastStarted is the last stage that was started; -1 if there is none.
func (p *strategyPass) lastStarted() int {
	last := -1
	for i := range p.clusters {
		if c := &p.clusters[i]; c.chosen && c.started && c.wave < len(p.strategy.Stages) {
			last = max(last, c.wave)
		}
	}
	return last
}

// hold lets clusters wait. Those that have the revision already stay as they are.
func (p *strategyPass) hold(members []*cluster, why string) {
	for _, c := range members {
		if c.holds == holdsTarget {
			p.progressOf(c)
		} else {
			c.set(Waits, why)
		}
	}
}

// stage updates the clusters of a stage. It returns why the next stage waits; empty if it need not. Passed says that a later
// stage was started before. An approval of a stage that was started is not asked for again.
func (p *strategyPass) stage(stage *staged.Stage, members []*cluster, passed bool) (wait string) {
	started, unfinished := false, 0
	for _, c := range members {
		started = started || c.started
		if c.holds == holdsTarget {
			if p.progressOf(c); c.outcome == Continues {
				unfinished++
			}
		}
	}
	if !started && !p.approved.before(stage) {
		name := staged.BeforePrefix + stage.Name
		wait = fmt.Sprintf("stage %s waits for the approval %q", stage.Name, name) + p.approved.line(name)
		p.hold(members, wait)
		return wait
	}
	limit := stage.Concurrency(len(members))
	full := fmt.Sprintf("max_concurrency of stage %s is %d", stage.Name, limit)
	for _, c := range members {
		switch {
		case c.holds == holdsTarget:
		case unfinished < limit:
			unfinished++
			c.set(Starts, nextReason)
		default:
			c.set(Waits, full)
		}
	}
	if unfinished > 0 {
		return fmt.Sprintf("stage %s is not finished", stage.Name)
	}
	return p.afterStage(stage, members, passed)
}

// afterStage returns what the stage still waits for when all its clusters are finished. A timed wait counts from the last of
// them.
func (p *strategyPass) afterStage(stage *staged.Stage, members []*cluster, passed bool) (wait string) {
	var finished time.Time
	for _, c := range members {
		if c.since.After(finished) {
			finished = c.since
		}
	}
	var open []string
	for _, task := range stage.AfterStageTasks {
		if task.Type == staged.TimedWait {
			if until := finished.Add(task.WaitTime.Duration); p.now.Before(until) {
				p.changesAt(until)
				open = append(open, fmt.Sprintf("the wait after stage %s ends at %s", stage.Name, until.UTC().Format(time.RFC3339)))
			}
		} else if !passed && !p.approved.after(stage) {
			name := staged.AfterPrefix + stage.Name
			open = append(open, fmt.Sprintf("stage %s is followed by the approval %q", stage.Name, name)+p.approved.line(name))
		}
	}
	return strings.Join(open, "; ")
}

// stageError is the error of stages that do not fit the clusters.
func (p *strategyPass) stageError(f *staged.Failure) *field.Error {
	path, key := field.NewPath("strategy", "stages"), ""
	for i := range p.strategy.Stages {
		if stage := &p.strategy.Stages[i]; f.Stage != "" && stage.Name == f.Stage {
			path = path.Index(i)
			if stage.SortingLabelKey != nil {
				key = *stage.SortingLabelKey
			}
		}
	}
	cluster := excerpt.Quote(f.Cluster)
	switch f.Cause {
	case staged.DuplicateCluster:
		return field.Forbidden(path.Child("labelSelector"), "cluster "+cluster+" is in an earlier stage, too; every cluster must be "+
			"in exactly one")
	case staged.SortKeyInvalid:
		label := "does not have the label " + excerpt.Quote(key) + ", or it is empty"
		if f.Found != "" {
			label = "has " + excerpt.Quote(f.Found)
		}
		return field.Forbidden(path.Child("sortingLabelKey"), "cluster "+cluster+" "+label+"; every cluster of the stage must have a "+
			"whole number there")
	case staged.ClusterNotPlaced:
		return field.Forbidden(path, "no stage selects cluster "+cluster+"; every chosen cluster must be "+
			"in exactly one"+p.withoutSelector()+p.withoutLabels())
	}
	return field.Forbidden(path, f.Error())
}

// withoutSelector is a hint if a stage selects nothing.
func (p *strategyPass) withoutSelector() string {
	for i := range p.strategy.Stages {
		if s := &p.strategy.Stages[i]; s.LabelSelector == nil {
			return ". Stage " + excerpt.Quote(s.Name) + " has no label_selector and selects nothing; label_selector = {} selects " +
				"all clusters"
		}
	}
	return ""
}

// withoutLabels is a hint if the labels of the clusters are not known.
func (p *strategyPass) withoutLabels() string {
	if p.some(func(one *cluster) bool { return one.labels != nil }) {
		return ""
	}
	return ". No cluster has labels here: pass the fleet in clusters or manifests"
}
