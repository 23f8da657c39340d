// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// snapshotBytes is the size of the contents that KubeFleet puts into one resource snapshot.
const snapshotBytes = 800 << 10

// Snapshot is a resource snapshot, which holds a part of the selected resources.
type Snapshot struct {
	// Name is that of the first revision.
	Name string
	// Count is how many of the selected resources it holds, in their order.
	Count int
	// Bytes is the size of its contents.
	Bytes int
}

// split divides the resources over snapshots: each takes resources in order until the next one does not fit. One that is too
// large for any is alone. There is always a snapshot.
func split(placement string, resources []Resource) []Snapshot {
	list := []Snapshot{{Name: placement + "-0-snapshot"}}
	for i := range resources {
		size := len(resources[i].text) + 1
		last := &list[len(list)-1]
		if last.Count > 0 && last.Bytes+size > snapshotBytes {
			list = append(list, Snapshot{Name: placement + "-0-" + strconv.Itoa(len(list)-1)})
			last = &list[len(list)-1]
		}
		last.Count++
		last.Bytes += size
	}
	return list
}

// resourceHash is the annotation kubernetes-fleet.io/resource-hash of the first snapshot.
func resourceHash(resources []Resource) string {
	sum := sha256.New()
	separator := `{"selectedResources":[`
	for i := range resources {
		sum.Write([]byte(separator))
		sum.Write(resources[i].text)
		separator = ","
	}
	if len(resources) == 0 {
		sum.Write([]byte(separator))
	}
	sum.Write([]byte("]}"))
	return hex.EncodeToString(sum.Sum(nil))
}
