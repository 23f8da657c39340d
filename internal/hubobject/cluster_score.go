// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// AddOnPlacementScore is the kind of what an add-on measured on a cluster.
var AddOnPlacementScore = newKind(Kind{
	GroupKind: schema.GroupKind{Group: api.OCMGroup, Kind: "AddOnPlacementScore"}, IsNamespaced: true, InClusterNamespace: true,
})

// ApplyScore returns what the scores of a cluster set in their AddOnPlacementScore. They are its status.
func ApplyScore(s *placement.Score) (Applied, error) {
	applied, err := newApplied(nil, nil, nil)
	if err != nil {
		return applied, err
	}
	applied.Status, err = document.Fields(struct {
		Scores     []placement.ScoreValue `json:"scores"`
		ValidUntil time.Time              `json:"validUntil,omitzero"`
	}{s.Values, s.ValidUntil})
	return applied, err
}

// ReadScore reads scores from the JSON of their object.
func ReadScore(object []byte) (placement.Score, error) {
	return apiobject.DecodeScore(decode.Listed, object)
}
