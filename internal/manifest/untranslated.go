// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Untranslated is a field of a placement that the placement of another API does not have, or not with the same meaning.
type Untranslated struct {
	// The path of the field in the placement. Of a PlacementRule for Kubernetes resources alone it is that in the object.
	Path string `json:"path"`
	// `not translated` if nothing stands for the field, or `changed in meaning` if something near does.
	Change string `json:"change"`
	// What differs, and what to do.
	Reason string `json:"reason"`
}

// What becomes of an Untranslated field.
const (
	// NotTranslated says that the translation has nothing in the place of the field.
	NotTranslated = "not translated"
	// ChangedMeaning says that the translation has something that is near.
	ChangedMeaning = "changed in meaning"
)

// lost is the error about the first field that is not translated.
func (p *Placement) lost() error {
	for _, u := range p.Untranslated {
		if u.Change == NotTranslated {
			return &field.Error{Type: field.ErrorTypeForbidden, Field: u.Path, Detail: u.Reason}
		}
	}
	return nil
}
