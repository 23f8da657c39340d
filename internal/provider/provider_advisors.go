package provider

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Limits of an advisor.Config.
const (
	maxTimeoutSeconds = 30
	minResponseBytes  = 1 << 10
	maxResponseBytes  = 16 << 20
)

// advisorsAttribute configures the advisors that are asked over HTTP. They belong to the provider and not to the
// placement, because what a data source is given ends up in the state.
func advisorsAttribute() schema.MapNestedAttribute {
	secret := func(description string) schema.StringAttribute {
		return schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: description}
	}
	return schema.MapNestedAttribute{
		Optional: true,
		MarkdownDescription: "HTTP advisors for `hybrid` placements, by name. A placement that lists an advisor with this name and gives it no " +
			"recommendations calls this URL once per round. A round removes the candidates that a predicate vetoes, or else " +
			"one candidate, so a decision can take as many requests to each advisor as there are candidates, each with all that are left " +
			"and with up to three attempts. A decision is limited to one minute and 1 GiB of requests. Credentials are never stored in the " +
			"state. In texts of an advisor they are replaced with `(sensitive)`: values of 8 bytes or more wherever they occur, shorter " +
			"values only as whole words.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"url":          schema.StringAttribute{Required: true, MarkdownDescription: "URL that receives the POST request: https, or http for a loopback address."},
			"bearer_token": secret("A bearer token."),
			"username":     schema.StringAttribute{Optional: true, MarkdownDescription: "The user of basic authentication."},
			"password":     secret("The password of basic authentication."),
			"headers": schema.MapAttribute{
				Optional: true, Sensitive: true, ElementType: types.StringType, MarkdownDescription: "Additional header fields.",
			},
			"ca_certificate": schema.StringAttribute{
				Optional: true, MarkdownDescription: "PEM-encoded CA certificates to verify the server with. Defaults to the system's.",
			},
			"client_certificate": schema.StringAttribute{Optional: true, MarkdownDescription: "The PEM-encoded client certificate."},
			"client_key":         secret("The PEM-encoded key of the client certificate."),
			"allow_plain_http":   schema.BoolAttribute{Optional: true, MarkdownDescription: "Allow an http URL for an address that is not loopback."},
			"timeout_seconds": schema.Int64Attribute{
				Optional: true, MarkdownDescription: "The timeout of each of up to three attempts, 1 to 30. Defaults to 10.",
			},
			"max_response_bytes": schema.Int64Attribute{
				Optional: true, MarkdownDescription: "The maximum size of a response after decompression, 1 KiB to 16 MiB. Defaults to 1 MiB.",
			},
		}},
	}
}

// readAdvisors reads and checks the advisors of the provider's configuration. One with an unknown part is left out: a
// placement that needs it says so.
func readAdvisors(raw tftypes.Value, r *tfvalue.Reader) map[string]advisor.Endpoint {
	var attributes map[string]tftypes.Value
	if err := raw.As(&attributes); err != nil || !attributes["advisors"].IsKnown() {
		return nil
	}
	var advisors map[string]tftypes.Value
	if err := attributes["advisors"].As(&advisors); err != nil {
		return nil
	}
	endpoints := make(map[string]advisor.Endpoint, len(advisors))
	for name, value := range advisors {
		if !value.IsFullyKnown() {
			continue
		}
		at := tfvalue.Root("advisors").Key(name)
		var a advisor.Config
		r.Read(value, &a, at)
		endpoint := advisor.Endpoint{
			URL: a.URL, BearerToken: a.BearerToken, Username: a.Username, Password: a.Password, Headers: a.Headers,
			CACertificate: a.CACertificate, ClientCertificate: a.ClientCertificate, ClientKey: a.ClientKey,
			AllowPlainHTTP: a.AllowPlainHTTP,
		}
		if n := a.TimeoutSeconds; n != nil {
			if *n < 1 || *n > maxTimeoutSeconds {
				r.Refuse(at.Attribute("timeout_seconds"), "found %d; it must be 1 to %d", *n, maxTimeoutSeconds)
			}
			endpoint.Timeout = time.Duration(*n) * time.Second
		}
		if n := a.MaxResponseBytes; n != nil {
			if *n < minResponseBytes || *n > maxResponseBytes {
				r.Refuse(at.Attribute("max_response_bytes"), "found %d; it must be %d to %d", *n, minResponseBytes, maxResponseBytes)
			}
			endpoint.ResponseLimit = *n
		}
		if err := endpoint.Check(); err != nil {
			r.Refuse(at, "invalid advisor: %s", err)
		}
		endpoints[name] = endpoint
	}
	return endpoints
}
