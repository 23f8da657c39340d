// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"context"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// described is what the provider says of itself to a tool.
var described = sync.OnceValue(func() *tfprotov6.GetProviderSchemaResponse {
	resp, err := NewServer().GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		panic(err)
	}
	return resp
})

// Schema is that of a resource or a data source.
type Schema struct {
	Version    int64
	Attributes map[string]*tfprotov6.SchemaAttribute
	Type       tftypes.Type
}

// ResourceSchema is the schema of a resource.
func ResourceSchema(typeName string) Schema {
	return describedSchema(described().ResourceSchemas[typeName], typeName)
}

// DataSchema is the schema of a data source.
func DataSchema(typeName string) Schema {
	return describedSchema(described().DataSourceSchemas[typeName], typeName)
}

func describedSchema(of *tfprotov6.Schema, typeName string) Schema {
	if of == nil {
		panic(fmt.Sprintf("the provider has no %s", typeName))
	}
	s := Schema{Version: of.Version, Attributes: map[string]*tfprotov6.SchemaAttribute{}, Type: of.ValueType()}
	for _, attribute := range of.Block.Attributes {
		s.Attributes[attribute.Name] = attribute
	}
	return s
}
