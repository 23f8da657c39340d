package placement

import (
	"fmt"
	"slices"
	"strings"
)

// Changes are the clusters that a later result takes up and gives up compared with an earlier one, by name.
type Changes struct {
	Joined, Left []Change
}

// Change is a cluster that joined or left.
type Change struct {
	Cluster string
	// Why is what the later result says of a cluster.
	Why string
}

// Compare tells which clusters a later result takes up and gives up.
func Compare(before, after *Report, _ bool) Changes {
	was, is := before.decided(), after.decided()
	var changes Changes
	for _, c := range after.Clusters {
		switch joined, left := is[c.Name] && !was[c.Name], was[c.Name] && !is[c.Name]; {
		case joined:
			changes.Joined = append(changes.Joined, Change{c.Name, c.Reason})
		case left:
			changes.Left = append(changes.Left, Change{c.Name, c.Reason})
		}
		delete(was, c.Name)
	}
	for name, decided := range was {
		if decided {
			changes.Left = append(changes.Left, Change{name, "the cluster is gone"})
		}
	}
	byName := func(a, b Change) int { return strings.Compare(a.Cluster, b.Cluster) }
	slices.SortFunc(changes.Joined, byName)
	slices.SortFunc(changes.Left, byName)
	return changes
}

func (r *Report) decided() map[string]bool {
	decided := make(map[string]bool, len(r.Clusters))
	for _, c := range r.Clusters {
		decided[c.Name] = c.Stage == StageDecided
	}
	return decided
}

// String has a line for every change.
func (c Changes) String() string {
	var text strings.Builder
	for _, change := range c.Left {
		fmt.Fprintf(&text, "- %s leaves: %s\n", change.Cluster, change.Why)
	}
	for _, change := range c.Joined {
		fmt.Fprintf(&text, "- %s joins: %s\n", change.Cluster, change.Why)
	}
	return text.String()
}
