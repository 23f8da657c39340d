package provider

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
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
}

// question finds the question that a configuration asks.
func (r *placementResource) question(ctx context.Context, config *placementConfig) (question, error) {
	wide, err := wideValuesOf(ctx)
	if err != nil {
		return question{}, err
	}
	computed := resultAttributes()
	whole := slices.DeleteFunc(slices.Sorted(maps.Keys(wide.config)), func(name string) bool {
		_, isComputed := computed[name]
		return isComputed || name == "previous_decisions"
	})
	fleet := ""
	if config.usesFleetOfProvider() && r.provider.configured {
		fleet = r.provider.fleetDigest()
	}
	return question{Whole: wide.digest(fleet, whole...), Policy: wide.digest("", dialects...)}, nil
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

// readQuestion reads a question from private state; it is empty if there is none.
func readQuestion(private []byte) (question, error) {
	var q question
	if len(private) == 0 {
		return q, nil
	}
	err := json.Unmarshal(private, &q)
	return q, err
}
