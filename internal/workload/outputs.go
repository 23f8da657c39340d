// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// TextError is a text that cannot be read.
type TextError struct {
	// Text is the index of the text.
	Text int
	error
}

// Unwrap returns the mistake.
func (e *TextError) Unwrap() error { return e.error }

// ReadTexts reads objects in texts with YAML or JSON. Lists are split into their items. It fails if ctx ends; an error in a text
// is a *TextError.
func ReadTexts(ctx context.Context, source *Source, texts []string) (all []Observation, err error) {
	observe := source.Observer()
	for i, text := range texts {
		documents, err := document.Objects(ctx, text)
		for j := 0; j < len(documents) && err == nil; j++ {
			var raw []byte
			if raw, err = json.Marshal(documents[j].Fields); err == nil {
				var observations []Observation
				observations, err = observe(raw)
				all = append(all, observations...)
			}
		}
		if err != nil {
			return nil, &TextError{i, err}
		}
	}
	return all, nil
}

// Without says which clusters have no status, and why, a line each; empty if there are none.
func (s *Statuses) Without() string {
	return listed(lists.Map(slices.Sorted(maps.Keys(s.WithoutStatus)), func(name string) string {
		return excerpt.Text(name) + ": " + s.WithoutStatus[name]
	}), moreClusters)
}
