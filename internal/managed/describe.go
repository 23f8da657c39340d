// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Arguments](describe.Attributes{
	"adopt": {
		Text: "With a hub: take over an object that exists already, instead of failing. Fields that the configuration does not " +
			"set stay as they are.",
		Default: "`false`",
	},
	"force_conflicts": {
		Text:    "With a hub: take over fields that another field manager has set to other values, instead of failing.",
		Default: "`false`",
	},
	"timeouts": {
		Text: "With a hub: how long `create`, `update` and `delete` wait at most, as in `{ delete = \"30m\" }`. A deletion waits " +
			"until the finalizers of the object are done.",
		Default: "`10m` each",
	},
})

// DescribeOnDestroy describes the argument on_destroy of a kind.
func (k *Kind[T]) DescribeOnDestroy() describe.Line {
	line := describe.Line{
		Text: "With a hub: `delete` deletes the object" + k.Deletion + ". `release` leaves the object on the hub as it is, and " +
			"Terraform forgets it.",
		Default: "`delete`",
	}
	if k.Releases {
		line.Default = "`release`"
	}
	return line
}

var _ = describe.Struct[Identity](describe.Attributes{
	HubUID: {Text: "The UID of the namespace `kube-system` of the hub where the object lives; null without a hub: the object " +
		"exists only in the Terraform state."},
	UID: {Text: "The UID of the object on the hub; null without a hub."},
})
