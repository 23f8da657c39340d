// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

// LimitLists sets the bounds of a list.
func (c *Client) LimitLists(pages, objects int) { c.listed.pages, c.listed.objects = pages, objects }
