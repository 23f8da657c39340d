// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions

import (
	"context"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// CompactClusters removes what a placement does not read from clusters: a plan prints every attribute of a resource that
// is passed to a dynamic argument, null ones included. An attribute of the resource with what a placement reads would do it as
// well, but a plan would print each cluster three times: its arguments, that attribute, and the argument of the placement.
//
// # Function compact_clusters
//
// Returns clusters with only the attributes that a placement reads and that are set, such as `name` and `labels`. Use it to pass
// the resource `multicluster_cluster` to `clusters`: otherwise the plan prints every attribute of every cluster, most of them as
// `= null`. It does not affect decisions.
var CompactClusters = framework.Function{
	Name: "compact_clusters", Call: compactClusters,
	Summary: "Remove what a placement does not read from clusters",
	Parameters: []function.Parameter{function.DynamicParameter{
		Name: "clusters", AllowUnknownValues: true,
		MarkdownDescription: "A list of clusters, or the instances of a resource `multicluster_cluster`. A cluster with an unknown " +
			"attribute that a placement reads is unknown in the result.",
	}},
	Return: function.DynamicReturn{},
}

func compactClusters(_ context.Context, read *framework.Readers, arguments framework.ArgumentValues) (any, error) {
	argument := arguments.Input(0)
	if argument.IsUnknown() {
		return tfvalue.Unknown, nil
	}
	var clusters []placement.Cluster
	reader := read.Argument(argument, &clusters, tfvalue.Root("clusters"))
	if err := framework.ReadError(0, reader); err != nil {
		return nil, err
	}
	return compacted(arguments[0])
}

// compacted returns an object for an object or a map of clusters, and a tuple for a list or a set. Clusters with different
// attributes have different types, so it is no map and no list.
func compacted(v tftypes.Value) (any, error) {
	if t := v.Type(); t.Is(tftypes.Object{}) || t.Is(tftypes.Map{}) {
		var instances map[string]tftypes.Value
		err := v.As(&instances)
		compact := make(map[string]any, len(instances))
		for key, cluster := range instances {
			if compact[key], err = compactCluster(cluster); err != nil {
				return nil, err
			}
		}
		return compact, err
	}
	var list []tftypes.Value
	err := v.As(&list)
	compact := make([]any, len(list))
	for i := range list {
		if compact[i], err = compactCluster(list[i]); err != nil {
			return nil, err
		}
	}
	return compact, err
}

// compactCluster is unknown if an attribute is that a placement reads: it may turn out to be null, and then the object has
// another type.
func compactCluster(v tftypes.Value) (any, error) {
	if !v.IsKnown() {
		return tfvalue.Unknown, nil
	}
	var all map[string]tftypes.Value
	if err := v.As(&all); err != nil {
		return nil, err
	}
	compact := map[string]any{}
	for _, name := range tfvalue.Names(reflect.TypeFor[placement.Cluster]()) {
		attribute, ok := all[name]
		switch {
		case !ok, attribute.IsKnown() && attribute.IsNull():
		case !attribute.IsKnown():
			return tfvalue.Unknown, nil
		default:
			compact[name] = attribute
		}
	}
	return compact, nil
}
