// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package onhub

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// UnknownHubs are configurations of the provider whose hub is not known: one that certainly exists, and one that may be null.
func UnknownHubs() map[string]object {
	return map[string]object{
		"a hub with an unknown host": {"hub": object{"host": unknown{}}},
		"an unknown hub":             {"hub": unknown{}},
	}
}

// OtherHub is a hub with another UID, as far as its objects are looked at: the same API server behind a proxy that says so.
func OtherHub(t *testing.T, server *hubtest.Hub) object {
	t.Helper()
	p := server.Proxy(t)
	p.On(hubtest.Match{Path: "/namespaces/kube-system"}, hubtest.Always,
		hubtest.Say(200, "application/json", `{"kind": "Namespace", "metadata": {"uid": "another-hub"}}`))
	return object{"hub": object{"config_path": p.Kubeconfig}}
}

// Proxied is the configuration of a provider whose hub is behind a proxy.
func Proxied(p *hubtest.Proxy) object {
	return object{"hub": object{"config_path": p.Kubeconfig}}
}

// Provider is the configuration of a provider with a hub.
func Provider(server *hubtest.Hub) object {
	return object{"hub": object{"config_path": server.Kubeconfig}}
}
