// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import "reflect"

// Truncated is the pass with a number of the clusters that were not picked.
func (p *Pass) Truncated(behind int) *Pass { return p.truncated(behind) }

// WithoutScores is the pass without the scores of the chosen clusters.
func (p *Pass) WithoutScores() *Pass { return p.withoutScores() }

// Omitted is how many clusters a truncated pass omits.
func (p *Pass) Omitted() int { return p.omitted }

// Equal reports whether two passes are the same.
func (p *Pass) Equal(other *Pass) bool { return reflect.DeepEqual(p, other) }

// MaxEncoded is how many bytes an encoded pass may have.
const MaxEncoded = maxEncoded

// Dictionary is what an encoded pass is compressed with.
const Dictionary = dictionary
