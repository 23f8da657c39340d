// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

// LimitKept sets the bound of the objects of clusters that are kept, in bytes.
func LimitKept(client *Client, size int) {
	if v, ok := client.Live.(*view); ok {
		v.live.maxKept = size
	}
}
