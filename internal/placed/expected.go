// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"cmp"
	"context"
	"errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// RecordKey is the key of the note with the hub as the last refresh has read it, and ExpectedOutput is the output that a plan
// makes of it. Terraform plans once more during apply, in another process and with a hub that may have changed, and wants the
// same values: so the output is a function of the configuration, of the state and of this note.
const (
	RecordKey      = "fleet"
	ExpectedOutput = "expected"
)

// record is a recording of the hub, or why there is none.
type record struct {
	Recording []byte `json:"recording,omitempty"`
	Why       string `json:"why,omitempty"`
}

// record records the hub for the next plan.
func (r *refreshed) record(ctx context.Context) *record {
	encoded, err := r.encoded(ctx)
	if err != nil {
		return &record{Why: excerpt.Sentence(err.Error())}
	}
	return &record{Recording: encoded}
}

func (r *refreshed) encoded(ctx context.Context) ([]byte, error) {
	request := r.requested(&r.decided.Placement)
	if err := request.Predictable(r.decided); err != nil {
		return nil, err
	}
	if err := r.readFleet(ctx, &request, r.Client.Shared); err != nil {
		return nil, err
	}
	recording, err := hubview.Record(r.found.Object, r.decided, &request.Fleet.Manifests, r.Now())
	if err != nil {
		return nil, err
	}
	recording.Consumers, err = r.Client.RecordedConsumers(ctx, r.decided, append(r.decided.Names(), r.accepted()...))
	if err != nil {
		return nil, err
	}
	return recording.Encode()
}

// agreed is what the state says of the expected decision, with whether the first decision after the change agrees; nil if nothing
// is new.
func (r *refreshed) agreed() *hubdecision.Expected {
	if r.priorDecisions == nil || r.priorDecisions.Expected == nil || r.priorDecisions.Expected.Agrees != nil ||
		!r.seen.IsComplete || r.memory.Written != nil {
		return nil
	}
	expected := *r.priorDecisions.Expected
	agrees := hubdecision.SameClusters(expected.Clusters, r.decided.Names())
	expected.Agrees = &agrees
	return &expected
}

// expected is the output of a plan: that of the state if the placement stays as it is, unknown as long as the plan does not know
// what is changed, and nil if nothing can be predicted.
func (p *operation) expected(ctx context.Context, change *managed.Planned, planned *plannedChange) (any, planner.Findings) {
	if p.State != nil && (!planned.changes || p.isSameOnUnknownHub()) {
		values, err := p.State.Values(ExpectedOutput)
		if err != nil {
			return nil, p.failed(err)
		}
		return values[ExpectedOutput], nil
	}
	if p.State == nil || change == nil || planned.replaces || change.UID == "" {
		return tfvalue.Unknown, nil
	}
	expectation, err := p.expectRecorded(ctx, change)
	switch {
	case ctx.Err() != nil:
		return nil, p.failed(ctx.Err())
	case err != nil && planned.forecast == nil:
		// It was said that nothing can be predicted.
		return nil, nil
	case err != nil:
		return nil, planner.Findings{{Warning: true, Title: p.What + " has no expected decision in the plan",
			Text: "The output expected is null, so that only a warning says what the hub is expected to decide, and no saved plan: " +
				excerpt.Sentence(err.Error())}}
	}
	expected := expectation.Expected()
	return expected, expected.Otherwise(p.What, planned.forecast)
}

// isSameOnUnknownHub reports whether the placement stays as it is, whatever the hub is.
func (p *operation) isSameOnUnknownHub() bool {
	if p.IsKnownHub() || p.Prior == nil || len(p.Reader.Unknown()) > 0 || p.IsRenamed {
		return false
	}
	prior, err := apply(nil, p.Prior)
	planned, plannedErr := apply(nil, p.Object)
	return err == nil && plannedErr == nil && planned.Equal(prior)
}

// expectRecorded predicts what the hub decides after a change, for the placement alone and with the fleet of the last refresh.
func (p *operation) expectRecorded(ctx context.Context, change *managed.Planned) (*hubdecision.Expectation, error) {
	noted := cmp.Or(managed.ReadNote[record](&p.Notes, RecordKey), &record{})
	if noted.Recording == nil {
		return nil, errors.New(cmp.Or(noted.Why, "the hub was not read before this plan: plan without -refresh=false"))
	}
	recording, err := hubview.DecodeRecording(noted.Recording)
	if err != nil {
		return nil, err
	}
	object, err := p.Client.ReadObject(recording.Object)
	if err != nil {
		return nil, err
	}
	spec, err := specOf(change.Desired.Merged(object))
	if err != nil {
		return nil, err
	}
	decided, err := recording.Decided()
	if err != nil {
		return nil, err
	}
	request := p.requested(spec)
	if err := request.Predictable(decided); err != nil {
		return nil, err
	}
	request.Now = recording.Now
	if request.Fleet.Manifests, err = recording.FleetOf(&request.Placement); err != nil {
		return nil, err
	}
	expectation, findings := hubdecision.Expect(ctx, &planner.Transition{Request: &request}, p.baselineOf(decided, false), nil)
	if expectation == nil {
		return nil, errors.New(findings[len(findings)-1].Text)
	}
	expectation.Recorded = recording.Consumers
	return expectation, nil
}
