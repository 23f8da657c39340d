// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// carryConfig is the configuration of the resource.
type carryConfig struct {
	step.CarryRequest
	fleetConfig
	Name string `json:"name"`
}

// readCarryConfig reads the configuration but for the bypassed attributes that are not needed.
func readCarryConfig(
	ctx context.Context, read *framework.Readers, raw tftypes.Value, unneeded ...string,
) (*carryConfig, *tfvalue.Reader, error) {
	config := &carryConfig{}
	reader, err := readConfig(ctx, read, raw, unneeded, config)
	config.Strategy.SetDefaults()
	return config, reader, err
}

// simplify removes what makes no difference. Of a cluster a rollout looks at its name, kind and labels: a hub has another
// heartbeat in every plan.
func (c *carryConfig) simplify() {
	for i := range c.Clusters {
		cluster := &c.Clusters[i]
		*cluster = placement.Cluster{Name: cluster.Name, Labels: cluster.Labels, Kind: cluster.Kind}
	}
	c.Strategy.SetDefaults()
}

// keepInitial plans the initial revisions as they were read, so that those of a data source change no later plan.
func keepInitial(ctx context.Context) error {
	request := rawserver.FromContext(ctx)
	const name = "initial_revisions"
	_, encoded, changed := request.Changed(name)
	if !changed || encodedInput(request, name).IsNull() {
		return nil
	}
	if prior, err := tfvalue.Decode(encoded); err != nil || prior.IsNull() {
		return err
	}
	request.KeepPrior(name)
	return nil
}

// validate checks what the configuration alone shows.
func (c *carryConfig) validate(r *tfvalue.Reader) { c.check(r, c, &c.Strategy, c.Validate()) }

// title is the title of a warning, which names the rollout, because Terraform shows only the first of several warnings of the
// same title.
func (c *carryConfig) title(what string) string {
	if c.Name == "" {
		return "The rollout " + what
	}
	return fmt.Sprintf("The rollout %s %s", excerpt.Quote(c.Name), what)
}

// statusCycle says why a status is not known, and what to do.
const statusCycle = "The status of the clusters decides which clusters move, so it must be known during plan. It is not, " +
	"because it depends on something that this run creates or changes. A status that comes from resources which take revisions " +
	"would be a cycle: take it from a data source that asks the clusters by name, from a file or variable that the pipeline " +
	"writes, or from remote state."

// unknownErrors are the errors about arguments that must be known during plan.
func (c *carryConfig) unknownErrors(r *tfvalue.Reader) diag.Diagnostics {
	var diags diag.Diagnostics
	if revision := tfvalue.Root("revision"); r.IsUnknown(revision) {
		diags.AddAttributeError(framework.AttributePath(revision), "The revision is not known", "revision must be known during plan: "+
			"it decides which clusters change. Use a variable, a local or a data source, and not an attribute of something that this run "+
			"creates or changes.")
	}
	for _, unknown := range r.Unknown() {
		if unknown.Steps()[0].Name == "cluster_status" {
			diags.AddAttributeError(framework.AttributePath(unknown), "The status is not known",
				excerpt.Text(unknown.String())+": "+statusCycle)
			break
		}
	}
	return diags
}

// waiting is the warning about other arguments that are not known yet; nil if all are.
func (c *carryConfig) waiting(r *tfvalue.Reader, source *providerdata.FleetSource) diag.Diagnostic {
	title := c.title("is deferred until apply")
	const consequence = " Its revisions are unknown until then, and a for_each over them fails in this run. Give the rollout " +
		"values that are known during plan."
	if len(r.Unknown()) == 0 {
		if source.IsUnknown && c.Clusters == nil && c.Manifests == nil {
			return diag.NewWarningDiagnostic(title, "The manifests of the provider are not known yet."+consequence)
		}
		return nil
	}
	unknown := slices.SortedFunc(slices.Values(r.Unknown()),
		func(a, b *tfvalue.Path) int { return strings.Compare(a.String(), b.String()) })
	names := lists.Map(unknown, (*tfvalue.Path).String)
	return diag.NewAttributeWarningDiagnostic(framework.AttributePath(unknown[0]), title,
		framework.Deferral(r, excerpt.List(names, ", "), consequence))
}
