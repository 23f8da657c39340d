// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// readConfig reads the configuration of a rollout. An argument in the form of another one is one mistake that says what to write,
// and is not read.
func readConfig[C any](
	ctx context.Context, read *framework.Readers, raw tftypes.Value, unneeded []string, config *C,
) (*tfvalue.Reader, error) {
	request := rawserver.FromContext(ctx)
	wrong := map[string]string{}
	if hasByCluster(encodedInput(request, "decisions")) {
		wrong["decisions"] = "found decisions_by_cluster, which are not in the order of the decisions; pass decisions or " +
			"decision_groups, such as multicluster_placement.web.decisions"
	}
	if approved := encodedInput(request, "approved_stages"); approved.IsList() {
		wrong["approved_stages"] = "found a list; approvals name the revision that they approve, such as { \"v2\" = [\"prod\"] " +
			"}: the next revision needs its own"
	}
	reader, err := read.Config(ctx, raw, slices.AppendSeq(slices.Clone(unneeded), maps.Keys(wrong)), config)
	for _, name := range slices.Sorted(maps.Keys(wrong)) {
		reader.Refuse(tfvalue.Root(name), "%s", wrong[name])
	}
	return reader, err
}

// encodedInput is an argument as it is configured; null if it cannot be read.
func encodedInput(request *rawserver.Request, name string) tfvalue.Input {
	value, err := tfvalue.Decode(request.Config(name))
	if err != nil {
		return tfvalue.Input{}
	}
	return value
}

// hasByCluster reports whether a value is the output decisions_by_cluster.
func hasByCluster(value tfvalue.Input) bool {
	for _, field := range value.Fields() {
		if framework.IsByCluster(field.Fields()) {
			return true
		}
	}
	return false
}

// surprisingSizes warns about sizes that mean something else than they seem to.
func (c *carryConfig) surprisingSizes(ctx context.Context, r *tfvalue.Reader) {
	request := rawserver.FromContext(ctx)
	blocks := map[string]string{ocm.TypeProgressive: "progressive", ocm.TypeProgressivePerGroup: "progressive_per_group"}
	block := blocks[c.Strategy.Type]
	fields := encodedInput(request, "strategy").Field(block).Fields()
	for _, name := range []string{"max_concurrency", "max_failures"} {
		value := fields[name]
		if value.IsNull() || value.IsUnknown() {
			continue
		}
		var text string
		(&tfvalue.Reader{}).Read(value, &text, nil)
		message := ""
		switch {
		case name == "max_concurrency" && (text == "0" || text == "0%"):
			message = "found " + excerpt.Text(text) + ": it means all clusters at the same time, as on a hub"
		case value.IsString() && !strings.HasSuffix(text, "%") && text != "0":
			message = fmt.Sprintf("found %s: it means %s; write %s for a percentage", excerpt.Quote(text), excerpt.Text(text)+" clusters",
				excerpt.Quote(text+"%"))
		}
		if message != "" {
			r.Add(tfvalue.Mistake{
				At: tfvalue.Root("strategy").Attribute(block).Attribute(name), Summary: "has a surprising value",
				Message: message, Warning: true,
			})
		}
	}
}

// fleetConfig is where the labels come from that the stages of a strategy select by.
type fleetConfig struct {
	// The fleet as values, in the form of `multicluster_placement`: stages select clusters by these labels. Only a strategy of type
	// `External` needs a fleet.
	Clusters []placement.Cluster `json:"clusters,omitzero"`
	// The fleet as texts of Kubernetes objects, as in `multicluster_placement`. Strategies of KubeFleet use MemberClusters. Defaults
	// to the provider's `manifests` if `clusters` is not set either and the strategy needs a fleet.
	Manifests []string `json:"manifests,omitzero"`
}

// dialectOf is the dialect whose clusters a strategy rolls out to.
func dialectOf(s *rollout.Strategy) placement.Dialect {
	if s.IsOCM() {
		return placement.DialectOCM
	}
	return placement.DialectKubeFleet
}

// check adds the mistakes of a request with a strategy, and those in the clusters that are given as values: until the type of the
// strategy is known, it is not known how to check these. Decisions that are missing are no mistake beside decisions or groups
// that cannot be read.
func (f *fleetConfig) check(r *tfvalue.Reader, config any, s *rollout.Strategy, errs field.ErrorList) {
	for m := range r.Mistakes {
		if name := m.At.String(); name == "decisions" || name == "decision_groups" {
			errs = slices.DeleteFunc(errs, func(err *field.Error) bool {
				return err.Field == "decisions" && err.Type == field.ErrorTypeRequired
			})
		}
	}
	r.Check(nil, config, errs)
	if s.Type != "" {
		r.Check(nil, config, fleet.ValidateClusters("clusters", f.Clusters, planner.ClusterKind(dialectOf(s)), framework.KindKnown(r)))
	}
}

// members are the clusters of the fleet; nil if it is not known. A rollout that goes on from apply to apply reads every fleet: it
// has to tell a cluster that is gone from one that is no longer chosen. In a single pass only stages look at clusters: with
// another strategy the fleet may be missing, and that of the provider is not read.
//
// They are those of the strategy's dialect, and behind them those of other kinds with other names: a strategy of one dialect can
// roll out what a placement of another one has decided.
func (f *fleetConfig) members(
	ctx context.Context, s *rollout.Strategy, source *providerdata.FleetSource, goesOn bool,
) ([]step.Member, diag.Diagnostics) {
	if s.Type != rollout.TypeExternal && f.Clusters == nil && f.Manifests == nil && (!goesOn || !source.IsSet) {
		return nil, nil
	}
	manifests, diags := source.Read(ctx, f.Manifests, f.Clusters != nil)
	if diags.HasError() {
		return nil, diags
	}
	known := planner.Fleet{Clusters: f.Clusters, Manifests: manifests}
	seen, findings := known.Seen(planner.ClusterKind(dialectOf(s)))
	diags.Append(framework.Findings[fleetConfig](findings)...)
	members := make([]step.Member, 0, len(manifests.Clusters)+len(f.Clusters))
	has := make(map[string]bool, cap(members))
	for _, clusters := range [][]placement.Cluster{seen, manifests.Clusters, f.Clusters} {
		for i := range clusters {
			if c := &clusters[i]; !has[c.Name] {
				has[c.Name] = true
				members = append(members, step.Member{Name: c.Name, Labels: c.Labels})
			}
		}
	}
	return members, diags
}
