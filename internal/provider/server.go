package provider

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// NewServer returns the function that makes a server of the provider for protocol 6.
func NewServer(version string) func() tfprotov6.ProviderServer {
	return newServer(&multiclusterProvider{version: version, now: time.Now})
}

func newServer(p *multiclusterProvider) func() tfprotov6.ProviderServer {
	whole, narrow := providerserver.NewProtocol6(p), providerserver.NewProtocol6(narrowProvider{p})
	dataSources, resources := wideAttributes(context.Background(), p)
	return func() tfprotov6.ProviderServer {
		return newInterruptible(&boundedServer{
			ProviderServer: &server{ProviderServer: whole(), narrow: narrow(), dataSources: dataSources, resources: resources},
			limit:          maxMessage,
		})
	}
}

// server is the framework's server with a way round it for lists, maps and objects.
//
// The framework looks up the schema anew for every leaf of a value, several times a plan, which costs 5 ms for one
// cluster; and it takes the attributes of an unknown object for missing ones. So these attributes do not pass through
// it: the server takes them out of every request, hands them to the data source or the resource beside a framework that
// does not know them, and adds them to the answer. The schema that Terraform sees, the documentation and everything else
// are as the framework has them.
type server struct {
	// ProviderServer knows all attributes.
	tfprotov6.ProviderServer
	// narrow knows all but the wide attributes.
	narrow tfprotov6.ProviderServer
	// dataSources and resources are the types of the wide attributes, by type name.
	dataSources, resources map[string]attributeTypes
}

// ConfigureProvider configures those who plan and apply.
func (s *server) ConfigureProvider(
	ctx context.Context, req *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	return s.narrow.ConfigureProvider(ctx, req)
}

// StopProvider interrupts the requests in flight. Each of the two servers knows only those that were sent to it.
func (s *server) StopProvider(ctx context.Context, req *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	if resp, err := s.ProviderServer.StopProvider(ctx, req); err != nil {
		return resp, err
	}
	return s.narrow.StopProvider(ctx, req)
}

// ValidateDataResourceConfig validates a data source's configuration.
func (s *server) ValidateDataResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	wide, narrow := newWideValues(s.dataSources[req.TypeName]), *req
	var err error
	if narrow.Config, err = wide.takeOut(req.Config, wide.config); err != nil {
		return nil, err
	}
	return s.narrow.ValidateDataResourceConfig(withWideValues(ctx, wide), &narrow)
}

// ReadDataSource reads a data source.
func (s *server) ReadDataSource(
	ctx context.Context, req *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	wide, narrow := newWideValues(s.dataSources[req.TypeName]), *req
	var err error
	if narrow.Config, err = wide.takeOut(req.Config, wide.config); err != nil {
		return nil, err
	}
	resp, err := s.narrow.ReadDataSource(withWideValues(ctx, wide), &narrow)
	if err != nil {
		return nil, err
	}
	resp.State, err = wide.putBack(resp.State, wide.config)
	return resp, err
}

// ValidateResourceConfig validates a resource's configuration.
func (s *server) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	wide, narrow := newWideValues(s.resources[req.TypeName]), *req
	var err error
	if narrow.Config, err = wide.takeOut(req.Config, wide.config); err != nil {
		return nil, err
	}
	return s.narrow.ValidateResourceConfig(withWideValues(ctx, wide), &narrow)
}

// PlanResourceChange plans what becomes of a resource: its arguments as configured, and what it computes.
func (s *server) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	wide, narrow := newWideValues(s.resources[req.TypeName]), *req
	var err error
	if narrow.Config, err = wide.takeOut(req.Config, wide.config); err != nil {
		return nil, err
	}
	if narrow.PriorState, err = wide.takeOut(req.PriorState, wide.prior); err != nil {
		return nil, err
	}
	if narrow.ProposedNewState, err = wide.takeOut(req.ProposedNewState, attributeValues{}); err != nil {
		return nil, err
	}
	resp, err := s.narrow.PlanResourceChange(withWideValues(ctx, wide), &narrow)
	if err != nil {
		return nil, err
	}
	resp.PlannedState, err = wide.putBack(resp.PlannedState, wide.config)
	return resp, err
}

// ApplyResourceChange makes a resource what was planned.
func (s *server) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	wide, narrow := newWideValues(s.resources[req.TypeName]), *req
	var err error
	if narrow.Config, err = wide.takeOut(req.Config, wide.config); err != nil {
		return nil, err
	}
	if narrow.PriorState, err = wide.takeOut(req.PriorState, wide.prior); err != nil {
		return nil, err
	}
	planned := attributeValues{}
	if narrow.PlannedState, err = wide.takeOut(req.PlannedState, planned); err != nil {
		return nil, err
	}
	resp, err := s.narrow.ApplyResourceChange(withWideValues(ctx, wide), &narrow)
	if err != nil {
		return nil, err
	}
	resp.NewState, err = wide.putBack(resp.NewState, planned)
	return resp, err
}

// ReadResource refreshes a resource.
func (s *server) ReadResource(
	ctx context.Context, req *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	wide, narrow := newWideValues(s.resources[req.TypeName]), *req
	var err error
	if narrow.CurrentState, err = wide.takeOut(req.CurrentState, wide.prior); err != nil {
		return nil, err
	}
	resp, err := s.narrow.ReadResource(withWideValues(ctx, wide), &narrow)
	if err != nil {
		return nil, err
	}
	resp.NewState, err = wide.putBack(resp.NewState, wide.prior)
	return resp, err
}
