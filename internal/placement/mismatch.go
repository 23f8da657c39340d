package placement

import (
	"fmt"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// A MismatchKind says what a Mismatch is about.
type MismatchKind string

// The kinds of Mismatch.
const (
	// MismatchDeletion: the cluster is being deleted.
	MismatchDeletion MismatchKind = "deletion"
	// MismatchClusterSet: the cluster is in no cluster set that the placement may use.
	MismatchClusterSet MismatchKind = "cluster set"
	// MismatchLabel: a label is missing or has the wrong value.
	MismatchLabel MismatchKind = "label"
	// MismatchClaim: a cluster claim is missing or has the wrong value.
	MismatchClaim MismatchKind = "claim"
	// MismatchCEL: a CEL expression is not true.
	MismatchCEL MismatchKind = "CEL expression"
	// MismatchTaint: a taint is not tolerated.
	MismatchTaint MismatchKind = "taint"
	// MismatchProperty: a cluster property is missing or has the wrong value.
	MismatchProperty MismatchKind = "property"
	// MismatchEligibility: the cluster takes no new placements, because of what its agent reports or does not report.
	MismatchEligibility MismatchKind = "eligibility"
	// MismatchNamespace: the placement's namespace is not known to exist on the cluster.
	MismatchNamespace MismatchKind = "namespace"
	// MismatchTopologySpread: choosing the cluster would spread the placement too unevenly.
	MismatchTopologySpread MismatchKind = "topology spread"
	// MismatchClusterName: the placement has a list of clusters, and the cluster is not on it.
	MismatchClusterName MismatchKind = "cluster name"
	// MismatchNotFound: the placement lists a cluster that the fleet does not have.
	MismatchNotFound MismatchKind = "not found"
	// MismatchDeployerType: the target is not of the kind that a hybrid placement rule is for.
	MismatchDeployerType MismatchKind = "deployer type"
	// MismatchVeto: a predicate advisor did not name the target.
	MismatchVeto MismatchKind = "veto"
	// MismatchRecommendation: no advisor named the target.
	MismatchRecommendation MismatchKind = "recommendation"
)

// Mismatch is one requirement that a cluster does not meet: what was wanted, what was found, and what would help.
type Mismatch struct {
	Kind MismatchKind
	// Field is the path of the requirement in the request; empty where the request did not ask for it.
	Field string
	// Key is the label key, the claim name, the taint or the CEL expression.
	Key string
	// Found is the cluster's value; Present is false where the cluster has none.
	Found   string
	Present bool
	// Wanted is what would have been accepted; for a taint it is the taint's effect.
	Wanted string
	// Until is when the toleration in Field stopped to tolerate the taint; zero if there was none for it.
	Until time.Time
}

// String is the sentence that a user reads: what was found, what was wanted. Long texts are cut.
func (m Mismatch) String() string { return m.excerpt().sentence() }

// excerpt is the mismatch with what a sentence says of its texts.
func (m Mismatch) excerpt() Mismatch {
	m.Field, m.Key, m.Found, m.Wanted = excerpt.Text(m.Field), excerpt.Text(m.Key), excerpt.Text(m.Found), excerpt.Truncate(m.Wanted, wantedBytes)
	return m
}

// wantedBytes is room for a list of label values.
const wantedBytes = 1024

func (m Mismatch) sentence() string {
	switch m.Kind {
	case MismatchDeletion:
		return "the cluster is being deleted"
	case MismatchClusterSet:
		if m.Wanted == "" {
			return "no cluster set is open to the placement"
		}
		if m.Key == "" {
			return fmt.Sprintf("the cluster is in none of the cluster sets %s: their selectors do not match its labels", m.Wanted)
		}
		return fmt.Sprintf("the cluster is in none of the cluster sets %s: its label %s is %s", m.Wanted, m.Key, m.value())
	case MismatchLabel, MismatchClaim, MismatchProperty:
		return fmt.Sprintf("%s %s is %s; %s wants %s", m.Kind, m.Key, m.value(), m.Field, m.Wanted)
	case MismatchCEL:
		return fmt.Sprintf("CEL expression %q is %s; %s wants true", m.Key, m.Found, m.Field)
	case MismatchTaint:
		taint := Taint{Key: m.Key, Value: m.Found, Effect: TaintEffect(m.Wanted)}
		if m.Field != "" {
			return fmt.Sprintf("taint %s is not tolerated any more: %s held until %s",
				taint, m.Field, m.Until.UTC().Format(time.RFC3339))
		}
		toleration := fmt.Sprintf("key %q", m.Key)
		if m.Present {
			toleration += fmt.Sprintf(" and value %q", m.Found)
		}
		return fmt.Sprintf("taint %s is not tolerated; a toleration of %s would tolerate it", taint, toleration)
	}
	return m.memberCluster()
}

// cause is what a Mismatch has in common with those of other clusters.
func (m Mismatch) cause() string {
	m = m.excerpt()
	switch m.Kind {
	case MismatchClusterSet:
		return "the cluster is in no cluster set that is open to the placement"
	case MismatchLabel, MismatchClaim, MismatchProperty:
		return fmt.Sprintf("%s does not match %s", m.Kind, m.Wanted)
	case MismatchCEL:
		return fmt.Sprintf("CEL expression %q is not true", m.Key)
	case MismatchTaint:
		return fmt.Sprintf("taint %s is not tolerated", Taint{Key: m.Key, Value: m.Found, Effect: TaintEffect(m.Wanted)})
	case MismatchEligibility:
		return "the cluster takes no new placements"
	case MismatchTopologySpread:
		return fmt.Sprintf("one more cluster would break %s of %s", m.Wanted, m.Field)
	}
	return m.sentence()
}

// memberCluster is the sentence of the kinds that only KubeFleet and hybrid placement rules have.
func (m Mismatch) memberCluster() string {
	switch m.Kind {
	case MismatchEligibility:
		return m.Found
	case MismatchNamespace:
		if !m.Present {
			return fmt.Sprintf("the cluster is not known to have the namespace %q", m.Key)
		}
		return fmt.Sprintf("the cluster does not have the namespace %q", m.Key)
	case MismatchTopologySpread:
		return fmt.Sprintf("label %s is %s, and one more cluster there would break %s of %s", m.Key, m.value(), m.Wanted, m.Field)
	case MismatchClusterName:
		return m.Field + " does not name the cluster"
	case MismatchNotFound:
		return m.Field + " names a cluster that the fleet does not have"
	case MismatchDeployerType:
		return fmt.Sprintf("the target is of type %q; the placement is for type %q", m.Found, m.Wanted)
	case MismatchVeto:
		return fmt.Sprintf("predicate advisor %q does not name the target in %s", m.Key, m.Found)
	case MismatchRecommendation:
		return fmt.Sprintf("no advisor names the target in %s", m.Found)
	}
	return string(m.Kind)
}

func (m Mismatch) value() string {
	if !m.Present {
		return "not set"
	}
	return fmt.Sprintf("%q", m.Found)
}
