// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/lint"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Attributes that stand for the dialects.
const (
	DialectOCM       = string(placement.DialectOCM)
	DialectKubeFleet = string(placement.DialectKubeFleet)
	DialectHybrid    = string(placement.DialectHybrid)
)

// Dialects are the attributes of which a placement has exactly one.
var Dialects = lists.Map(placement.Dialects, func(dialect placement.Dialect) string { return string(dialect) })

// Arguments are those of every placement.
type Arguments struct {
	planner.Request
	planner.Details
	// The fleet as texts of Kubernetes objects, YAML or JSON, for thousands of clusters. [The fleet](../guides/reference-fleet) says
	// which kinds each scheduler reads; `skipped_kinds` counts the others. If neither `clusters` nor `targets` is set, it defaults
	// to the `manifests` of the provider; the data source then reads the provider's `hub` if there is one.
	Manifests []string `json:"manifests,omitzero"`
}

// Config is the configuration of a placement.
type Config struct {
	Arguments
	// Limit is that of the resource.
	planner.Limit
}

// DefaultName is the name of a placement that was given none. It shows in the names of PlacementDecisions.
const DefaultName = lint.DefaultName

// Read reads the configuration but for the bypassed attributes that are not needed.
func Read(ctx context.Context, read *framework.Readers, raw tftypes.Value, unneeded ...string) (*Config, *tfvalue.Reader, error) {
	config := &Config{}
	reader, err := read.Config(ctx, raw, unneeded, config)
	if err == nil {
		config.SetDefaults()
	}
	reader.Independent = placed.ObjectAttributes
	return config, reader, err
}

// UnorderedAttributes are the lists whose order does not affect decisions.
var UnorderedAttributes = []string{
	"clusters", "offers", "cluster_sets", "cluster_set_bindings", "scores", "targets", "placement_decisions", "previous_decisions",
}

// SetDefaults sets what the configuration leaves out.
func (c *Config) SetDefaults() {
	c.Name = cmp.Or(c.Name, DefaultName)
	c.Fleet.SetDefaults()
	offered := planner.Fleet{Clusters: c.Offers}
	offered.SetDefaults()
}

// Check checks what the configuration alone shows.
func (c *Config) Check(r *tfvalue.Reader) {
	r.Check(nil, c, c.ValidateNames())
	if !c.validateDialects(r) {
		return
	}
	r.Check(nil, c, c.Request.Validate(framework.KindKnown(r)))
	r.Check(nil, c, c.ValidateOffers(framework.KindKnownAt(r, "offers")))
	c.validateKinds(r)
}

// WarningDiagnostics are what is accepted but has no effect, or more effect than it seems. A plan has them once; Terraform would
// show those of a validation twice.
func (c *Config) WarningDiagnostics(r *tfvalue.Reader) diag.Diagnostics {
	c.Warn(r)
	return framework.Warnings(r, c.Title)
}

// Warn adds what is accepted but has no effect, or more effect than it seems, to what was found in the configuration.
func (c *Config) Warn(r *tfvalue.Reader) {
	placed.Warn(r, c, &c.Request, &c.Limit)
}

// validateDialects wants exactly one dialect, and reports whether it is known which: it decides what a right cluster is. One
// that is unknown may turn out to be null, as where a module passes on what it was given.
func (c *Config) validateDialects(r *tfvalue.Reader) bool {
	set := c.Dialects()
	for _, dialect := range set[min(1, len(set)):] {
		r.Add(tfvalue.Mistake{
			At: tfvalue.Root(string(dialect)), Summary: "Two schedulers",
			Message: fmt.Sprintf("%s is also set; a placement has exactly one of them", set[0]),
		})
	}
	unknown := slices.ContainsFunc(Dialects, func(dialect string) bool { return r.IsUnknown(tfvalue.Root(dialect)) })
	if len(set) == 0 && !unknown && !r.Flawed(nil) {
		r.Add(tfvalue.Mistake{
			At: tfvalue.Root(Dialects[0]), Summary: "No scheduler configured",
			Message: "no scheduler is configured; set one of " + strings.Join(Dialects, ", "),
		})
	}
	return len(set) == 1
}

// UsesFleetOfProvider reports whether the placement has no fleet of its own.
func (c *Config) UsesFleetOfProvider() bool {
	return c.Manifests == nil && c.Clusters == nil && c.Targets == nil
}

// ReadFleet reads the manifests: the placement's own, or the provider's if the placement has no fleet.
func (c *Config) ReadFleet(ctx context.Context, source *providerdata.FleetSource) diag.Diagnostics {
	fleet, diags := source.Read(ctx, c.Manifests, !c.UsesFleetOfProvider())
	if c.Fleet.Manifests = fleet; source != nil {
		c.Unasked = source.Unasked
	}
	return diags
}

// ReadLiveFleet reads what ReadFleet does, or the provider's hub if it has one and the placement has no fleet.
func (c *Config) ReadLiveFleet(ctx context.Context, provider *providerdata.Data) diag.Diagnostics {
	if provider.Hub == nil || !c.UsesFleetOfProvider() {
		return c.ReadFleet(ctx, provider.Source)
	}
	return c.readHub(ctx, provider.Hub)
}

// Ask gives the request the advisors that are asked over HTTP. The function closes their connections.
func (c *Config) Ask(ctx context.Context, source *providerdata.FleetSource) func() {
	if c.Hybrid == nil || source == nil || source.Advisors == nil {
		return func() {}
	}
	endpoints := maps.Clone(source.Advisors)
	for i := range c.Hybrid.Advisors {
		if a := &c.Hybrid.Advisors[i]; a.Recommendations != nil {
			delete(endpoints, a.Name)
		}
	}
	client := advisor.NewClient(ctx, endpoints, source.Answers)
	c.Advisors = &httpAdvisors{Client: client, endpoints: endpoints}
	return client.Close
}

// httpAdvisors are the advisors of the provider's configuration.
type httpAdvisors struct {
	*advisor.Client
	endpoints map[string]advisor.Endpoint
}

// Has reports whether there is an advisor of a name.
func (a *httpAdvisors) Has(name string) bool {
	_, ok := a.endpoints[name]
	return ok
}

// Findings are the findings about a placement as Terraform shows them.
func Findings(findings planner.Findings) diag.Diagnostics {
	return framework.Findings[Config](findings)
}

// Keys are the attributes that together name a placement.
var Keys = []string{"namespace", "name"}

// Title names the placement of a configuration or a state in sentences.
func Title(value tftypes.Value) string {
	id, isKnown := framework.IDOf(value, Keys).(string)
	if !isKnown {
		return "The placement"
	}
	return "The placement " + excerpt.Quote(id)
}
