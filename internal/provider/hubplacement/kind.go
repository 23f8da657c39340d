// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacement

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// Placement is a placement with what can be said about waiting for its hub.
type Placement struct {
	placementconfig.Config
	WaitForDecisions bool `json:"waitForDecisions,omitempty"`
}

// Kind is how a placement is an object on a hub.
var Kind = managed.Kind[Placement]{
	Kinds:    hubobject.PlacementKinds,
	Choose:   func(p *Placement) []*hubobject.Kind { return kindsOfPlacement(&p.Config.Placement) },
	WhichOne: "To manage one of them, configure it with ocm, kubefleet or hybrid and set adopt = true, instead of importing it",
	Named:    func(p *Placement) (string, string) { return p.Namespace, p.Name },
	Apply: func(_ placement.ClusterKind, p *Placement) (hubobject.Applied, error) {
		return hubobject.ApplyPlacement(&p.Config.Placement)
	},
	Read: func(_ placement.ClusterKind, object []byte) (*Placement, error) {
		p := &Placement{}
		var err error
		p.Config.Placement, err = manifest.ReadStoredPlacement(object)
		return p, err
	},
	Effects:   deletes,
	Immutable: func(prior, p *Placement) planner.Findings { return p.ReplacesObject(&prior.Config.Placement) },
	IsShared:  true,
	Arguments: append([]string{placementconfig.DialectOCM, placementconfig.DialectKubeFleet, placementconfig.DialectHybrid,
		"decision_strategy"}, placementconfig.ObjectAttributes...),
}

// kindsOfPlacement are the kinds that a placement may have. Its dialect is not known yet if it is imported.
func kindsOfPlacement(p *manifest.Placement) []*hubobject.Kind {
	if set := p.Dialects(); len(set) > 0 {
		return []*hubobject.Kind{hubobject.Dialects[set[0]].Placements.KindIn(p.Namespace)}
	}
	return hubobject.PlacementKindsIn(p.Namespace)
}

// deletes warns of the clusters that lose the workload when a placement is deleted. What another change moves is predicted.
func deletes(ctx context.Context, target *managed.Target, what string, was, is *Placement) planner.Findings {
	if is != nil {
		return nil
	}
	// A state that was read has one kind.
	decided, err := target.Client.Shared.Decided(ctx, hub.Reference{
		Kind: kindsOfPlacement(&was.Config.Placement)[0], Namespace: was.Namespace, Name: was.Name,
	})
	switch {
	case err != nil:
		return planner.Findings{{Warning: true, Title: what + " is deleted on the hub", Text: "Which clusters lose the workload is " +
			"not known. " + excerpt.Sentence(err.Error())}}
	case decided == nil || abandons(&decided.Placement):
		return nil
	}
	return hubdecision.Deleted(decided)
}

// validate finds what a hub requires of a placement.
func validate(p *manifest.Placement) (found field.ErrorList) {
	if kind := kindsOfPlacement(p)[0]; !kind.IsIn(p.Namespace) {
		found = append(found, field.Required(field.NewPath("namespace"), "must be set because a "+kind.Kind+
			" on a hub has a namespace"))
	}
	switch {
	case p.KubeFleet != nil && p.DecisionStrategy.GroupStrategy != nil:
		found = append(found, field.Forbidden(field.NewPath("decisionStrategy"), "a placement of KubeFleet has no decision groups on "+
			"a hub; the data source multicluster_placement groups its predicted decisions"))
	case p.Hybrid != nil:
		found = append(found, validateRule(p)...)
	}
	return append(found, p.ValidateRequired()...)
}

// validateRule finds what a PlacementRule on a hub must have, and what its CRD does not have.
func validateRule(p *manifest.Placement) (found field.ErrorList) {
	if p.DecisionStrategy.GroupStrategy != nil {
		found = append(found, field.Forbidden(field.NewPath("decisionStrategy"), "a PlacementRule has no decision groups on a hub; "+
			"the data source multicluster_placement groups its predicted decisions"))
	}
	rule := field.NewPath(placementconfig.DialectHybrid)
	if len(p.Hybrid.DeployerType) > 1 {
		found = append(found, field.Forbidden(rule.Child("deployerType"), "a PlacementRule on a hub has one deployer type: its CRD "+
			"has no list of them"))
	}
	for i := range p.Hybrid.Advisors {
		a, at := &p.Hybrid.Advisors[i], rule.Child("advisors").Index(i)
		const only = "a PlacementRule does not have this field: on a hub the advisors answer there; remove it"
		for _, extra := range []struct {
			name  string
			isSet bool
		}{{"onFailure", a.OnFailure != ""}, {"failOpen", a.FailOpen}, {"recommendations", a.Recommendations != nil}} {
			if extra.isSet {
				found = append(found, field.Forbidden(at.Child(extra.name), only))
			}
		}
	}
	return found
}

const fleetOfHub = "the placement chooses from the fleet of the hub"

// withoutHub are the arguments of a placement that have no place on a hub, each with the reason.
var withoutHub = []struct{ name, why string }{
	{"clusters", fleetOfHub}, {"kind", fleetOfHub}, {"cluster_sets", fleetOfHub}, {"cluster_set_bindings", fleetOfHub},
	{"scores", fleetOfHub},
	{"targets", fleetOfHub}, {"manifests", fleetOfHub}, {"placement_decisions", fleetOfHub},
	{"previous_decisions", "the hub has the earlier decisions"},
	{"now", "the hub has its own clock"},
}

// refuseWithoutHub finds the arguments that have no place on a hub.
func (p *hubPlacement) refuseWithoutHub(ctx context.Context) (diags diag.Diagnostics) {
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		diags.AddError("The configuration cannot be read", err.Error())
		return diags
	}
	refuse := func(name, why string) {
		diags.AddAttributeError(path.Root(name), "Value not allowed", name+": "+why+". Remove it from the configuration, or use a "+
			"provider without a hub to decide the placement in the Terraform state alone.")
	}
	for _, argument := range withoutHub {
		if isNull, isKnown := hubresource.IsConfigured(request, p.Config, argument.name); !isNull && isKnown {
			refuse(argument.name, argument.why)
		}
	}
	limit := &p.config.Limit
	if limit.Paused {
		refuse("paused", "Terraform cannot hold back the decisions of a hub")
	}
	if limit.OnExceeded == planner.ExceededKeep {
		refuse("on_exceeded", "Terraform cannot hold back the decisions of a hub, so only \"fail\" is possible")
	}
	if p.config.WithReport {
		refuse("with_report", "a hub publishes no report; the data source multicluster_placement makes one of the prediction")
	}
	return diags
}

// Attributes are the arguments and outputs of a placement that can be on a hub.
func Attributes() map[string]schema.Attribute {
	attributes := hubresource.Arguments(Kind.Releases, ", and the hub takes the workload from its clusters")
	for name, attribute := range hubresource.IdentityAttributes() {
		attributes[name] = attribute
	}
	attributes["wait_for_decisions"] = schema.BoolAttribute{
		Optional: true,
		MarkdownDescription: framework.WithDefault("With a hub: wait during apply until the hub has decided, at most as long as "+
			"`timeouts` says. The read-only attributes are then unknown in a plan that changes the placement, so that no `for_each` "+
			"can use them. Without it, they keep their values while the placement changes, and the next refresh reads the new ones; "+
			"those of a new placement are unknown in any case, and the apply waits up to 5 seconds for its first decisions.", "`false`"),
	}
	return attributes
}
