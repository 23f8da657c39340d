// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/render"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// explainedManifests are the attributes of rendered manifests that the function explains. All others are ignored.
type explainedManifests struct {
	Name              string              `json:"name,omitempty"`
	Namespace         string              `json:"namespace,omitempty"`
	SelectedResources []rendered.Resource `json:"selectedResources,omitempty"`
	Variants          []rendered.Variant  `json:"variants,omitempty"`
	Changes           []rendered.Change   `json:"changes,omitempty"`
	ChangesComplete   bool                `json:"changesComplete,omitempty"`
	Failures          []rendered.Failure  `json:"failures,omitempty"`
}

// explainManifests explains rendered manifests.
func explainManifests(reader *tfvalue.Reader, value tfvalue.Input, _ map[string]tfvalue.Input) (string, error) {
	var of explainedManifests
	reader.ReadConfig(value, &of)
	if reader.HasMistakes() {
		return "", nil
	}
	placement := manifest.Placement{Name: of.Name, Namespace: of.Namespace}
	manifests := &render.Manifests{
		Placement: placement.FullName(), Resources: len(of.SelectedResources), Complete: of.ChangesComplete,
	}
	for _, v := range of.Variants {
		manifests.Variants = append(manifests.Variants, render.ManifestVariant{Clusters: v.ClusterNames, Changed: v.Changed})
	}
	for i := range of.Changes {
		c := &of.Changes[i]
		manifests.Changes = append(manifests.Changes, render.ManifestChange{Clusters: c.ClusterNames, Overrides: c.Overrides,
			Resources: c.Resources, Count: c.ResourceCount, Path: c.Path, Before: c.Before, After: c.After})
	}
	for _, f := range of.Failures {
		manifests.Failures = append(manifests.Failures, render.ManifestFailure{Clusters: f.ClusterNames, Resource: f.Resource,
			Override: f.Override, Message: f.Message})
	}
	return render.ManifestsMarkdown(manifests), nil
}
