// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/provider/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Limits of an advisor.Endpoint.
const (
	maxTimeoutSeconds = 30
	minResponseBytes  = 1 << 10
	maxResponseBytes  = 16 << 20
)

// advisorsAttribute configures the advisors that are asked over HTTP. They belong to the provider and not to the
// placement, because what a data source is given ends up in the state.
func advisorsAttribute() schema.DynamicAttribute {
	return schema.DynamicAttribute{
		Optional: true, Sensitive: true,
		MarkdownDescription: framework.WithExample[map[string]advisor.Endpoint]("advisors",
			"HTTP advisors for `hybrid` placements, by name. A placement that lists an advisor with this name and "+
				"gives it no recommendations calls this URL [once per round](guides/hybrid-placement-rules#advisors-over-http), with the "+
				"remaining candidates. A decision is limited to one minute and 1 GiB of requests. Credentials are "+
				"never stored in the state. In texts of an advisor they are replaced with `(sensitive)`: values of 8 bytes or more wherever "+
				"they occur, shorter values only as whole words."),
	}
}

// readAdvisors reads and checks the advisors of the provider's configuration. One with an unknown part is left out: a
// placement that needs it says so.
func readAdvisors(config tfvalue.Input, r *tfvalue.Reader) map[string]advisor.Endpoint {
	configured := config.Field("advisors")
	switch {
	case configured.IsNull():
		return nil
	case configured.IsUnknown():
		return map[string]advisor.Endpoint{}
	}
	advisors, _ := r.Attributes(configured, tfvalue.Root("advisors"))
	endpoints := make(map[string]advisor.Endpoint, len(advisors))
	for _, name := range slices.Sorted(maps.Keys(advisors)) {
		path := tfvalue.Root("advisors").Key(name)
		var endpoint advisor.Endpoint
		r.Read(advisors[name], &endpoint, path)
		if !advisors[name].IsFullyKnown() {
			continue
		}
		if n := endpoint.TimeoutSeconds; n != nil && (*n < 1 || *n > maxTimeoutSeconds) {
			r.Refuse(path.Attribute("timeout_seconds"), "found %d; it must be 1 to %d", *n, maxTimeoutSeconds)
		}
		if n := endpoint.MaxResponseBytes; n != nil && (*n < minResponseBytes || *n > maxResponseBytes) {
			r.Refuse(path.Attribute("max_response_bytes"), "found %d; it must be %d to %d", *n, minResponseBytes, maxResponseBytes)
		}
		checkEndpoint(r, &endpoint, path)
		endpoints[name] = endpoint
	}
	return endpoints
}

// checkEndpoint finds the first mistake in an endpoint. That it has no URL may be because of a mistake that is found already.
func checkEndpoint(r *tfvalue.Reader, endpoint *advisor.Endpoint, path *tfvalue.Path) {
	err := endpoint.Check()
	switch {
	case err == nil:
	case endpoint.URL != "":
		r.Refuse(path, "invalid advisor: %s", err)
	case !r.Flawed(path):
		r.Refuse(path.Attribute("url"), "invalid advisor: %s", err)
	}
}
