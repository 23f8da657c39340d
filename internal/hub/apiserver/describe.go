// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Config](describe.Attributes{
	"config_path": {Text: "The path of a kubeconfig file.", Default: "the environment variable `KUBE_CONFIG_PATH`"},
	"config_paths": {
		Text:    "The paths of kubeconfig files, which are merged.",
		Default: "`KUBE_CONFIG_PATHS`, a list as in `PATH`",
	},
	"config_context": {
		Text:    "The context in the kubeconfig.",
		Default: "`KUBE_CTX`, or the current context of the kubeconfig",
	},
	"config_context_auth_info": {
		Text:    "The user in the kubeconfig, instead of that of the context.",
		Default: "`KUBE_CTX_AUTH_INFO` if `config_context` is not set",
	},
	"config_context_cluster": {
		Text:    "The cluster in the kubeconfig, instead of that of the context.",
		Default: "`KUBE_CTX_CLUSTER` if `config_context` is not set",
	},
	"host": {
		Text:    "The URL of the API server. The credentials below belong to it; they cannot be combined with a kubeconfig.",
		Default: "`KUBE_HOST`, or the server of the pod",
	},
	"token":              {Text: "A bearer token.", Default: "`KUBE_TOKEN`"},
	"client_certificate": {Text: "The PEM-encoded client certificate.", Default: "`KUBE_CLIENT_CERT_DATA`"},
	"client_key":         {Text: "The PEM-encoded key of the client certificate.", Default: "`KUBE_CLIENT_KEY_DATA`"},
	"cluster_ca_certificate": {
		Text:    "PEM-encoded CA certificates to verify the server with.",
		Default: "`KUBE_CLUSTER_CA_CERT_DATA`, or the certificates of the system",
	},
	"exec": {
		Text: "A command that prints credentials, as in a kubeconfig, run once per process of the provider without a " +
			"terminal. Its error has the end of stderr, without what looks like a token.",
	},
	"tls_server_name": {
		Text:    "The name in the server's certificate, if it is not that of the URL.",
		Default: "`KUBE_TLS_SERVER_NAME`",
	},
	"proxy_url": {Text: "The URL of a proxy: http, https or socks5.", Default: "`KUBE_PROXY_URL`"},
	"insecure": {
		Text:    "Whether the server's certificate is not verified. Anybody on the network can then read the credentials.",
		Default: "`KUBE_INSECURE`, or `false`",
	},
	"max_retries": {
		Text: "How often a request is repeated after an error of the connection or the status 408, 429, 500, 502, 503 or " +
			"504: 0 to 3.",
		Default: "3",
	},
	"timeout_seconds": {Text: "The time for a request with its repetitions, 1 to 600.", Default: "60"},
})

var _ = describe.Struct[Exec](describe.Attributes{
	"api_version": {Text: "`client.authentication.k8s.io/v1` or `client.authentication.k8s.io/v1beta1`."},
	"command":     {Text: "The command: a name in `PATH`, or a path."},
	"args":        {Text: "The arguments."},
	"env":         {Text: "Additional environment variables."},
})
