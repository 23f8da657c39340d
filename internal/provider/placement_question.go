package provider

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// questionKey is where the question of the last answer is kept, beside the state: the arguments in the state may be newer
// than decisions that were kept.
const questionKey = "question"

// question identifies what an answer depends on but for the time and the last answer.
type question struct {
	// Whole identifies all of it: as long as it is the same, the answer stands.
	Whole string `json:"whole"`
	// Policy identifies the request without the fleet.
	Policy string `json:"policy"`
	// KubeFleet is the policy of a KubeFleet placement: a hub does not let every policy follow on it.
	KubeFleet *kubefleet.Placement `json:"kubefleet,omitempty"`
}

// question finds the question that a configuration asks.
func (r *placementResource) question(ctx context.Context, config *placementConfig) (question, error) {
	wide, err := wideValuesOf(ctx)
	if err != nil {
		return question{}, err
	}
	whole := slices.DeleteFunc(slices.Sorted(maps.Keys(wide.config)), func(name string) bool {
		return slices.Contains(resultNames(), name) || name == "previous_decisions"
	})
	fleet := ""
	if config.usesFleetOfProvider() && r.provider.configured {
		fleet = r.provider.fleetDigest()
	}
	return question{
		Whole: wide.digest(fleet, whole...), Policy: wide.digest("", dialects...), KubeFleet: config.KubeFleet,
	}, nil
}

// digest identifies the values of attributes, which Terraform encodes in the order of their names.
func (w *wideValues) digest(salt string, names ...string) string {
	hash := sha256.New()
	hash.Write([]byte(salt))
	for _, name := range names {
		fmt.Fprintf(hash, "%s %d ", name, len(w.config[name]))
		hash.Write(w.config[name])
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// private is the question as private state has it.
func (q question) private() ([]byte, error) { return json.Marshal(q) }

// readQuestion reads a question from private state. It is empty if there is none that can be read: then the placement is
// decided anew.
func readQuestion(private []byte) question {
	var q question
	if err := json.Unmarshal(private, &q); err != nil {
		return question{}
	}
	return q
}

// policyChanged reports whether the request is another one than that of an earlier question, if there was one.
func (q question) policyChanged(earlier question) bool {
	return earlier.Policy != "" && earlier.Policy != q.Policy
}
