// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package placed is the life of a placement on a hub: what a plan of it shows, how its decisions are read, accepted and awaited.
// It knows nothing of Terraform's protocol.
package placed

import (
	"context"
	"reflect"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/consumers"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Config is the configuration of a placement on a hub.
type Config struct {
	planner.Request
	planner.Details
	planner.Limit
	Manifests []string `json:"manifests,omitzero"`
	// With a hub: wait during apply, within `timeouts`, until the hub has decided. The read-only attributes are then unknown in a
	// plan that changes the placement, so that no `for_each` can use them. Without it, the next refresh reads the new ones; an apply
	// that creates a placement waits up to 5 seconds for them. Defaults to `false`.
	WaitForDecisions bool `json:"waitForDecisions,omitempty"`
}

// ObjectAttributes are the arguments of a placement that its object on a hub has, and that no decision depends on.
var ObjectAttributes = append(tfvalue.Names(reflect.TypeFor[kubefleet.ObjectSpec]()), "strategy")

// Arguments are the attributes of a placement that its object on a hub has.
var Arguments = append([]string{
	string(placement.DialectOCM), string(placement.DialectKubeFleet), string(placement.DialectHybrid), "decision_strategy",
}, ObjectAttributes...)

// dialectNames are the attributes of which a placement has one.
var dialectNames = lists.Map(placement.Dialects, func(dialect placement.Dialect) string { return string(dialect) })

// NewKind is how a placement is an object on a hub.
func NewKind() managed.Kind[Config] {
	return managed.Kind[Config]{
		Name: "placement", Keys: []string{"namespace", "name"}, OptionalKeys: 1,
		Kinds:    hubobject.PlacementKinds,
		Choose:   func(p *Config) []*hubobject.Kind { return kindsOf(&p.Placement) },
		WhichOne: "To manage one of them, configure it with ocm, kubefleet or hybrid and set adopt = true, instead of importing it",
		Apply:    apply,
		Read: func(_ *hubobject.Kind, object []byte) (*Config, error) {
			p := &Config{}
			var err error
			p.Placement, err = manifest.ReadStoredPlacement(object)
			return p, err
		},
		Effects:   deletes,
		Immutable: func(prior, p *Config) planner.Findings { return p.ReplacesObject(&prior.Placement) },
		Expect:    expect,
		Decided:   refresh,
		IsShared:  true,
		Arguments: Arguments, Deletion: ", and the hub takes the workload from its clusters",
	}
}

func apply(_ *hubobject.Kind, p *Config) (hubobject.Applied, error) {
	return hubobject.ApplyPlacement(&p.Placement)
}

// kindsOf are the kinds that a placement may have. Its dialect is not known yet if it is imported.
func kindsOf(p *manifest.Placement) []*hubobject.Kind {
	if set := p.Dialects(); len(set) > 0 {
		return []*hubobject.Kind{hubobject.Dialects[set[0]].Placements.KindIn(p.Namespace)}
	}
	return hubobject.PlacementKindsIn(p.Namespace)
}

// deletes warns of the clusters that lose the workload when a placement is deleted. What another change moves is predicted.
func deletes(ctx context.Context, target *managed.Target, what string, prior, planned *Config) planner.Findings {
	if planned != nil {
		return nil
	}
	if prior.OCM != nil {
		target.Hub.Plan.Decides(prior.Namespace, prior.Name, nil)
	}
	// A state that was read has one kind.
	decided, err := target.Client.Shared.Decided(ctx, hub.Reference{
		Kind: kindsOf(&prior.Placement)[0], Namespace: prior.Namespace, Name: prior.Name,
	})
	switch {
	case err != nil:
		return planner.Findings{{Warning: true, Title: what + " is deleted on the hub", Text: "Which clusters lose the workload is " +
			"not known. " + excerpt.Sentence(err.Error())}}
	case decided == nil || abandons(&decided.Placement):
		return nil
	}
	text, err := target.Client.Consequences(ctx, decided, &consumers.Move{Left: decided.Names(), IsDeleted: true})
	if err != nil {
		return planner.Findings{managed.ErrorFinding(what, err)}
	}
	return hubdecision.Deleted(decided, text)
}

// validate finds what a hub requires of a placement.
func validate(p *manifest.Placement) (findings field.ErrorList) {
	if kind := kindsOf(p)[0]; !kind.IsIn(p.Namespace) {
		findings = append(findings, field.Required(field.NewPath("namespace"), "must be set because a "+kind.Kind+
			" on a hub has a namespace"))
	}
	switch {
	case p.KubeFleet != nil && p.DecisionStrategy.GroupStrategy != nil:
		findings = append(findings, noGroups("a placement of KubeFleet"))
	case p.Hybrid != nil:
		findings = append(findings, validateRule(p)...)
	}
	return append(findings, p.ValidateRequired()...)
}

// noGroups is the mistake of decision groups in a placement that has none on a hub.
func noGroups(what string) *field.Error {
	return field.Forbidden(field.NewPath("decisionStrategy"), what+" has no decision groups on a hub; the data source "+
		"multicluster_placement groups its predicted decisions")
}

// validateRule finds what a PlacementRule on a hub must have, and what its CRD does not have.
func validateRule(p *manifest.Placement) (findings field.ErrorList) {
	if p.DecisionStrategy.GroupStrategy != nil {
		findings = append(findings, noGroups("a PlacementRule"))
	}
	rule := field.NewPath(string(placement.DialectHybrid))
	if len(p.Hybrid.DeployerType) > 1 {
		findings = append(findings, field.Forbidden(rule.Child("deployerType"), "a PlacementRule on a hub has one deployer type: its "+
			"CRD has no list of them"))
	}
	for i := range p.Hybrid.Advisors {
		a, path := &p.Hybrid.Advisors[i], rule.Child("advisors").Index(i)
		const only = "a PlacementRule does not have this field: on a hub the advisors answer there; remove it"
		for _, extra := range []struct {
			name  string
			isSet bool
		}{{"onFailure", a.OnFailure != ""}, {"failOpen", a.FailOpen}, {"recommendations", a.Recommendations != nil}} {
			if extra.isSet {
				findings = append(findings, field.Forbidden(path.Child(extra.name), only))
			}
		}
	}
	return findings
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
func refuseWithoutHub(o *managed.Operation[Config]) {
	refuse := func(name, why string) {
		o.Reader.Add(tfvalue.Mistake{At: tfvalue.Root(name), Summary: "Value not allowed", Message: why + ". Remove it from the " +
			"configuration, or use a provider without a hub to decide the placement in the Terraform state alone."})
	}
	for _, argument := range withoutHub {
		if isNull, isKnown := o.Configured(argument.name); !isNull && isKnown {
			refuse(argument.name, argument.why)
		}
	}
	const holdBack = "Terraform cannot hold back the decisions of a hub"
	if o.Object.Paused {
		refuse("paused", holdBack)
	}
	if o.Object.OnExceeded == planner.ExceededKeep {
		refuse("on_exceeded", holdBack+", so only \"fail\" is possible")
	}
	if o.Object.WithReport {
		refuse("with_report", "a hub publishes no report; the data source multicluster_placement makes one of the prediction")
	}
}

// Warn adds what a request accepts but has no effect, or more effect than it seems, to what was found in its configuration.
func Warn(r *tfvalue.Reader, config any, request *planner.Request, limit *planner.Limit) {
	if len(request.Dialects()) == 1 {
		r.Warn(nil, config, request.Warnings())
	}
	if limit.OnExceeded != "" && limit.MaxMoves == nil && !r.IsUnknown(tfvalue.Root("max_moves")) {
		r.Warn(nil, config, field.ErrorList{field.Invalid(field.NewPath("onExceeded"), limit.OnExceeded,
			"it has no effect without max_moves")})
	}
}
