package provider

import (
	"context"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// described is what the provider says of itself to a tool.
var described = sync.OnceValue(func() *tfprotov6.GetProviderSchemaResponse {
	resp, err := testServer().GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		panic(err)
	}
	return resp
})

// typeSchema is that of a resource or a data source.
type typeSchema struct {
	version    int64
	attributes map[string]*tfprotov6.SchemaAttribute
	typ        tftypes.Type
}

// resourceSchema is the schema of a resource.
func resourceSchema(typeName string) typeSchema {
	return describedSchema(described().ResourceSchemas[typeName], typeName)
}

// dataSchema is the schema of a data source.
func dataSchema(typeName string) typeSchema {
	return describedSchema(described().DataSourceSchemas[typeName], typeName)
}

func describedSchema(of *tfprotov6.Schema, typeName string) typeSchema {
	if of == nil {
		panic(fmt.Sprintf("the provider has no %s", typeName))
	}
	s := typeSchema{version: of.Version, attributes: map[string]*tfprotov6.SchemaAttribute{}, typ: of.ValueType()}
	for _, attribute := range of.Block.Attributes {
		s.attributes[attribute.Name] = attribute
	}
	return s
}
