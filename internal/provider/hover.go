// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/reference"
)

// hoverServer adds skeletons to the descriptions of structured arguments, which editors show. Terraform knows their type as
// dynamic, so that editors cannot complete them.
type hoverServer struct{ tfprotov6.ProviderServer }

// GetProviderSchema returns the schemas.
func (s hoverServer) GetProviderSchema(
	ctx context.Context, req *tfprotov6.GetProviderSchemaRequest,
) (*tfprotov6.GetProviderSchemaResponse, error) {
	resp, err := s.ProviderServer.GetProviderSchema(ctx, req)
	if err != nil {
		return resp, err
	}
	addSkeletons("index", resp.Provider)
	for name, schema := range resp.ResourceSchemas {
		addSkeletons("resources/"+strings.TrimPrefix(name, typePrefix), schema)
	}
	for name, schema := range resp.DataSourceSchemas {
		addSkeletons("data-sources/"+strings.TrimPrefix(name, typePrefix), schema)
	}
	return resp, nil
}

// typePrefix begins the name of every resource and data source.
const typePrefix = "multicluster_"

// addSkeletons changes the descriptions of a schema, which is made anew for every answer.
func addSkeletons(document string, schema *tfprotov6.Schema) {
	if schema == nil || schema.Block == nil {
		return
	}
	for _, a := range schema.Block.Attributes {
		if a.Type != nil && a.Type.Is(tftypes.DynamicPseudoType) && (a.Required || a.Optional) {
			a.Description = reference.WithSkeleton(document, a.Name, a.Description)
		}
	}
}
