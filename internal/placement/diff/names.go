package diff

import (
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// CompareNames is [Compare] for earlier decisions of which only the names are known. What a cluster was before is not
// known either, so Reason is what the later report says of it.
func CompareNames(before []string, after *placement.Report) Changes {
	later := newRanking(after)
	was := slices.Compact(slices.Sorted(slices.Values(before)))
	var changes Changes
	for _, name := range namesOf(&later) {
		if _, kept := slices.BinarySearch(was, name); kept {
			changes.Stayed++
			continue
		}
		changes.Joined = append(changes.Joined, newChange(name, CauseUnknown, later.cluster(name).Reason))
	}
	for _, name := range was {
		if !later.has(name, placement.StageDecided) {
			changes.Left = append(changes.Left, later.leaves(name))
		}
	}
	return changes
}

// leaves says why a cluster that was chosen before is not any more.
func (r *ranking) leaves(name string) Change {
	is := r.cluster(name)
	switch {
	case is == nil && r.mistake() != "":
		return newChange(name, CauseMisconfiguration, "nothing is decided: "+r.mistake())
	case is == nil:
		return newChange(name, CauseClusterGone, clusterGone)
	case len(is.Causes) > 0:
		return newChange(name, Cause(is.Causes[0]), is.Reason)
	}
	return newChange(name, CauseUnknown, is.Reason)
}

// Chosen reports whether the clusters that the report has as chosen are exactly those of a list.
func Chosen(r *placement.Report, names []string) bool {
	indexed := newRanking(r)
	wanted := slices.Compact(slices.Sorted(slices.Values(names)))
	return slices.Equal(namesOf(&indexed), wanted)
}
