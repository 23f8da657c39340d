// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"fmt"
	"strings"
	"unicode"

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
