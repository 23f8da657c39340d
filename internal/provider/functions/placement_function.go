// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// PlacementObject is a placement as functions return it.
var PlacementObject = framework.TypeOf[manifest.Placement]()

// DecodePlacement reads the YAML of a placement.
//
// # Function decode_placement
//
// Reads a Placement of Open Cluster Management, a ClusterResourcePlacement or ResourcePlacement of KubeFleet, or a hybrid
// PlacementRule into the object that `multicluster_placement` and `place` accept. Fields that are not set are null. Older API
// versions are supported.
//
// `strategy` and `rollout_of` are read from [the object with the strategy](../guides/reference-rollout) in the same text;
// different strategies are an error.
//
// Labels, annotations and previous decisions are ignored, and of the `targets` of a PlacementRule all but kinds, names and
// namespaces. An unknown field is an error, and so is a placement that the hub does not schedule.
//
// A PlacementRule for Kubernetes resources alone (`apps.open-cluster-management.io`, `app.ibm.com`, `mcm.ibm.com`) is read as
// `ocm`, without its namespace: see [Hybrid placement rules](../guides/hybrid-placement-rules).
var DecodePlacement = framework.Function{
	Name: "decode_placement", Call: decodePlacement,
	Summary: "Read the YAML of a placement",
	Parameters: framework.Text("manifest", "A text with exactly one placement and optionally the objects with its rollout "+
		"strategy, YAML or JSON. Objects of other kinds are ignored."),
	Return: function.ObjectReturn{AttributeTypes: PlacementObject.AttrTypes},
}

func decodePlacement(ctx context.Context, _ *framework.Readers, arguments framework.ArgumentValues) (any, error) {
	decoded, err := manifest.ReadPlacement(ctx, arguments.Text(0))
	err = cmp.Or(err, decoded.NotScheduled())
	placementconfig.SpellOut(&decoded)
	return decoded, err
}

// EncodePlacement writes the YAML of a placement.
//
// # Function encode_placement
//
// Writes a placement, or a whole resource or data source `multicluster_placement`, as the object for a hub: the reverse of
// `decode_placement`. The API version is `v1beta1` for Open Cluster Management and KubeFleet, whose `v1` has no `deleteStrategy`
// and no `reportBackStrategy`. A hub of KubeFleet requires `resource_selectors`; the function does not.
//
// With `rollout_of`, the text has a second document: the object that has the `strategy`, or the stages of KubeFleet, [to be
// merged](../guides/reference-rollout).
var EncodePlacement = framework.Function{
	Name: "encode_placement", Call: encodePlacement,
	Summary:    "Write the YAML of a placement",
	Parameters: framework.Object("placement", "The placement. Omit attributes that are not needed."),
	Return:     function.StringReturn{},
}

func encodePlacement(_ context.Context, read *framework.Readers, arguments framework.ArgumentValues) (any, error) {
	var value manifest.Placement
	reader := read.Argument(arguments.Input(0), &value, nil)
	config := placementconfig.Config{}
	config.Placement = value
	if value.Name == "" && !reader.Flawed(nil) {
		reader.Refuse(tfvalue.Root("name"), "the object must have a name")
	}
	config.Check(reader)
	placementconfig.ValidateRollout(reader, &value)
	if err := framework.ReadError(0, reader); err != nil {
		return nil, err
	}
	return manifest.WritePlacement(value)
}
