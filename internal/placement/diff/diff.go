// Package diff explains what changed between two reports of a placement: which clusters joined its decisions, which left,
// and why. Read [Compare] first.
package diff

import (
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// A Cause says what a Change comes from: the name of the MismatchKind of what keeps the cluster out, or kept it out before, or one
// of the constants below.
type Cause string

// The causes of a Change beside the kinds of Mismatch.
const (
	// CauseNewCluster: the cluster was not in the fleet before.
	CauseNewCluster Cause = "new cluster"
	// CauseClusterGone: the cluster is not in the fleet any more.
	CauseClusterGone Cause = "cluster gone"
	// CauseFreePlace: another cluster left and was no candidate any more; this one came next.
	CauseFreePlace Cause = "free place"
	// CauseOutranked: a better cluster came that was no candidate before.
	CauseOutranked Cause = "outranked"
	// CauseScore: a score changed, that of the cluster or that of the one which it competes with.
	CauseScore Cause = "score"
	// CauseCapacity: as CauseScore, and the score is one of the cluster's resources, compared with the other candidates.
	CauseCapacity Cause = "capacity"
	// CauseTopologySpread: as CauseScore, and the score is how evenly the placement is spread.
	CauseTopologySpread Cause = "topology spread"
	// CauseAdvisor: an advisor of a hybrid placement rule decided otherwise: by its rating, its veto or its silence.
	CauseAdvisor Cause = "advisor"
	// CausePolicyChanged: the request is another one. It is the cause where nothing else about the clusters explains the
	// move: where the number of clusters is another one, or the list of clusters, or the weight of a score.
	CausePolicyChanged Cause = "policy changed"
	// CauseMisconfiguration: the request of one of the reports has a mistake, and nothing is decided.
	CauseMisconfiguration Cause = "misconfiguration"
	// CauseUnknown: the reports do not show the cause.
	CauseUnknown Cause = "unknown"
)

// Changes are the clusters that join and leave the decisions with a later pass, each by name.
type Changes struct {
	Joined []Change `json:"joined"`
	Left   []Change `json:"left"`
	// Stayed is how many clusters are in both decisions.
	Stayed int `json:"stayed"`
}

// Change is a cluster that joins or leaves the decisions.
type Change struct {
	ClusterName string `json:"cluster_name"`
	Cause       Cause  `json:"cause"`
	// Reason is a sentence on one line.
	Reason string `json:"reason"`
}

// Compare tells which clusters a later result takes up and gives up compared with an earlier one, and why. The reports
// are those of one placement; policyChanged says that its request is not the same in both.
//
// Reports keep what a cluster failed, not what it has. So where a cluster is rejected or rated otherwise and the policy
// has changed too, either may be the reason: the cause is what is known of the cluster, and Reason says so. Of an earlier
// report of another version only the names of the chosen clusters are used.
func Compare(before, after *placement.Report, policyChanged bool) Changes {
	if before.Version != after.Version {
		indexed := newRanking(before)
		return CompareNames(namesOf(&indexed), after)
	}
	c := comparison{before: newRanking(before), after: newRanking(after), policyChanged: policyChanged}
	c.findMoves()
	c.findCompetitors()
	var changes Changes
	changes.Stayed = c.after.decided - len(c.joined)
	for _, name := range c.joined {
		changes.Joined = append(changes.Joined, c.change(name, c.join))
	}
	for _, name := range c.left {
		changes.Left = append(changes.Left, c.change(name, c.leave))
	}
	return changes
}

// ranking is a report whose clusters can be found by name.
type ranking struct {
	*placement.Report
	// at is the place of a cluster in the report. A hybrid inventory may have two targets of a name; the first counts. A name
	// that the fleet does not have is not a cluster.
	at map[string]int
	// decided is how many clusters were chosen, and candidates how many were chosen or not picked.
	decided, candidates int
	// ratings are those of the targets of a hybrid decision, in the order of the rounds, and lastRound is the last round that
	// a target was a candidate in. Recorded is how many rounds have all of their ratings in the report. Advisors are all that
	// named somebody.
	ratings   map[string][]ratedIn
	lastRound map[string]int
	recorded  int
	advisors  []string
}

func newRanking(r *placement.Report) ranking {
	indexed := ranking{Report: r, at: make(map[string]int, len(r.Clusters))}
	for i := range r.Clusters {
		c := &r.Clusters[i]
		if _, known := indexed.at[c.Name]; known || c.Origin == placement.OriginFleet {
			continue
		}
		indexed.at[c.Name] = i
		switch c.Stage {
		case placement.StageDecided:
			indexed.decided++
			indexed.candidates++
		case placement.StageNotPicked:
			indexed.candidates++
		}
	}
	indexed.findRounds()
	return indexed
}

// cluster is nil for one that is not in the report.
func (r *ranking) cluster(name string) *placement.ReportedCluster {
	if i, ok := r.at[name]; ok {
		return &r.Clusters[i]
	}
	return nil
}

func (r *ranking) has(name, stage string) bool {
	c := r.cluster(name)
	return c != nil && c.Stage == stage
}

// isCandidate reports whether the cluster was chosen or not picked.
func (r *ranking) isCandidate(name string) bool {
	return r.has(name, placement.StageDecided) || r.has(name, placement.StageNotPicked)
}

// mistake is the message of a report of Open Cluster Management whose request has a mistake. It misses the clusters that
// nothing had rejected by then, although they are in the fleet.
func (r *ranking) mistake() string {
	if r.candidates > 0 {
		return "" // the mistake is in the groups
	}
	for _, condition := range r.Conditions {
		if condition.Reason == "Misconfigured" && condition.Status == "True" {
			return strings.TrimPrefix(condition.Message, ":") // no plug-in stands before the colon
		}
	}
	return ""
}

// comparison is one call of Compare.
type comparison struct {
	before, after ranking
	policyChanged bool
	// joined and left are the clusters that moved, by name.
	joined, left []string
	// freed are those of left that are no candidates any more, by name: their places are free for others.
	freed []string
	// promoted are those of joined that were not picked before, by name.
	promoted []string
	competitors
}

func (c *comparison) findMoves() {
	for _, name := range namesOf(&c.after) {
		if c.before.has(name, placement.StageDecided) {
			continue
		}
		c.joined = append(c.joined, name)
		if c.before.has(name, placement.StageNotPicked) {
			c.promoted = append(c.promoted, name)
		}
	}
	for _, name := range namesOf(&c.before) {
		if c.after.has(name, placement.StageDecided) {
			continue
		}
		c.left = append(c.left, name)
		if !c.after.isCandidate(name) {
			c.freed = append(c.freed, name)
		}
	}
}

// namesOf are the chosen clusters, by name.
func namesOf(r *ranking) []string {
	var names []string
	for i := range r.Clusters {
		if c := &r.Clusters[i]; c.Stage == placement.StageDecided && r.at[c.Name] == i {
			names = append(names, c.Name)
		}
	}
	slices.Sort(names)
	return names
}

// change makes a Change of what a function finds out about a cluster.
func (c *comparison) change(name string, why func(string) (Cause, string)) Change {
	cause, text := why(name)
	return newChange(name, cause, text)
}

// newChange fills in what a report that was read may lack.
func newChange(name string, cause Cause, text string) Change {
	if cause == "" {
		cause = CauseUnknown
	}
	if text == "" {
		text = "the reports do not show the cause"
	}
	return Change{ClusterName: name, Cause: cause, Reason: oneLine.Replace(text)}
}

var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")
