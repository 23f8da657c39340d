// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestProviderAdvisors makes mistakes in the configuration of an advisor. Each gives one diagnostic at its place, which
// does not show the secrets.
func TestProviderAdvisors(t *testing.T) {
	for name, test := range map[string]struct {
		advisor  any
		at, says string
	}{
		"right":         {object{"url": "https://example.com/", "bearer_token": providertest.AdvisorToken}, "", ""},
		"unknown token": {object{"url": "https://example.com/", "bearer_token": unknown{}}, "", ""},
		"plain http": {
			object{"url": "http://example.com/", "bearer_token": providertest.AdvisorToken}, `advisors["x"]`,
			"http is supported for loopback addresses",
		},
		"user in URL": {
			object{"url": "https://u:" + providertest.AdvisorToken + "@example.com/"}, `advisors["x"]`, "use username and password",
		},
		"timeout": {
			object{"url": "https://example.com/", "timeout_seconds": int64(31)}, `advisors["x"].timeout_seconds`,
			"found 31; it must be 1 to 30",
		},
		"size": {
			object{"url": "https://example.com/", "max_response_bytes": int64(1)}, `advisors["x"].max_response_bytes`, "found 1",
		},
		"header": {
			object{"url": "https://example.com/", "headers": object{"X-Team": providertest.AdvisorToken + "\n"}}, `advisors["x"]`,
			"the header X-Team must not contain",
		},
		"token": {
			object{"url": "https://example.com/", "bearer_token": providertest.AdvisorToken + "\n"}, `advisors["x"]`,
			"bearer_token must not contain",
		},
		"client key": {object{"url": "https://example.com/", "client_key": providertest.AdvisorToken}, `advisors["x"]`, "PEM"},
	} {
		t.Run(name, func(t *testing.T) {
			resp := providertest.ConfigureRaw(t, providertest.NewServer(), object{"advisors": object{"x": test.advisor}})
			switch {
			case test.says == "" && len(resp.Diagnostics) > 0:
				t.Error(providertest.Shown(resp.Diagnostics[0]))
			case test.says == "":
			case len(resp.Diagnostics) != 1 || providertest.PathOf(resp.Diagnostics[0].Attribute) != providertest.LineOf(test.at) ||
				!strings.Contains(resp.Diagnostics[0].Detail, test.says) || strings.Contains(providertest.Shown(resp.Diagnostics[0]),
				providertest.AdvisorToken):
				for _, d := range resp.Diagnostics {
					t.Log(providertest.Shown(d))
				}
				t.Errorf("want one diagnostic at %s that says %q", test.at, test.says)
			}
		})
	}
}
