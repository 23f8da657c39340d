// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

// LimitLists sets the bounds of a list.
func (c *Client) LimitLists(pages, objects int) { c.listed.pages, c.listed.objects = pages, objects }

// LimitKept sets the bound of the objects of clusters that are kept, in bytes.
func (c *Client) LimitKept(size int) { c.listed.kept = size }
