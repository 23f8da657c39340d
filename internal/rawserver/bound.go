// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

const (
	// maxMessage is what the gRPC server of a plugin sends and takes, in bytes (tf6server.grpcMaxMessageSize). Terraform itself
	// has no limit.
	maxMessage = 256 << 20
	// envelope is what a message has beside values and texts.
	envelope = 1 << 20
	// maxSummary and maxDetail bound a diagnostic, which may quote an argument: also those that the framework writes.
	maxSummary, maxDetail = 1 << 10, 16 << 10
)

// ReadDataSource reads a data source. It refuses a state that cannot be sent.
func (s *Guarded) ReadDataSource(
	ctx context.Context, req *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	resp, err := answer(ctx, s.unlessStopped(), req, s.Server.ReadDataSource)
	if err != nil {
		return nil, err
	}
	if size := encodedSize(resp.State) + sizeOf(resp.Diagnostics); size > s.limit-envelope {
		resp.State = nil
		resp.Diagnostics = []*tfprotov6.Diagnostic{s.tooLarge("data source "+req.TypeName, size)}
	}
	return resp, nil
}

// PlanResourceChange plans what becomes of a resource. It refuses a plan that Terraform could not send back. The next plan has it
// twice, as the prior state and as the proposed one, beside the configuration; and the apply has it beside the prior state.
func (s *Guarded) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	resp, err := answer(ctx, s.unlessStopped(), req, s.Server.PlanResourceChange)
	if err != nil {
		return nil, err
	}
	planned := encodedSize(resp.PlannedState)
	size := max(planned, encodedSize(req.PriorState)) + planned + encodedSize(req.Config) + len(resp.PlannedPrivate)
	if planned > 0 && size > s.limit-envelope {
		return &tfprotov6.PlanResourceChangeResponse{
			Diagnostics: []*tfprotov6.Diagnostic{s.tooLarge("resource "+req.TypeName, size)},
		}, nil
	}
	return resp, nil
}

// CallFunction calls a function. It refuses a result that cannot be sent.
func (s *Guarded) CallFunction(
	ctx context.Context, req *tfprotov6.CallFunctionRequest,
) (*tfprotov6.CallFunctionResponse, error) {
	called := *req
	called.Arguments = withNulls(req.Arguments)
	resp, err := s.Server.CallFunction(ctx, &called)
	if err != nil {
		return nil, err
	}
	if resp.Error != nil {
		resp.Error.Text = excerpt.Lines(resp.Error.Text, maxDetail)
	}
	if size := encodedSize(resp.Result); size > s.limit-envelope {
		resp.Result, resp.Error = nil, &tfprotov6.FunctionError{Text: s.tooLarge("result of "+req.Name, size).Detail}
	}
	return resp, nil
}

func (s *Guarded) tooLarge(what string, size int) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityError, Summary: "The result is too large",
		Detail: fmt.Sprintf("The %s takes a message of %d MB; Terraform and a provider exchange at most %d MB at once. %s",
			what, megabytes(size), megabytes(s.limit), s.advice),
	}
}

// megabytes rounds up.
func megabytes(size int) int { return (size + 1<<20 - 1) >> 20 }

func encodedSize(v *tfprotov6.DynamicValue) int {
	if v == nil {
		return 0
	}
	return len(v.MsgPack) + len(v.JSON)
}

func sizeOf(diags []*tfprotov6.Diagnostic) int {
	size := 0
	for _, d := range diags {
		size += len(d.Summary) + len(d.Detail)
	}
	return size
}

// shorten cuts the texts of diagnostics, and escapes their control characters.
func shorten(diags []*tfprotov6.Diagnostic) {
	for _, d := range diags {
		d.Summary, d.Detail = excerpt.Line(d.Summary, maxSummary), excerpt.Lines(d.Detail, maxDetail)
	}
}
