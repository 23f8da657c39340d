// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
)

// hubObjects are the connection to a hub in the configuration of the provider.
var hubObjects = objects{
	reflect.TypeFor[hub.Config](): {
		"kind": {
			Text:    "The kind of clusters on a hub that has both: `ManagedCluster` or `MemberCluster`.",
			Default: "each kind that the hub has",
		},
		"field_manager": {
			Text: "The field manager that owns what the provider writes, in server-side apply. Configurations that write the same " +
				"objects need different ones, so that none removes what another one has set.",
			Default: "`terraform-provider-multicluster`",
		},
		"impact": {
			Text: "What becomes of a plan that changes a cluster, a cluster set, a binding or a score in a way that moves placements " +
				"which the hub has, whether Terraform manages them or not. `warn` is a warning for each changed object with what it moves " +
				"alone, `error` is an error if more clusters lose a workload than `impact_max_moves`. Terraform does not tell a provider " +
				"when a plan is complete, so there is no warning for the whole. What is unknown until apply is compared then, before it is " +
				"written. It needs `list` of all placements of the hub and their decisions.",
			Default: "no comparison with other placements than those of the plan",
		},
		"impact_max_moves": {
			Text: "With `impact = \"error\"`, how many clusters the objects that a plan changes may take from placements together. A " +
				"cluster that two placements lose counts twice.",
			Default: "0",
		},
	},
	reflect.TypeFor[apiserver.Config](): {
		"config_path": {Text: "The path of a kubeconfig file.", Default: "the environment variable `KUBE_CONFIG_PATH`"},
		"config_paths": {
			Text:    "The paths of kubeconfig files, which are merged.",
			Default: "the environment variable `KUBE_CONFIG_PATHS`, a list as in `PATH`",
		},
		"config_context": {
			Text:    "The context in the kubeconfig.",
			Default: "the environment variable `KUBE_CTX`, or the current context of the kubeconfig",
		},
		"config_context_auth_info": {
			Text:    "The user in the kubeconfig, instead of that of the context.",
			Default: "the environment variable `KUBE_CTX_AUTH_INFO` if `config_context` is not set",
		},
		"config_context_cluster": {
			Text:    "The cluster in the kubeconfig, instead of that of the context.",
			Default: "the environment variable `KUBE_CTX_CLUSTER` if `config_context` is not set",
		},
		"host": {
			Text:    "The URL of the API server. The credentials below belong to it; they cannot be combined with a kubeconfig.",
			Default: "the environment variable `KUBE_HOST`, or the server of the pod",
		},
		"token": {Text: "A bearer token.", Default: "the environment variable `KUBE_TOKEN`"},
		"client_certificate": {Text: "The PEM-encoded client certificate.", Default: "the environment variable " +
			"`KUBE_CLIENT_CERT_DATA`"},
		"client_key": {Text: "The PEM-encoded key of the client certificate.", Default: "the environment variable " +
			"`KUBE_CLIENT_KEY_DATA`"},
		"cluster_ca_certificate": {
			Text:    "PEM-encoded CA certificates to verify the server with.",
			Default: "the environment variable `KUBE_CLUSTER_CA_CERT_DATA`, or the certificates of the system",
		},
		"exec": {Text: "A command that prints credentials, as in a kubeconfig. It runs once per process of the provider, " +
			"without a terminal. If it fails, the error has the end of what it writes to stderr, without what looks like a token."},
		"tls_server_name": {
			Text:    "The name in the server's certificate, if it is not that of the URL.",
			Default: "the environment variable `KUBE_TLS_SERVER_NAME`",
		},
		"proxy_url": {Text: "The URL of a proxy: http, https or socks5.", Default: "the environment variable `KUBE_PROXY_URL`"},
		"insecure": {
			Text:    "Whether the server's certificate is not verified. Anybody on the network can then read the credentials.",
			Default: "the environment variable `KUBE_INSECURE`, or `false`",
		},
		"max_retries": {
			Text: "How often a request is repeated after an error of the connection or the status 408, 429, 500, 502, 503 or " +
				"504: 0 to 3.",
			Default: "3",
		},
		"timeout_seconds": {Text: "The time for a request with its repetitions, 1 to 600.", Default: "60"},
	},
	reflect.TypeFor[apiserver.Exec](): {
		"api_version": {Text: "`client.authentication.k8s.io/v1` or `client.authentication.k8s.io/v1beta1`."},
		"command":     {Text: "The command: a name in `PATH`, or a path."},
		"args":        {Text: "The arguments."},
		"env":         {Text: "Additional environment variables."},
	},
	reflect.TypeFor[hub.Timeouts](): {
		"create": {Text: "How long creating the object may take.", Default: "`10m`"},
		"update": {Text: "How long changing the object may take.", Default: "`10m`"},
		"delete": {Text: "How long deleting the object may take, with its finalizers.", Default: "`10m`"},
	},
}
