package step

import (
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// staged goes through the stages of a staged update run of KubeFleet until it has to wait, and then through the removals. It is
// what the controller of KubeFleet reaches after some passes, as long as nothing else happens: clusters that already have the
// revision need no pass of their own.
func (w *world) staged() {
	last := w.lastStarted()
	for i := range w.strategy.Stages {
		stage := &w.strategy.Stages[i]
		members := w.membersOf(i)
		if w.wait != "" {
			w.hold(members, w.wait)
			continue
		}
		if len(members) > 0 {
			w.wait = w.stage(stage, members, i < last)
		}
	}
	for i := range w.clusters {
		c := &w.clusters[i]
		switch {
		case c.chosen:
		case w.wait == "":
			c.set(Leaves, "the cluster is no longer chosen")
		default:
			c.set(Waits, "clusters are removed after the last stage; "+w.wait)
		}
	}
}

// membersOf are the clusters of a wave, in order.
func (w *world) membersOf(wave int) []*cluster {
	if wave >= len(w.waves) {
		return nil
	}
	members := make([]*cluster, 0, len(w.waves[wave].ClusterNames))
	for _, name := range w.waves[wave].ClusterNames {
		if c := w.find(name); c != nil && c.chosen {
			members = append(members, c)
		}
	}
	return members
}

// lastStarted is the last stage that was started; -1 if there is none.
func (w *world) lastStarted() int {
	last := -1
	for i := range w.clusters {
		if c := &w.clusters[i]; c.chosen && c.started && c.wave < len(w.strategy.Stages) {
			last = max(last, c.wave)
		}
	}
	return last
}

// hold lets clusters wait. Those that have the revision already stay as they are.
func (w *world) hold(members []*cluster, why string) {
	for _, c := range members {
		if c.holds == holdsTarget {
			c.inStage()
		} else {
			c.set(Waits, why)
		}
	}
}

// stage updates the clusters of a stage. It returns why the next stage waits; empty if it need not. Passed says that a later
// stage was started before. An approval of a stage that was started is not asked for again.
func (w *world) stage(stage *rollout.StagedStage, members []*cluster, passed bool) (wait string) {
	started, unfinished := false, 0
	for _, c := range members {
		started = started || c.started
		if c.holds == holdsTarget {
			if c.inStage(); c.outcome == Continues {
				unfinished++
			}
		}
	}
	if !started && !w.approved.before(stage) {
		wait = fmt.Sprintf("stage %s waits for the approval %q", stage.Name, beforePrefix+stage.Name)
		w.hold(members, wait)
		return wait
	}
	limit, failure := stage.Concurrency(len(members))
	if failure != nil {
		limit = 1 // Validate has reported it.
	}
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
	return w.afterStage(stage, members, passed)
}

// inStage says how far a cluster with the revision is. Resources that cannot be tracked count as available.
func (c *cluster) inStage() {
	switch c.status {
	case TimeOut:
		c.set(TimedOut, timedOut)
	case Available, NotTrackable:
		c.set(Finished, "the resources are available")
	case Failed:
		c.set(Continues, "failed")
	default:
		c.set(Continues, "the resources are not available yet")
	}
}

// afterStage returns what the stage still waits for when all its clusters are finished. A timed wait counts from the last of them.
func (w *world) afterStage(stage *rollout.StagedStage, members []*cluster, passed bool) (wait string) {
	var finished time.Time
	for _, c := range members {
		if c.since.After(finished) {
			finished = c.since
		}
	}
	var open []string
	for _, task := range stage.AfterStageTasks {
		if task.Type == rollout.StagedTimedWait {
			if until := finished.Add(task.WaitTime.Duration); w.now.Before(until) {
				w.changesAt(until)
				open = append(open, fmt.Sprintf("the wait after stage %s ends at %s", stage.Name, until.UTC().Format(time.RFC3339)))
			}
		} else if !passed && !w.approved.after(stage) {
			open = append(open, fmt.Sprintf("stage %s is followed by the approval %q", stage.Name, afterPrefix+stage.Name))
		}
	}
	return strings.Join(open, "; ")
}

// stageError is the error of stages that do not fit the clusters.
func (w *world) stageError(f *rollout.StagedFailure) *field.Error {
	at, key := field.NewPath("strategy", "stages"), ""
	for i := range w.strategy.Stages {
		if stage := &w.strategy.Stages[i]; f.Stage != "" && stage.Name == f.Stage {
			at = at.Index(i)
			if stage.SortingLabelKey != nil {
				key = *stage.SortingLabelKey
			}
		}
	}
	cluster := excerpt.Quote(f.Cluster)
	switch f.Cause {
	case rollout.StagedDuplicateCluster:
		return field.Forbidden(at.Child("labelSelector"), "cluster "+cluster+" is in an earlier stage, too; every cluster must be in exactly one")
	case rollout.StagedSortKeyInvalid:
		found := "does not have the label " + excerpt.Quote(key) + ", or it is empty"
		if f.Found != "" {
			found = "has " + excerpt.Quote(f.Found)
		}
		return field.Forbidden(at.Child("sortingLabelKey"), "cluster "+cluster+" "+found+"; every cluster of the stage must have a whole number there")
	case rollout.StagedClusterNotPlaced:
		return field.Forbidden(at, "no stage selects cluster "+cluster+"; every chosen cluster must be in exactly one"+w.withoutSelector()+w.withoutLabels())
	}
	return field.Forbidden(at, f.Error())
}

// withoutSelector is a hint if a stage selects nothing.
func (w *world) withoutSelector() string {
	for i := range w.strategy.Stages {
		if s := &w.strategy.Stages[i]; s.LabelSelector == nil {
			return ". Stage " + excerpt.Quote(s.Name) + " has no label_selector and selects nothing; label_selector = {} selects all clusters"
		}
	}
	return ""
}

// withoutLabels is a hint if the labels of the clusters are not known.
func (w *world) withoutLabels() string {
	for i := range w.clusters {
		if w.clusters[i].labels != nil {
			return ""
		}
	}
	return ". No cluster has labels here: pass the fleet in clusters or manifests"
}
