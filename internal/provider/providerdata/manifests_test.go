// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"errors"
	"testing"
)

// TestManifests_interrupted: a request that was cancelled leaves nothing behind for the others.
func TestManifests_interrupted(t *testing.T) {
	own := &ownManifests{texts: []string{
		"{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: a}}",
	}}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := own.fleet(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("reading: %v", err)
	}
	for range 2 {
		if read, err := own.fleet(t.Context()); err != nil || len(read.Clusters) != 1 {
			t.Errorf("afterwards: %v %v", read.Clusters, err)
		}
	}
}

// TestManifests_mistake: a mistake is found once, after which the texts are released.
func TestManifests_mistake(t *testing.T) {
	own := &ownManifests{texts: []string{"["}}
	for range 2 {
		if _, err := own.fleet(t.Context()); err == nil || own.texts != nil {
			t.Errorf("the error is %v with the texts %q", err, own.texts)
		}
	}
}
