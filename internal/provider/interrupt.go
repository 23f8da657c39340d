package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// interruptible is a server whose validation, reading and planning end as soon as they are interrupted. Terraform waits for
// the answers in flight before it ends itself.
//
// The context of a request tells the schedulers to stop. What else a request does, such as decoding a value, encoding the
// report of a large fleet or waiting for another request to read the provider's manifests, does not look at the context:
// the server answers without waiting for it. To apply is not interrupted, because its answer is what the state becomes.
type interruptible struct {
	tfprotov6.ProviderServer
}

// ValidateDataResourceConfig validates a data source's configuration.
func (s interruptible) ValidateDataResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return answer(ctx, req, s.ProviderServer.ValidateDataResourceConfig,
		&tfprotov6.ValidateDataResourceConfigResponse{Diagnostics: interrupted()})
}

// ReadDataSource reads a data source.
func (s interruptible) ReadDataSource(
	ctx context.Context, req *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	return answer(ctx, req, s.ProviderServer.ReadDataSource, &tfprotov6.ReadDataSourceResponse{Diagnostics: interrupted()})
}

// ValidateResourceConfig validates a resource's configuration.
func (s interruptible) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return answer(ctx, req, s.ProviderServer.ValidateResourceConfig,
		&tfprotov6.ValidateResourceConfigResponse{Diagnostics: interrupted()})
}

// ReadResource refreshes a resource.
func (s interruptible) ReadResource(
	ctx context.Context, req *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	return answer(ctx, req, s.ProviderServer.ReadResource, &tfprotov6.ReadResourceResponse{Diagnostics: interrupted()})
}

// PlanResourceChange plans what becomes of a resource.
func (s interruptible) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	return answer(ctx, req, s.ProviderServer.PlanResourceChange,
		&tfprotov6.PlanResourceChangeResponse{Diagnostics: interrupted()})
}

// answer returns what serve answers to a request, or the answer interrupted as soon as the context ends. An answer that
// comes after that is dropped: it may be an error that the interruption caused.
func answer[Req, Resp any](
	ctx context.Context, req *Req, serve func(context.Context, *Req) (*Resp, error), interrupted *Resp,
) (*Resp, error) {
	type result struct {
		resp *Resp
		err  error
	}
	served := make(chan result, 1)
	go func() {
		resp, err := serve(ctx, req)
		served <- result{resp, err}
	}()
	select {
	case r := <-served:
		if ctx.Err() == nil {
			return r.resp, r.err
		}
	case <-ctx.Done():
	}
	return interrupted, nil
}

// interrupted says why a request has no answer.
func interrupted() []*tfprotov6.Diagnostic {
	return []*tfprotov6.Diagnostic{{
		Severity: tfprotov6.DiagnosticSeverityError, Summary: "Interrupted",
		Detail: "The provider was stopped before it had an answer. Nothing has changed: run the command again.",
	}}
}
