// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Timeouts limit how long an operation on an object waits, with all of its calls.
type Timeouts struct {
	Create *metav1.Duration `json:"create,omitempty"`
	Update *metav1.Duration `json:"update,omitempty"`
	Delete *metav1.Duration `json:"delete,omitempty"`
}

// DefaultTimeout is the default of every timeout.
const DefaultTimeout = 10 * time.Minute

// errTimeout says which timeout is up.
type errTimeout struct {
	name string
	of   time.Duration
}

// Error names the timeout and its length.
func (e errTimeout) Error() string {
	return fmt.Sprintf("the time of timeouts.%s is up: %s", e.name, excerpt.Duration(e.of))
}

// ForWrite limits a change.
func (t *Timeouts) ForWrite(ctx context.Context, change *Change) (context.Context, context.CancelFunc) {
	if change.UID != "" {
		return withTimeout(ctx, "update", t.Update)
	}
	return withTimeout(ctx, "create", t.Create)
}

// ForDelete limits a deletion.
func (t *Timeouts) ForDelete(ctx context.Context) (context.Context, context.CancelFunc) {
	return withTimeout(ctx, "delete", t.Delete)
}

func withTimeout(ctx context.Context, name string, limit *metav1.Duration) (context.Context, context.CancelFunc) {
	length := DefaultTimeout
	if limit != nil {
		length = limit.Duration
	}
	return context.WithTimeoutCause(ctx, length, errTimeout{name, length})
}

// Validate finds the mistakes in the timeouts.
func (t *Timeouts) Validate(path *field.Path) (errs field.ErrorList) {
	for _, limit := range []struct {
		name string
		of   *metav1.Duration
	}{{"create", t.Create}, {"update", t.Update}, {"delete", t.Delete}} {
		if limit.of != nil && limit.of.Duration <= 0 {
			errs = append(errs, field.Invalid(path.Child(limit.name), excerpt.Duration(limit.of.Duration), "must be longer than 0s"))
		}
	}
	return errs
}
