// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// TestOnceReadInterrupted: a request that was cancelled leaves nothing behind for the others, and one that waits for another's
// Reading can be cancelled too.
func TestOnceReadInterrupted(t *testing.T) {
	var reads atomic.Int32
	started, release := make(chan struct{}), make(chan struct{})
	fleet := onceRead(func(ctx context.Context) (inventory.Fleet, error) {
		if reads.Add(1) == 1 {
			close(started)
			<-release
		}
		return inventory.ReadFleet(ctx, "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: a}}")
	})
	first, cancel := context.WithCancel(t.Context())
	result := make(chan error)
	go func() {
		_, err := fleet(first)
		result <- err
	}()
	<-started
	cancelled, cancelWaiting := context.WithCancel(t.Context())
	cancelWaiting()
	if _, err := fleet(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting: %v", err)
	}
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("reading: %v", err)
	}
	close(release)
	for range 2 {
		if read, err := fleet(t.Context()); err != nil || len(read.Clusters) != 1 {
			t.Errorf("afterwards: %v %v", read.Clusters, err)
		}
	}
	if n := reads.Load(); n != 2 {
		t.Errorf("read %d times", n)
	}
}

// TestOnceReadMistake: a mistake is found once.
func TestOnceReadMistake(t *testing.T) {
	reads := 0
	fleet := onceRead(func(ctx context.Context) (inventory.Fleet, error) {
		reads++
		return inventory.ReadFleet(ctx, "[")
	})
	for range 2 {
		if _, err := fleet(t.Context()); err == nil {
			t.Error("there is no error")
		}
	}
	if reads != 1 {
		t.Errorf("read %d times", reads)
	}
}
