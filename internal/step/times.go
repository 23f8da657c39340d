// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
	"time"
)

// Times is what a rollout remembers of time. It is not part of the outputs: when an apply happens is not known when it is
// planned.
type Times struct {
	Clusters map[string]ClusterTimes `json:"clusters,omitempty"`
	// Retried is when Retry changed last, Attempt is what it was then, and Resumed is when Paused was removed.
	Retried Moment `json:"retried,omitzero"`
	Attempt string `json:"attempt,omitempty"`
	Resumed Moment `json:"resumed,omitzero"`
}

// ClusterTimes is what is remembered of a cluster.
type ClusterTimes struct {
	// Since is when the cluster got its revision.
	Since Moment `json:"since,omitzero"`
	// State is since when the cluster is in its state; zero if that is as old as Since.
	State time.Time `json:"state,omitzero"`
	// Finished says that the cluster was finished with its revision once.
	Finished bool `json:"finished,omitempty"`
	// Free says that the cluster returned without taking a place of those that return.
	Free bool `json:"free,omitempty"`
	// Joined says that the cluster got the completed revision as its first one and has yet to finish it.
	Joined bool `json:"joined,omitempty"`
}

// Moment is when an apply does something.
type Moment struct {
	// Planned is the time of the plan; zero if it had none.
	Planned time.Time `json:"planned,omitzero"`
	// Applied is the clock of the apply; zero if it is not known.
	Applied time.Time `json:"applied,omitzero"`
	// Pending says that the apply is still to come.
	Pending bool `json:"pending,omitempty"`
}

// clockSkew is how much the clocks of two machines that plan and apply may differ.
const clockSkew = 5 * time.Minute

// at is the time of a moment for a plan at a time. It is the clock of the apply if the times of plans are clock times, too. They
// are not if a test or a person sets them to another time: the apply is before its plan then, or after the next one.
func (m Moment) at(now time.Time) time.Time {
	if m.Applied.IsZero() || m.Applied.Before(m.Planned) || m.Applied.After(now.Add(clockSkew)) {
		return m.Planned
	}
	return m.Applied
}

// AppliedAt are the times after an apply at a time. They are whole seconds, as the times of plans are: a plan in the same second
// comes after the apply.
func (t Times) AppliedAt(applied time.Time) Times {
	applied = applied.Truncate(time.Second)
	apply := func(m *Moment) {
		if m.Pending {
			m.Applied, m.Pending = applied, false
		}
	}
	apply(&t.Retried)
	apply(&t.Resumed)
	t.Clusters = maps.Clone(t.Clusters)
	for name, cluster := range t.Clusters {
		apply(&cluster.Since)
		t.Clusters[name] = cluster
	}
	return t
}
