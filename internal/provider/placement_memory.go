package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// memory is the last answer of a placement, as its state has it.
type memory struct {
	Decisions  []previousDecision    `json:"decisions,omitempty"`
	Report     string                `json:"report,omitempty"`
	Satisfied  bool                  `json:"satisfied,omitempty"`
	Conditions []placement.Condition `json:"conditions,omitempty"`
	Now        time.Time             `json:"now,omitempty"`
	NextChange time.Time             `json:"nextChange,omitempty"`
	// attributes are the plain attributes of the state.
	attributes map[string]tftypes.Value
	// outputs are the computed attributes.
	outputs map[string]any
}

// readMemory reads a prior state. It returns nil for one in which nothing is decided: there is none yet, or it was just
// imported.
func readMemory(ctx context.Context, state tftypes.Value) (*memory, error) {
	if state.IsNull() {
		return nil, nil //nolint:nilnil // No memory is no mistake.
	}
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return nil, err
	}
	value, err := request.PriorState(state, resultNames()...)
	if err != nil {
		return nil, err
	}
	last, reader := &memory{outputs: map[string]any{}}, &tfvalue.Reader{Lenient: true}
	reader.Read(value, last, nil)
	if mistakes := reader.Mistakes(); len(mistakes) > 0 {
		return nil, fmt.Errorf("%s: %s", mistakes[0].At, mistakes[0].Message)
	}
	if last.Decisions == nil {
		return nil, nil //nolint:nilnil // No memory is no mistake.
	}
	if err := value.As(&last.attributes); err != nil {
		return nil, err
	}
	for _, name := range resultNames() {
		last.outputs[name] = last.attributes[name]
	}
	return last, nil
}

// remind gives the last decisions to a configuration, in place of those from before there were any, and the policy of KubeFleet
// that they come from.
func (m *memory) remind(c *placementConfig, policy *kubefleet.Spec) {
	if m == nil {
		return
	}
	c.PreviousDecisions, c.remembers = m.Decisions, true
	if c.KubeFleet == nil {
		return
	}
	if policy != nil {
		policy.SetDefaults()
		c.previousPolicy = policy
	}
	c.PreviousDecisions = slices.Clone(m.Decisions)
	for i := range c.PreviousDecisions {
		// The scheduler of another dialect has chosen a cluster without a binding, by no policy of KubeFleet. The arguments in the
		// state do not tell: they may be newer than decisions that were kept.
		binding := previousBinding{Policy: noPolicy}
		if known := c.PreviousDecisions[i].Binding; known != nil {
			binding = *known
		}
		c.PreviousDecisions[i].Binding = &binding
	}
}

// holdsAt reports whether the answer to the same question is the same at another time. Without a time only an answer that
// does not depend on it holds.
func (m *memory) holdsAt(now time.Time) bool {
	if m.Now.IsZero() || now.IsZero() {
		return m.NextChange.IsZero()
	}
	return !now.Before(m.Now) && (m.NextChange.IsZero() || now.Before(m.NextChange))
}

// predecessor is what a new answer is compared with.
func (m *memory) predecessor(policyChanged bool) *predecessor {
	return &predecessor{Clusters: clusterNames(m.Decisions), report: m.Report, policyChanged: policyChanged}
}

// keepTime leaves the time of the last answer in a plan with the same answer, so that now = plantimestamp() alone is no
// change. Terraform accepts that the value in the state is preferred to the configured one.
func (m *memory) keepTime(ctx context.Context, planned tftypes.Value) (tftypes.Value, error) {
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return planned, err
	}
	var attributes map[string]tftypes.Value
	if err := planned.As(&attributes); err != nil {
		return planned, err
	}
	if m.attributes["now"].IsNull() || attributes["now"].IsNull() {
		return planned, nil
	}
	for _, name := range resultNames() {
		now, computed, err := request.Computed(name)
		if err != nil {
			return planned, err
		}
		if !computed {
			now = attributes[name]
		}
		if !now.Equal(m.attributes[name]) {
			return planned, nil
		}
	}
	attributes = maps.Clone(attributes)
	attributes["now"] = m.attributes["now"]
	return tftypes.NewValue(planned.Type(), attributes), nil
}
