// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// CompareNames is [Compare] for earlier decisions of which only the names are known. What a cluster was before is not known
// either, so Reason is what the later pass says of it. If no more clusters join than leave and are no longer candidates, each
// takes the place of one of these; otherwise the cause is not known.
func CompareNames(before []string, result *placement.Result) Changes {
	after := newLater(result)
	prior := slices.Compact(slices.Sorted(slices.Values(before)))
	var changes Changes
	var joined, freed []string
	for _, name := range after.chosenNames() {
		if _, stays := slices.BinarySearch(prior, name); stays {
			changes.Stayed++
			continue
		}
		joined = append(joined, name)
	}
	for _, name := range prior {
		if !after.has(name, chosen) {
			cause, reason := after.leaves(name)
			changes.Left = append(changes.Left, newChange(name, cause, reason))
			if !after.isCandidate(name) {
				freed = append(freed, name)
			}
		}
	}
	for i, name := range joined {
		cause, reason := CauseUnknown, after.reason(name)
		if len(joined) <= len(freed) {
			cause, reason = CauseFreePlace, fmt.Sprintf("it takes the place of %s, which leaves; %s", freed[i], reason)
		}
		changes.Joined = append(changes.Joined, newChange(name, cause, reason))
	}
	return changes
}

// leaves says why a cluster that was chosen before is no longer chosen.
func (l *later) leaves(name string) (Cause, string) {
	if cause, reason := l.missing(name); cause != "" {
		return cause, reason
	}
	return l.outcomes[l.cluster(name).outcome].cause(), l.reason(name)
}

// missing says why a cluster is not in the later pass. The cause is empty if it is.
func (l *later) missing(name string) (Cause, string) {
	switch {
	case l.cluster(name) != nil:
		return "", ""
	case l.mistake != "":
		return CauseMisconfiguration, "the placement is misconfigured: " + l.mistake
	}
	return CauseClusterGone, "the cluster is no longer in the fleet"
}
