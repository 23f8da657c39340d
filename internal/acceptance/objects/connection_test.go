// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestProviderHub configures the provider with connections that are right, wrong and unknown.
func TestProviderHub(t *testing.T) {
	server := hubtest.Start(t)
	tests := map[string]struct {
		config object
		// says is part of the one diagnostic; empty for none.
		says string
	}{
		"a kubeconfig":    {object{"hub": object{"config_path": server.Kubeconfig}}, ""},
		"no hub":          {object{"hub": nil}, ""},
		"an unknown hub":  {object{"hub": unknown{}}, ""},
		"an unknown host": {object{"hub": object{"host": unknown{}, "token": "x"}}, ""},
		"a misspelt name": {object{"hub": object{"config_paht": "x"}}, `did you mean "config_path"`},
		"a missing file":  {object{"hub": object{"config_path": "/nowhere/kubeconfig"}}, "hub.config_path: "},
		"both fleets": {
			object{"hub": object{"config_path": server.Kubeconfig}, "manifests": list{}}, "cannot be combined with manifests",
		},
		"two connections": {
			object{"hub": object{"config_path": "x", "host": "https://example.com"}}, "cannot be combined with config_path",
		},
		"a number too big": {object{"hub": object{"config_path": server.Kubeconfig, "max_retries": 4.0}}, "must be 0 to 3"},
		"not an object":    {object{"hub": "https://example.com"}, "hub: "},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			found := providertest.ConfigureRaw(t, providertest.NewServer(), test.config).Diagnostics
			switch {
			case test.says == "" && len(found) > 0:
				t.Error(providertest.Shown(found[0]))
			case test.says != "" && (len(found) != 1 || !strings.Contains(providertest.Shown(found[0]), test.says)):
				for _, d := range found {
					t.Log(providertest.Shown(d))
				}
				t.Errorf("want one diagnostic that says %q", test.says)
			}
		})
	}
}
