package provider

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// questionKey is where the question of the last answer is kept, beside the state: the arguments in the state may be newer
// than decisions that were kept.
const questionKey = "question"

// question identifies what an answer depends on but for the time and the last answer.
type question struct {
	// Whole identifies all of it: as long as it is the same, the answer stands. For decisions that on_exceeded keeps it also
	// identifies the limit.
	Whole string `json:"whole"`
	// Policy identifies the request without the fleet.
	Policy string `json:"policy"`
	// KubeFleet is the policy of a KubeFleet placement: a hub does not let every policy follow on it.
	KubeFleet *kubefleet.Spec `json:"kubefleet,omitempty"`
}

// question finds the question that a configuration asks.
func (r *placementResource) question(ctx context.Context, config *placementConfig) (question, error) {
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return question{}, err
	}
	whole := slices.DeleteFunc(request.Names(), func(name string) bool {
		return slices.Contains(resultNames(), name) || name == "previous_decisions"
	})
	fleet := ""
	if config.usesFleetOfProvider() && r.provider.configured {
		fleet = r.provider.fleetDigest()
	}
	return question{
		Whole: digest(request, fleet, whole...), Policy: digest(request, "", dialects...), KubeFleet: config.KubeFleet,
	}, nil
}

// digest identifies the values of attributes, which Terraform encodes in the order of their names.
func digest(request *rawserver.Request, salt string, names ...string) string {
	hash := sha256.New()
	hash.Write([]byte(salt))
	for _, name := range names {
		fmt.Fprintf(hash, "%s %d ", name, len(request.EncodedConfig(name)))
		hash.Write(request.EncodedConfig(name))
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// held is the question of decisions that on_exceeded keeps: they stand as long as nothing changes, but another policy has made
// them.
func (q question) held(limit *moveLimit, earlier question) question {
	if earlier.KubeFleet == nil {
		earlier.KubeFleet = q.KubeFleet
	}
	earlier.Whole = fmt.Sprintf("%s held by %s", q.Whole, limit.MaxMoves)
	return earlier
}

// note keeps the question in private state.
func (q question) note(ctx context.Context, private privateState) diag.Diagnostics {
	encoded, err := json.Marshal(q)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("The state cannot be written", err.Error())}
	}
	return private.SetKey(ctx, questionKey, encoded)
}

// privateState is the private state of a resource, whose type the framework does not export.
type privateState interface {
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

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
