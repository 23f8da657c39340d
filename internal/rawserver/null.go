// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// withNulls returns the arguments of a function with null in place of those without data. OpenTofu, up to 1.12.6 at least, sends
// null for a parameter of any type as no data, which the framework reports as a bug of the provider.
func withNulls(arguments []*tfprotov6.DynamicValue) []*tfprotov6.DynamicValue {
	arguments = slices.Clone(arguments)
	for i, argument := range arguments {
		if argument == nil || len(argument.MsgPack)+len(argument.JSON) == 0 {
			arguments[i] = &tfprotov6.DynamicValue{MsgPack: encodedNull}
		}
	}
	return arguments
}
