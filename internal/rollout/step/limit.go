package step

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// limit gives clusters up after a pass of KubeFleet, which has neither a deadline nor a limit of failures.
func (c *carry) limit() error {
	if c.strategy.IsOCM() {
		return nil
	}
	deadline, limited, err := c.deadline()
	if err != nil {
		return err
	}
	chosen, failed := 0, 0
	for i := range c.clusters {
		of := &c.clusters[i]
		if !of.chosen {
			continue
		}
		chosen++
		if limited && of.outcome == Continues && of.status != NotTrackable && !of.since.IsZero() {
			c.giveUpCluster(of, of.since.Add(deadline))
		}
		if of.holds == holdsTarget && (of.outcome == TimedOut || of.status == Failed) {
			failed++
		}
	}
	if c.req.MaxFailures == nil {
		return nil
	}
	tolerated, err := intstr.GetScaledValueFromIntOrPercent(c.req.MaxFailures, chosen, true)
	if err != nil {
		return field.Invalid(field.NewPath("maxFailures"), c.req.MaxFailures.String(), err.Error())
	}
	if failed > tolerated {
		c.breach = fmt.Sprintf("%s failed; %d tolerated", excerpt.Count(failed, "cluster"), tolerated)
	}
	return nil
}

// giveUpCluster gives a cluster up that is in progress until a deadline.
func (c *carry) giveUpCluster(of *cluster, until time.Time) {
	if c.now.Before(until) {
		c.changesAt(until)
		return
	}
	of.set(TimedOut, "timed out; progress_deadline was "+until.UTC().Format(time.RFC3339))
}

// deadline is how long a cluster may be in progress; limited is false if there is no limit.
func (c *carry) deadline() (d time.Duration, limited bool, err error) {
	text, at := c.req.ProgressDeadline, field.NewPath("progressDeadline")
	if c.strategy.IsOCM() {
		text, at = limitsOf(c.strategy).ProgressDeadline, field.NewPath("strategy")
	}
	if d, limited, err = ocm.Deadline(text); err != nil {
		return 0, false, field.Invalid(at, text, err.Error())
	}
	return d, limited, nil
}
