// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Arguments](describe.Attributes{
	"adopt": {
		Text:    "With a hub: take over an object that exists already, instead of failing. Fields that are not set stay as they are.",
		Default: "`false`",
	},
	"force_conflicts": {
		Text:    "With a hub: take over fields that another field manager has set to other values, instead of failing.",
		Default: "`false`",
	},
	"on_destroy": describeOnDestroy(""),
	"timeouts": {
		Text:    "With a hub: how long `create`, `update` and `delete` wait at most, as in `{ delete = \"30m\" }`.",
		Default: "`10m` each",
	},
})

// describeOnDestroy describes the argument on_destroy where a deletion takes something along.
func describeOnDestroy(deletion string) describe.Line {
	return describe.Line{
		Text:    "With a hub: `delete` deletes the object" + deletion + ". `release` leaves it on the hub, and Terraform forgets it.",
		Default: "`delete`",
	}
}

// DescribeOnDestroy describes the argument on_destroy of a kind.
func (k *Kind[T]) DescribeOnDestroy() describe.Line {
	line := describeOnDestroy(k.Deletion)
	if k.Releases {
		line.Default = "`release`"
	}
	return line
}

var _ = describe.Struct[Identity](describe.Attributes{
	HubUID: {Text: "The UID of the namespace `kube-system` of the hub; null without a hub: the object exists only in the state."},
	UID:    {Text: "The UID of the object on the hub; null without a hub."},
})
