package provider

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// NewServer returns the function that makes a server of the provider for protocol 6.
func NewServer(version string) func() tfprotov6.ProviderServer {
	return newServer(&multiclusterProvider{version: version, now: time.Now})
}

func newServer(p *multiclusterProvider) func() tfprotov6.ProviderServer {
	framework := providerserver.NewProtocol6(p)
	return func() tfprotov6.ProviderServer {
		return &server{ProviderServer: framework(), wide: wideAttributes()}
	}
}

// server is the framework's server with a way round it for the lists, maps and objects of the placement.
//
// The framework looks up the schema anew for every leaf of a value, several times a plan, which costs 5 ms for one
// cluster; and it takes the attributes of an unknown object for missing ones. So these attributes do not pass through
// it: the server takes them out of the configuration, hands them to the data source beside it, and puts them back
// into the state. The schema, the documentation and everything else are as the framework has them.
type server struct {
	tfprotov6.ProviderServer
	// wide are the types of the wide attributes by the name of the data source.
	wide map[string]map[string]tftypes.Type
}

// ValidateDataResourceConfig validates a data source's configuration.
func (s *server) ValidateDataResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	wide, config, err := s.takeOut(req.TypeName, req.Config)
	if err != nil {
		return nil, err
	}
	narrow := *req
	narrow.Config = config
	return s.ProviderServer.ValidateDataResourceConfig(withWideValues(ctx, wide), &narrow)
}

// ReadDataSource reads a data source.
func (s *server) ReadDataSource(
	ctx context.Context, req *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	wide, config, err := s.takeOut(req.TypeName, req.Config)
	if err != nil {
		return nil, err
	}
	narrow := *req
	narrow.Config = config
	resp, err := s.ProviderServer.ReadDataSource(withWideValues(ctx, wide), &narrow)
	if err != nil || wide == nil || resp.State == nil {
		return resp, err
	}
	resp.State, err = wide.putBack(resp.State)
	return resp, err
}

// takeOut separates the wide attributes of a configuration from the rest, in which they are null. For a data source
// without wide attributes it returns the configuration as it is.
func (s *server) takeOut(typeName string, config *tfprotov6.DynamicValue) (*wideValues, *tfprotov6.DynamicValue, error) {
	types := s.wide[typeName]
	if len(types) == 0 || config == nil || config.MsgPack == nil {
		return nil, config, nil
	}
	names, fields, err := splitObject(config.MsgPack)
	if err != nil {
		return nil, nil, fmt.Errorf("reading the configuration of %s: %w", typeName, err)
	}
	wide := &wideValues{types: types, encoded: map[string][]byte{}, output: map[string]tftypes.Value{}}
	for i, name := range names {
		if _, ok := types[name]; ok {
			wide.encoded[name] = fields[i]
			fields[i] = encodedNull
		}
	}
	return wide, &tfprotov6.DynamicValue{MsgPack: joinObject(names, fields)}, nil
}
