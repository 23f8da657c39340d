package provider

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// httpAdvisor is an advisor of the provider's configuration.
type httpAdvisor struct {
	URL               string            `json:"url"`
	BearerToken       string            `json:"bearerToken,omitempty"`
	Username          string            `json:"username,omitempty"`
	Password          string            `json:"password,omitempty"`
	Headers           map[string]string `json:"headers,omitempty"`
	CACertificate     string            `json:"caCertificate,omitempty"`
	ClientCertificate string            `json:"clientCertificate,omitempty"`
	ClientKey         string            `json:"clientKey,omitempty"`
	AllowPlainHTTP    bool              `json:"allowPlainHttp,omitempty"`
	TimeoutSeconds    *int32            `json:"timeoutSeconds,omitempty"`
	MaxResponseBytes  *int64            `json:"maxResponseBytes,omitempty"`
}

// Limits of an httpAdvisor.
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
		MarkdownDescription: "Advisors of `hybrid` placements that are asked over HTTP, by name: a placement that lists an advisor of " +
			"this name, without recommendations, asks it once a round. A round removes the candidates that a predicate vetoes, or else " +
			"one candidate, so a decision can take as many requests to each advisor as there are candidates, each about all that are left, " +
			"three attempts each; it has a minute and may send 1 GiB. Their credentials do not get into the state. What an advisor says is " +
			"shown with `(sensitive)` in their place: values of 8 bytes and more wherever they occur, shorter ones where they stand alone.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"url":          schema.StringAttribute{Required: true, MarkdownDescription: "Where to post the question: an https URL, or http on this host."},
			"bearer_token": secret("A bearer token."),
			"username":     schema.StringAttribute{Optional: true, MarkdownDescription: "The user of basic authentication."},
			"password":     secret("The password of basic authentication."),
			"headers": schema.MapAttribute{
				Optional: true, Sensitive: true, ElementType: types.StringType, MarkdownDescription: "Further header fields.",
			},
			"ca_certificate": schema.StringAttribute{
				Optional: true, MarkdownDescription: "The certificates that the server's has to be signed by, PEM. Defaults to those of the system.",
			},
			"client_certificate": schema.StringAttribute{Optional: true, MarkdownDescription: "The client certificate, PEM."},
			"client_key":         secret("The key of the client certificate, PEM."),
			"allow_plain_http":   schema.BoolAttribute{Optional: true, MarkdownDescription: "Allow an http URL of another host."},
			"timeout_seconds": schema.Int64Attribute{
				Optional: true, MarkdownDescription: "The time that one of at most three attempts may take, 1 to 30. Defaults to 10.",
			},
			"max_response_bytes": schema.Int64Attribute{
				Optional: true, MarkdownDescription: "How large a response may be after decompression, 1 KiB to 16 MiB. Defaults to 1 MiB.",
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
		var a httpAdvisor
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
			r.Refuse(at, "the advisor cannot be asked: %s", err)
		}
		endpoints[name] = endpoint
	}
	return endpoints
}
