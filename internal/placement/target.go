// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"slices"
	"strconv"
	"strings"
)

// The kinds of Target with a special meaning. Targets of any other kind are what deployers place on.
const (
	// TargetCluster is a cluster.
	TargetCluster = "cluster"
	// TargetDeployer is a deployer: the counterpart of a cluster for a technology other than Kubernetes.
	TargetDeployer = "deployer"
)

// Target is what a hybrid placement rule chooses: a cluster, a deployer, a virtual machine, a cloud service.
//
// Example for guides/reference-fleet#targets:
//
//	{ kind = "VirtualMachine", name = "vm-1", labels = { env = "prod" } }
type Target struct {
	// `deployer`, or the kind of target that deployers place on, such as `virtualmachines`.
	Kind string `json:"kind"`
	// The name of the target.
	Name string `json:"name"`
	// The namespace of the target.
	Namespace string `json:"namespace,omitempty"`
	// The labels, which `target_labels` matches.
	Labels map[string]string `json:"labels,omitempty"`
	// The type of a deployer, which `deployer_type` of the rule is compared with.
	DeployerType string `json:"deployerType,omitempty"`
	// The kind of target that deployers of this type place on. Defaults to the deployers themselves.
	PlacementTarget string `json:"placementTarget,omitempty"`
	// Cluster is the cluster itself, if the target is one.
	Cluster *Cluster `json:"-"`
}

// Key identifies the target: its name, prefixed with its namespace and a slash if it has a namespace.
func (t *Target) Key() string {
	if t.Namespace == "" {
		return t.Name
	}
	return t.Namespace + "/" + t.Name
}

// ParseTargetKey returns the namespace and the name of a key.
func ParseTargetKey(key string) (namespace, name string) {
	if namespace, name, isPair := strings.Cut(key, "/"); isPair && namespace != "" {
		return namespace, name
	}
	return "", key
}

// NameOfKey returns the name in a key whose namespace is equal to its name. Such a key may stand for a cluster: some hubs keep a
// cluster in a namespace of its name.
func NameOfKey(key string) (name string, ok bool) {
	if namespace, name := ParseTargetKey(key); namespace == name {
		return name, true
	}
	return "", false
}

// clusterObjectKinds are the kinds of the objects that stand for a cluster, and TargetCluster.
var clusterObjectKinds = []string{TargetCluster, "Cluster", string(ManagedCluster), string(MemberCluster)}

// IsClusterKind reports whether a kind is that of a cluster on any hub, or TargetCluster.
func IsClusterKind(kind string) bool { return slices.Contains(clusterObjectKinds, kind) }

// Recommendation is a target that an advisor names.
type Recommendation struct {
	// Target is the key of the target.
	Target string
	// Score is 0 to 100.
	Score int
	// Reason is the advisor's explanation; it may be empty.
	Reason string
}

// Round is one round of a hybrid decision. It holds only what differs from the previous round, so that many rounds of many
// candidates stay small.
type Round struct {
	// Listing is nil from the round on with which a decision would list too much.
	Listing *Listing
	// Ratings are the ratings that differ from the previous round, or all of them in the first round. They are in the order
	// at the start of the round, which decides ties. They determine who is removed only if Reason is lowest_rating.
	Ratings []Rating
	// Omitted is how many more ratings differ. A decision records all ratings of its first round, and a limited number
	// after that.
	Omitted int
	// Removed are the candidates that the round removed.
	Removed []string
	// Reason is vetoed, lowest_rating, or the outcome of the decision in its last round.
	Reason string
}

// Listing has all candidates at the start of a round, in the order that decides ties, and what the advisors recommend of them, in
// the order of the rule.
type Listing struct {
	Candidates []string
	Answers    []AdvisorAnswer
}

// AdvisorAnswer is what an advisor recommends of the candidates of a round.
type AdvisorAnswer struct {
	Advisor         string
	Recommendations []Recommendation
}

// Rating is the rating of a candidate, in hundredths, so that nothing is rounded.
type Rating struct {
	Target     string
	Hundredths int64
	// Shares are the shares of the advisors that named the candidate, in the order of the rule; Previous is the share of an
	// earlier decision.
	Shares   []Share
	Previous int64
}

// Share is what an advisor adds to a rating, in hundredths.
type Share struct {
	Advisor    string
	Hundredths int64
}

// FormatHundredths formats a number of hundredths as a decimal with as few places as needed, such as 16.5.
func FormatHundredths(n int64) string {
	if n%100 == 0 {
		return strconv.FormatInt(n/100, 10)
	}
	return strconv.FormatFloat(float64(n)/100, 'f', -1, 64)
}

// FormatScore formats a candidate's score: a whole number, or the decimal of a hybrid decision's rating.
func (r *Result) FormatScore(score int64) string {
	if r.Dialect == DialectHybrid {
		return FormatHundredths(score)
	}
	return strconv.FormatInt(score, 10)
}
