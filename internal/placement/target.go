package placement

import (
	"slices"
	"strconv"
	"strings"
)

// The kinds of Target that have a meaning of their own. Any other kind is something that deployers place on.
const (
	// TargetCluster is a cluster.
	TargetCluster = "cluster"
	// TargetDeployer is something that deploys: what a cluster is for Kubernetes, it is for another technology.
	TargetDeployer = "deployer"
)

// Target is what a hybrid placement rule decides on: a cluster, a deployer, a virtual machine, a cloud service.
type Target struct {
	Kind      string            `json:"kind"`
	Name      string            `json:"name"`
	Namespace string            `json:"namespace,omitempty"`
	Labels    map[string]string `json:"labels,omitempty"`
	// DeployerType is the type of a deployer.
	DeployerType string `json:"deployerType,omitempty"`
	// PlacementTarget is the kind of target that deployers of the type place on; empty if it is they themselves.
	PlacementTarget string `json:"placementTarget,omitempty"`
	// Cluster is the cluster itself, if the target is one.
	Cluster *Cluster `json:"-"`
}

// Key identifies the target: its name, behind its namespace and a slash if it has one.
func (t *Target) Key() string {
	if t.Namespace == "" {
		return t.Name
	}
	return t.Namespace + "/" + t.Name
}

// Recommendation is a target that an advisor names.
type Recommendation struct {
	// Target is the key of the target.
	Target string
	// Score is 0 to 100.
	Score int
	// Reason is what the advisor says of it; it may be empty.
	Reason string
}

// Advice is what an advisor said in a round, less the targets that are no candidates.
type Advice struct {
	Advisor string
	// Predicate says that the advisor vetoes what it does not name.
	Predicate       bool
	Weight          int64
	Recommendations []Recommendation
}

// Names reports whether the advisor named the target.
func (a *Advice) Names(key string) bool {
	return slices.ContainsFunc(a.Recommendations, func(r Recommendation) bool { return r.Target == key })
}

// Round is one round of a hybrid decision.
type Round struct {
	// Candidates are in the order at the start of the round, which decides ties.
	Candidates []string
	Advice     []Advice
	// Ratings belong to Candidates. They decide only if Reason is lowest_rating.
	Ratings []Rating
	// Removed are the candidates that the round took out.
	Removed []string
	// Reason is vetoed, lowest_rating, or the outcome of the decision in its last round.
	Reason string
}

// Rating is what speaks for a candidate, in hundredths, so that nothing is rounded.
type Rating struct {
	Target     string
	Hundredths int64
	// Terms are the shares of the round's Advice, in its order; Previous is that of an earlier decision.
	Terms    []int64
	Previous int64
}

// FormatHundredths writes a number of hundredths as a decimal with as few places as it takes, such as 16.5.
func FormatHundredths(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	text := strconv.FormatInt(n/100, 10)
	if rest := n % 100; rest != 0 {
		text += strings.TrimRight("."+strconv.FormatInt(100+rest, 10)[1:], "0")
	}
	return sign + text
}

// FormatScore writes a candidate's score: a whole number, or the decimal of a hybrid decision's rating.
func (r *Result) FormatScore(score int64) string {
	if len(r.Rounds) > 0 {
		return FormatHundredths(score)
	}
	return strconv.FormatInt(score, 10)
}
