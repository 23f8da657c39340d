// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver_test

import (
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
)

// TestBackoff: without Retry-After the waits grow, with jitter and a limit.
func TestBackoff(t *testing.T) {
	for attempt, most := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 4 * time.Second} {
		for range 50 {
			if got := apiserver.Backoff(attempt); got < most/2 || got >= most {
				t.Errorf("attempt %d waits %s, want %s to %s", attempt, got, most/2, most)
			}
		}
	}
}
