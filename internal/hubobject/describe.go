// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[ClusterSpec](describe.Attributes{
	"hub_accepts_client": {
		Text:    "Whether the hub accepts the cluster. A ManagedCluster that is not accepted cannot join.",
		Default: "what the object on the hub has; `false` for a new one",
	},
	"lease_duration_seconds": {
		Text:    "How often the agent of a ManagedCluster renews its lease, in seconds.",
		Default: "what the object on the hub has; 60 for a new one",
	},
	"managed_cluster_client_configs": {
		Text: "How clients reach the API server of a ManagedCluster. Others, by `url`, stay as they are.",
	},
	"identity": {
		Text: "The identity of the agent of a MemberCluster on the hub. Required to create one there.",
	},
	"heartbeat_period_seconds": {
		Text:    "How often the agent of a MemberCluster reports, 1 to 600 seconds.",
		Default: "what the object on the hub has; 60 for a new one",
	},
})

var _ = describe.Struct[ClientConfig](describe.Attributes{
	"url":       {Text: "The URL of the API server."},
	"ca_bundle": {Text: "The PEM-encoded CA certificates of the API server, in Base64."},
}, describe.Example{Page: "resources/cluster#managed_cluster_client_configs",
	Object: `{ url = "https://eu-1.example.com:6443" }`})

var _ = describe.Struct[MemberIdentity](describe.Attributes{
	"kind":      {Text: "`User`, `Group` or `ServiceAccount`."},
	"name":      {Text: "The name."},
	"api_group": {Text: "The API group.", Default: "`rbac.authorization.k8s.io` for a `User` or a `Group`"},
	"namespace": {Text: "The namespace of a service account."},
}, describe.Example{Page: "resources/cluster#identity",
	Object: `{ kind = "ServiceAccount", name = "eu-1", namespace = "fleet-system" }`})

var _ = describe.Struct[Override](describe.Attributes{
	"name": {Text: "The name of the override."},
	"namespace": {
		Text: "The namespace of a ResourceOverride, which overrides objects in it. Without it, the object is a " +
			"ClusterResourceOverride, which overrides objects that have no namespace.",
	},
	"labels":      {Text: "The labels of the override."},
	"annotations": {Text: "The annotations of the override."},
}, describe.Example{Page: "resources/resource_override#arguments", Object: `{
  name                       = "eu"
  cluster_resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "web" }]
  policy = { override_rules = [{
    json_patch_overrides = [{ op = "add", path = "/metadata/labels/region", value = "eu" }]
  }] }
}`})
