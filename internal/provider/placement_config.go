package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/lint"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Attributes that stand for the dialects.
const (
	dialectOCM       = string(placement.DialectOCM)
	dialectKubeFleet = string(placement.DialectKubeFleet)
	dialectHybrid    = string(placement.DialectHybrid)
)

// dialects are the attributes of which a placement has exactly one.
var dialects = func() []string {
	names := make([]string, len(placement.Dialects))
	for i, dialect := range placement.Dialects {
		names[i] = string(dialect)
	}
	return names
}()

// placementConfig is the configuration of a placement.
type placementConfig struct {
	planner.Request
	planner.Details
	// Manifests are the texts that the placement chooses from.
	Manifests []string `json:"manifests,omitzero"`
	// limit is that of the resource.
	limit planner.Limit
	// fromPlan says that the fleet of the hub is that after the plan.
	fromPlan bool
}

// defaultName is the name of a placement that was given none. It shows in the names of PlacementDecisions.
const defaultName = lint.DefaultName

// readPlacementConfig reads the configuration but for the bypassed attributes that are not needed.
func readPlacementConfig(ctx context.Context, read *framework.Reading, raw tftypes.Value, unneeded ...string) (*placementConfig, *tfvalue.Reader, error) {
	config := &placementConfig{}
	reader, err := read.Config(ctx, raw, unneeded, config, &config.limit)
	if err == nil {
		config.setDefaults()
	}
	reader.Apart = objectAttributes
	return config, reader, err
}

// readPlacement reads some attributes of a placement, as KeepForms needs them.
func readPlacement(reader *tfvalue.Reader, value tfvalue.Input) *placementConfig {
	config := &placementConfig{}
	reader.ReadConfig(value, config)
	return config
}

// unorderedAttributes are the lists whose order makes no difference to a decision.
var unorderedAttributes = []string{
	"clusters", "cluster_sets", "cluster_set_bindings", "scores", "targets", "placement_decisions", "previous_decisions",
}

func (c *placementConfig) setDefaults() {
	if c.Name == "" {
		c.Name = defaultName
	}
	c.Fleet.SetDefaults()
}

// validate checks what the configuration alone shows.
func (c *placementConfig) validate(r *tfvalue.Reader) {
	r.Check(nil, c, c.ValidateNames())
	if !c.validateDialects(r) {
		return
	}
	r.Check(nil, c, c.Validate(framework.KindKnown(r)))
	c.validateKinds(r)
}

// Warnings are what is accepted but has no effect, or more effect than it seems. A plan has them once; Terraform would show those
// of a validation twice.
func (c *placementConfig) warnings(r *tfvalue.Reader) diag.Diagnostics {
	if len(c.Dialects()) == 1 {
		r.Warn(nil, c, c.Warnings())
	}
	if c.limit.OnExceeded != "" && c.limit.MaxMoves == nil && !r.IsUnknown(tfvalue.Root("max_moves")) {
		r.Warn(nil, c, field.ErrorList{field.Invalid(field.NewPath("onExceeded"), c.limit.OnExceeded, "it has no effect without max_moves")})
	}
	return framework.Warnings(r, c.Title)
}

// validateDialects wants exactly one dialect, and reports whether it is known which: it decides what a right cluster is. One
// that is unknown may turn out to be null, as where a module passes on what it was given.
func (c *placementConfig) validateDialects(r *tfvalue.Reader) bool {
	set := c.Dialects()
	for _, dialect := range set[min(1, len(set)):] {
		r.Add(tfvalue.Mistake{
			At: tfvalue.Root(string(dialect)), Summary: "Two dialects",
			Message: fmt.Sprintf("%s is also set; a placement has exactly one of them", set[0]),
		})
	}
	unknown := slices.ContainsFunc(dialects, func(dialect string) bool { return r.IsUnknown(tfvalue.Root(dialect)) })
	if len(set) == 0 && !unknown && !r.Flawed(nil) {
		r.Add(tfvalue.Mistake{
			At: tfvalue.Root(dialects[0]), Summary: "Missing dialect",
			Message: "no scheduler is configured; set one of " + strings.Join(dialects, ", "),
		})
	}
	return len(set) == 1
}

// usesFleetOfProvider reports whether the placement has no fleet of its own.
func (c *placementConfig) usesFleetOfProvider() bool {
	return c.Manifests == nil && c.Clusters == nil && c.Targets == nil
}

// readFleet reads the manifests: the placement's own, or the provider's if the placement has no fleet.
func (c *placementConfig) readFleet(ctx context.Context, source *providerdata.FleetSource) diag.Diagnostics {
	fleet, diags := source.Read(ctx, c.Manifests, !c.usesFleetOfProvider())
	if c.Fleet.Manifests = fleet; source != nil {
		c.Unasked = source.Unasked
	}
	return diags
}

// readLiveFleet reads what readFleet does, or the provider's hub if it has one and the placement has no fleet.
func (c *placementConfig) readLiveFleet(ctx context.Context, provider *providerdata.Data) diag.Diagnostics {
	if provider.Hub == nil || !c.usesFleetOfProvider() {
		return c.readFleet(ctx, provider.Source)
	}
	return c.readHub(ctx, provider.Hub)
}

// ask gives the request the advisors that are asked over HTTP. The function closes their connections.
func (c *placementConfig) ask(ctx context.Context, source *providerdata.FleetSource) func() {
	if c.Hybrid == nil || source.Advisors == nil {
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

// placementDiagnostics are the findings about a placement as Terraform shows them.
func placementDiagnostics(found planner.Findings) diag.Diagnostics {
	return framework.Findings[placementConfig](found)
}
