// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"encoding/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// recordedCase is one recorded answer of the real KubeFleet.
type recordedCase struct {
	Name  string `json:"name"`
	Input struct {
		Objects         []json.RawMessage   `json:"objects"`
		Clusters        []resources.Cluster `json:"clusters"`
		Placements      []recordedObject    `json:"placements"`
		Overrides       []recordedOverride  `json:"overrides"`
		OverrideIndexes map[string]int      `json:"overrideIndexes"`
		Options         struct {
			SkippedNamespaces []string `json:"skippedNamespaces"`
			SkippedAPIs       string   `json:"skippedAPIs"`
			AllowedAPIs       string   `json:"allowedAPIs"`
			EnableWorkload    bool     `json:"enableWorkload"`
		} `json:"options"`
	} `json:"input"`
	Expect answer `json:"expect"`
}

type recordedObject struct {
	Metadata struct {
		Namespace, Name string
	} `json:"metadata"`
	Spec struct {
		ResourceSelectors []kubefleet.ResourceSelector `json:"resourceSelectors"`
	} `json:"spec"`
}

type recordedOverride struct {
	Metadata struct {
		Namespace, Name string
	} `json:"metadata"`
	Spec resources.OverrideSpec `json:"spec"`
}

// answer is what is compared.
type answer struct {
	Admission  []admission       `json:"admission"`
	Placements []placementAnswer `json:"placements"`
}

type admission struct {
	Object  string `json:"object"`
	By      string `json:"by"`
	Message string `json:"message"`
}

type failureAnswer struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

type namedAnswer struct {
	Cluster    []string `json:"cluster"`
	Namespaced []string `json:"namespaced"`
}

type placementAnswer struct {
	Placement string           `json:"placement"`
	Error     *failureAnswer   `json:"error"`
	Selected  []selectedAnswer `json:"selected"`
	Envelopes int              `json:"envelopes"`
	Hash      string           `json:"hash"`
	Snapshots []snapshotAnswer `json:"snapshots"`
	Overrides namedAnswer      `json:"overrides"`
	StagedRun *stagedAnswer    `json:"stagedRun"`
	Clusters  []clusterAnswer  `json:"clusters"`
}

type selectedAnswer struct {
	ID      resources.ID    `json:"id"`
	Object  *int            `json:"object"`
	Content recordedContent `json:"content"`
}

// recordedContent is an object whose integers are exact.
type recordedContent map[string]any

func (c *recordedContent) UnmarshalJSON(text []byte) error {
	content, err := resources.Decode(text)
	*c = content
	return err
}

type snapshotAnswer struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
	Bytes int    `json:"bytes"`
}

type stagedAnswer struct {
	Overrides namedAnswer    `json:"overrides"`
	Error     *failureAnswer `json:"error"`
}

type clusterAnswer struct {
	Cluster   string           `json:"cluster"`
	Overrides namedAnswer      `json:"overrides"`
	Error     *failureAnswer   `json:"error"`
	Condition *conditionAnswer `json:"condition"`
	Works     []workAnswer     `json:"works"`
}

type conditionAnswer struct {
	Type   string `json:"type"`
	Reason string `json:"reason"`
}

type workAnswer struct {
	Name      string        `json:"name"`
	Envelope  *resources.ID `json:"envelope"`
	Manifests []any         `json:"manifests"`
	Refused   []string      `json:"refused"`
}
