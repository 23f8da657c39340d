// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework_test

import (
	"context"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

type clock struct{ Now func() time.Time }

type lengths struct {
	Size int `json:"size"`
}

// doubled is a question about a size. The answer about 3 takes too long, and that about 4 is a mistake.
var doubled = framework.Question[clock, lengths]{
	Function: framework.Function{
		Name: "doubled", Limit: 10 * time.Millisecond, Slow: "the size", Instead: "a smaller one",
		Parameters: framework.Object("lengths", "The lengths."), Return: function.Int64Return{},
	},
	Refuse: func(passed tfvalue.Input) string {
		if passed.IsString() {
			return "pass an object."
		}
		return ""
	},
	Check: func(c *lengths, r *tfvalue.Reader) {
		if c.Size < 0 {
			r.Refuse(tfvalue.Root("size"), "found %d; it must not be negative", c.Size)
		}
	},
	Answer: func(ctx context.Context, c *lengths, provider *clock, _ *tfvalue.Reader) (any, diag.Diagnostics) {
		diags := diag.Diagnostics{diag.NewWarningDiagnostic("A warning", "A function has none.")}
		switch {
		case provider.Now != nil:
			diags.AddError("A clock", "a function has no clock.")
		case c.Size == 3:
			<-ctx.Done()
			diags.AddError("Interrupted", "interrupted.")
		case c.Size == 4:
			diags.AddError("Four", "four is a mistake.")
		}
		return 2 * c.Size, diags
	},
}

// TestQuestion_function: a mistake in the argument, an error of the answer and a call that takes too long are errors of the
// function about its argument; warnings are left out.
func TestQuestion_function(t *testing.T) {
	size := func(n int64) attr.Value {
		return types.DynamicValue(types.ObjectValueMust(map[string]attr.Type{"size": types.Int64Type},
			map[string]attr.Value{"size": types.Int64Value(n)}))
	}
	for name, test := range map[string]struct {
		argument attr.Value
		want     string
	}{
		"an answer":      {size(2), ""},
		"a mistake":      {size(-1), "size: found -1; it must not be negative"},
		"an error":       {size(4), "four is a mistake"},
		"too long":       {size(3), "the size takes more than 10ms, and Terraform cannot interrupt a function. Use a smaller one"},
		"something else": {types.DynamicValue(types.StringValue("x")), "pass an object"},
		"an unknown attribute": {types.DynamicValue(types.ObjectValueMust(map[string]attr.Type{"sise": types.Int64Type},
			map[string]attr.Value{"sise": types.Int64Value(1)})), "sise: unsupported attribute; did you mean \"size\"? Expected one of size"},
	} {
		t.Run(name, func(t *testing.T) {
			resp := function.RunResponse{Result: function.NewResultData(types.Int64Unknown())}
			doubled.NewFunction(framework.NewReaders()).Run(t.Context(),
				function.RunRequest{Arguments: function.NewArgumentsData([]attr.Value{test.argument})}, &resp)
			switch {
			case test.want == "" && resp.Error != nil, test.want != "" && (resp.Error == nil || resp.Error.Text != test.want):
				t.Errorf("the error is %v", resp.Error)
			case test.want == "" && !resp.Result.Value().Equal(types.Int64Value(4)):
				t.Errorf("got %s", resp.Result.Value())
			}
		})
	}
}
