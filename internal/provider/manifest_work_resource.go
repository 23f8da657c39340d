// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// manifestWorkKind is multicluster_manifest_work.
//
// # Resource manifest_work
//
// A ManifestWork on the hub of the provider: objects that the work agent of a cluster applies there. With `for_each` over the
// `revisions` of a `multicluster_rollout` or the `decisions_by_cluster` of a placement, it brings a workload to the chosen
// clusters; `multicluster_workload_status` reads how far it is.
var manifestWorkKind = hubresource.Kind[manifestwork.Arguments]{
	Attributes: func() map[string]schema.Attribute {
		return framework.ResourceAttributes(framework.Join(
			framework.Arguments[manifestwork.Arguments]("track_progress", "wait_for", "always_wait_for_deletion"),
			framework.ComputedAttributes[manifestwork.Report]()))
	},
	Validate: func(w *manifestwork.Arguments) field.ErrorList {
		return append(w.Validate(), w.WaitFor.Validate(field.NewPath("waitFor"))...)
	},
	Warnings: func(w *manifestwork.Arguments) finding.List { return w.Warnings() },
	Hub: managed.Kind[manifestwork.Arguments]{
		Name: "manifest_work", Keys: []string{"cluster_name", "name"},
		Kinds: []*hubobject.Kind{hubobject.ManifestWork},
		Apply: hubobject.ApplyManifestWork, Read: hubobject.ReadManifestWork,
		Deletion:  ", and the agent deletes its objects on the cluster as `delete_option` says",
		Arguments: []string{"labels", "annotations", "revision", "manifests", "delete_option", "manifest_configs", "executor"},
		Computed: func(context.Context, *manifestwork.Arguments, *tfvalue.Reader) (map[string]any, error) {
			// The agent reports them.
			return map[string]any{"conditions": nil, "resource_status": nil}, nil
		},
		Published: func(w *manifestwork.Arguments, o *hub.Object) map[string]any {
			status, err := manifestwork.StatusOf(o.Fields)
			if err != nil || w.WaitFor == "" {
				return map[string]any{"conditions": nil, "resource_status": nil}
			}
			return tfvalue.Attributes(status.Report())
		},
		Imported: func(w *manifestwork.Arguments) {
			w.Annotations = withoutControllers(w.Annotations, lastApplied)
		},
		OnlyOnHub: true,
		Awaits:    "wait_for",
		// The works of a workload have one name, in the namespaces of the clusters.
		IsShared: true,
		Unattended: func(ctx context.Context, client *hubview.Client, w *manifestwork.Arguments) (why, remains string) {
			if w.AlwaysWaitForDeletion {
				return "", ""
			}
			return client.Unavailable(ctx, w.ClusterName), w.Remains()
		},
		Missing: func(_ context.Context, _ *hubview.Client, w *manifestwork.Arguments, o *hub.Object) (string, error) {
			status, err := manifestwork.StatusOf(o.Fields)
			return w.WaitFor.Missing(&status), err
		},
	},
}
