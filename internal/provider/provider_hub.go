// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"errors"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// hubAttribute configures the connection to a hub.
func hubAttribute() schema.DynamicAttribute {
	return schema.DynamicAttribute{
		Optional: true, Sensitive: true,
		MarkdownDescription: framework.WithExample[hub.Config]("hub",
			"The Kubernetes API server with the objects of Open Cluster Management, KubeFleet or hybrid "+
				"placement rules. Placements without `clusters` and `manifests` of their own read their fleet there, and the resources are "+
				"objects there. `{}` takes the connection from the environment variables, or from the service account of the pod. "+
				"Credentials are never stored in the state."),
	}
}

// readHub reads and checks the connection to the hub. It returns nil without one, and a hub without a client as long as a part of
// it is unknown.
func readHub(whole tfvalue.Input, r *tfvalue.Reader) (*managed.Hub, *hub.Config) {
	configured := whole.Field("hub")
	if configured.IsNull() {
		return nil, nil
	}
	root := tfvalue.Root("hub")
	if !whole.Field("manifests").IsNull() {
		r.Add(tfvalue.Mistake{
			At: root, Summary: "Value not allowed",
			Message: "cannot be combined with manifests: the fleet of a placement is either that of the hub or that of the manifests",
		})
	}
	var config hub.Config
	r.Read(configured, &config, root)
	r.Check(root, &config, config.Validate(nil))
	if !configured.IsFullyKnown() {
		waiting := &managed.Hub{Kind: config.Kind, MayBeNull: configured.IsUnknown()}
		for _, path := range r.Unknown() {
			if path.Steps()[0].Name == "hub" {
				waiting.Unknown = append(waiting.Unknown, path.String())
			}
		}
		return waiting, nil
	}
	return &managed.Hub{Kind: config.Kind}, &config
}

// newClient makes the client of the hub. It reads the files of the configuration, and does not connect yet.
func newClient(config *hub.Config, userAgent string, r *tfvalue.Reader) (*hubview.Client, diag.Diagnostics) {
	client, err := hub.New(*config, apiserver.Options{Lookup: os.LookupEnv, UserAgent: userAgent})
	var mistake *field.Error
	switch {
	case errors.As(err, &mistake):
		r.Check(tfvalue.Root("hub"), config, field.ErrorList{mistake})
		return nil, framework.Diagnostics(r)
	case err != nil:
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("The hub cannot be used", err.Error())}
	}
	view := hubview.New(client)
	if wanted := config.Consumers; wanted != nil {
		view.WithoutConsumers, view.RecordsConsumers = !*wanted, *wanted
	}
	return view, nil
}
