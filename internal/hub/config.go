// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Config is a hub in the configuration of the provider.
type Config struct {
	apiserver.Config

	// Kind is the kind of clusters on a hub that has both kinds.
	Kind placement.ClusterKind `json:"kind,omitempty"`
	// FieldManager owns what is written, in server-side apply. It defaults to DefaultFieldManager.
	FieldManager string `json:"fieldManager,omitempty"`

	// Impact says what becomes of planned changes of the fleet that move placements of the hub: ImpactWarn or ImpactError; empty is
	// nothing. ImpactMaxMoves is how many times one of its clusters may be taken from a placement with ImpactError; nil is 0.
	Impact         string `json:"impact,omitempty"`
	ImpactMaxMoves *int32 `json:"impactMaxMoves,omitempty"`

	// Consumers says whether what follows the decisions of placements is read: true with each refresh, false never, and nil if a
	// placement moves.
	Consumers *bool `json:"consumers,omitempty"`
}

// What Config.Impact may be.
const (
	ImpactWarn  = "warn"
	ImpactError = "error"
)

// DefaultFieldManager is the field manager of everything that a Client writes, unless its configuration has another one.
const DefaultFieldManager = "terraform-provider-multicluster"

// maxFieldManager is how long the name of a field manager may be in Kubernetes, in bytes.
const maxFieldManager = 128

// Validate finds the mistakes in the configuration alone: without files and the environment. The errors do not contain
// secrets.
func (c *Config) Validate(path *field.Path) field.ErrorList {
	errs := c.Config.Validate(path)
	errs = append(errs, placement.ValidateOneOf(c.Kind, placement.ClusterKinds, path.Child("kind"))...)
	if len(c.FieldManager) > maxFieldManager ||
		strings.ContainsFunc(c.FieldManager, func(r rune) bool { return !unicode.IsPrint(r) }) {
		errs = append(errs, field.Invalid(path.Child("fieldManager"), excerpt.Text(c.FieldManager),
			fmt.Sprintf("must have at most %d bytes, all of them printable", maxFieldManager)))
	}
	return append(errs, c.validateImpact(path)...)
}

func (c *Config) validateImpact(path *field.Path) field.ErrorList {
	switch {
	case c.Impact != "" && c.Impact != ImpactWarn && c.Impact != ImpactError:
		return field.ErrorList{excerpt.NotSupported(path.Child("impact"), c.Impact, []string{ImpactWarn, ImpactError})}
	case c.ImpactMaxMoves != nil && c.Impact != ImpactError:
		return field.ErrorList{field.Forbidden(path.Child("impactMaxMoves"), `it has no effect without impact = "error"`)}
	case c.ImpactMaxMoves != nil && *c.ImpactMaxMoves < 0:
		return field.ErrorList{field.Invalid(path.Child("impactMaxMoves"), *c.ImpactMaxMoves, "must be at least 0")}
	}
	return nil
}

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
