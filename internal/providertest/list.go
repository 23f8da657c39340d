// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// ListRequest is a request for the objects of a resource.
type ListRequest struct {
	TypeName string
	Config   object
	// Limit is how many objects are requested; 0 is all.
	Limit int64
	// IncludeResource requests the state of each object as well.
	IncludeResource bool
}

// List validates the configuration of a list and starts it.
func (r ListRequest) List(t testing.TB, server tfprotov6.ProviderServer) *tfprotov6.ListResourceServerStream {
	t.Helper()
	lists, ok := server.(tfprotov6.ListResourceServer)
	if !ok {
		t.Fatalf("%T lists no resources", server)
	}
	typ := described().ListResourceSchemas[r.TypeName].ValueType()
	config, err := tfprotov6.NewDynamicValue(typ, Config(t, typ, r.Config))
	if err != nil {
		t.Fatal(err)
	}
	validated, err := lists.ValidateListResourceConfig(t.Context(), &tfprotov6.ValidateListResourceConfigRequest{
		TypeName: r.TypeName, Config: &config,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(validated.Diagnostics) > 0 {
		return &tfprotov6.ListResourceServerStream{Results: func(push func(tfprotov6.ListResourceResult) bool) {
			push(tfprotov6.ListResourceResult{Diagnostics: validated.Diagnostics})
		}}
	}
	stream, err := lists.ListResource(t.Context(), &tfprotov6.ListResourceRequest{
		TypeName: r.TypeName, Config: &config, Limit: r.Limit, IncludeResource: r.IncludeResource,
	})
	if err != nil {
		t.Fatal(err)
	}
	return stream
}
