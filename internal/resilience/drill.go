// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resilience

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

const (
	// drillTaint is the key of the taint of a drill.
	drillTaint = "game-day"
	// listed is how many evictions and placements of a drill the outputs list, and how many clusters of a placement.
	listed = 100
)

// Drill is the loss that a game day rehearses.
//
// Example for data-sources/resilience#drill:
//
//	{ domain = "label", key = "region", value = "eu" }
type Drill struct {
	// `cluster`, `label`, `claim` or `cluster_set`. Defaults to `cluster`.
	Domain string `json:"domain,omitempty"`
	// The name of the label or claim.
	Key string `json:"key,omitempty"`
	// The value of the label or claim, or the name of the cluster or cluster set.
	Value string `json:"value"`
}

// GameDay is how a loss is rehearsed on a hub: its clusters are tainted, and placements of KubeFleet evicted.
type GameDay struct {
	Loss
	// The clusters that the drill taints.
	Clusters simulate.Names `json:"clusters"`
	// What starts the drill on the hub, with kubectl and jq: a taint `game-day`, and evictions for KubeFleet. Hybrid rules and
	// ResourcePlacements stay.
	Commands []string `json:"commands"`
	// What removes the taint. Placements need not return.
	Back []string `json:"back"`
	// The clusters of each placement that moves, sorted, by its name: what the taint and the evictions do, not the loss. At most 100
	// placements of at most 100 clusters.
	Expected map[string][]string `json:"expected"`
	// How many placements move.
	MovingCount int `json:"movingCount"`
}

// Validate finds what the drill alone shows.
func (d *Drill) Validate(path *field.Path) (errs field.ErrorList) {
	switch d.Domain {
	case OfLabel, OfClaim:
		if d.Key == "" {
			errs = append(errs, field.Required(path.Child("key"), "name the "+d.Domain))
		}
	case "", OfCluster, OfClusterSet:
		if d.Key != "" {
			errs = append(errs, field.Forbidden(path.Child("key"), "only a label and a claim have a key"))
		}
	default:
		errs = append(errs, field.NotSupported(path.Child("domain"), d.Domain, []string{OfCluster, OfLabel, OfClaim, OfClusterSet}))
	}
	return errs
}

// gameDay decides what the drill does, from what is decided without it.
func (d *Drill) gameDay(ctx context.Context, w world.World) (*GameDay, finding.List) {
	clusters, findings := d.clusters(ctx, w)
	if findings.HasError() {
		return nil, findings
	}
	decided, findings := w.Decide(ctx)
	if findings.HasError() {
		return nil, findings
	}
	day := &GameDay{
		Loss:     Loss{cmp.Or(d.Domain, OfCluster), d.Key, d.Value, len(clusters)},
		Clusters: simulate.NamesOf(clusters), Commands: []string{}, Back: []string{}, Expected: map[string][]string{},
	}
	w = w.Next(decided)
	after, edits := decided, d.start(w, decided, clusters, day)
	if len(edits) > 0 {
		steps, findings := simulate.Run(ctx, w, [][]edit.Edit{edits}, field.NewPath("drill"))
		if findings.HasError() {
			return nil, findings
		}
		after = steps[0].Outcomes
	}
	for i := range after {
		names := slices.Sorted(slices.Values(after[i].Clusters()))
		if slices.Equal(slices.Sorted(slices.Values(decided[i].Clusters())), names) {
			continue
		}
		if day.MovingCount++; len(day.Expected) < listed && len(names) <= listed {
			day.Expected[after[i].Placement()] = append([]string{}, names...)
		}
	}
	return day, nil
}

// clusters are the names of the clusters that are lost, sorted.
func (d *Drill) clusters(ctx context.Context, w world.World) ([]string, finding.List) {
	var domains simulate.FailureDomains
	argument := "key"
	switch d.Domain {
	case OfLabel:
		domains.Labels = []string{d.Key}
	case OfClaim:
		domains.Claims = []string{d.Key}
	case OfClusterSet:
		domains.ClusterSets, argument = []string{d.Value}, "value"
	}
	divisions, findings := domains.Divide(ctx, w)
	for i := range findings {
		findings[i].At = "drill." + argument
	}
	if findings.HasError() {
		return nil, findings
	}
	members := map[string][]string{}
	if len(divisions) > 0 {
		members = divisions[0].Members
	} else {
		for _, name := range fleet.Names(w.Clusters()) {
			members[name] = []string{name}
		}
	}
	if members[d.Value] == nil {
		return nil, finding.List{finding.Failure("drill.value", "There is nothing to lose", excerpt.Sentence(fmt.Sprintf(
			"The fleet has no %s %s%s", strings.TrimSpace(cmp.Or(d.Domain, OfCluster)+" "+d.Key), excerpt.Quote(d.Value),
			excerpt.DidYouMean(d.Value, slices.Sorted(maps.Keys(members))))))}
	}
	return members[d.Value], nil
}

// start adds the commands of the drill, and returns the edits that do the same. Claims and cluster sets are of ManagedClusters.
func (d *Drill) start(w world.World, decided []world.Outcome, clusters []string, day *GameDay) (edits []edit.Edit) {
	lost := lists.Set(clusters, func(name string) string { return name })
	for _, row := range []struct {
		dialect  placement.Dialect
		kind     placement.ClusterKind
		effect   placement.TaintEffect
		resource string
	}{
		{placement.DialectOCM, placement.ManagedCluster, placement.NoSelect, "managedclusters.cluster.open-cluster-management.io"},
		{placement.DialectKubeFleet, placement.MemberCluster, placement.NoSchedule, "memberclusters.cluster.kubernetes-fleet.io"},
	} {
		isOf := func(o world.Outcome) bool { return o.Dialect() == row.dialect }
		isMember := row.kind == placement.MemberCluster
		isLost := func(c placement.Cluster) bool {
			c.Kind = cmp.Or(c.Kind, w.Fleet.Kind)
			return lost[c.Name] && fleet.Sees(row.kind, &c)
		}
		tainted := lists.Filter(w.Clusters(), func(c placement.Cluster) (string, bool) { return c.Name, isLost(c) })
		if len(tainted) == 0 || !slices.ContainsFunc(decided, isOf) || isMember && (d.Domain == OfClaim || d.Domain == OfClusterSet) {
			continue
		}
		others := fmt.Sprintf("[.spec.taints[]? | select(.key != %q)]", drillTaint)
		with := fmt.Sprintf("%s + [{key: %q, effect: %q}]", others, drillTaint, row.effect)
		day.Commands = append(day.Commands, d.patch(w, row.resource, with))
		day.Back = append(day.Back, d.patch(w, row.resource, others))
		added := &edit.Taint{
			Selection: edit.Selection{Clusters: tainted, Kind: row.kind}, Taint: placement.Taint{Key: drillTaint, Effect: row.effect},
		}
		if slices.ContainsFunc(w.Clusters(), func(c placement.Cluster) bool { return isLost(c) && !added.IsOn(&c) }) {
			edits = append(edits, edit.Edit{Taint: added})
		}
		if isMember {
			edits = append(edits, day.evict(w, decided, lost)...)
		}
	}
	return edits
}

// evict evicts the placements that keep tainted clusters: those of KubeFleet, which has evictions for cluster-scoped ones alone.
func (g *GameDay) evict(w world.World, decided []world.Outcome, lost map[string]bool) (edits []edit.Edit) {
	count := 0
	for i := range decided {
		p := &w.Placements[i]
		if p.KubeFleet == nil || p.KubeFleet.PlacementType == kubefleet.PickFixed || p.Namespace != "" {
			continue
		}
		from := slices.DeleteFunc(slices.Clone(decided[i].Clusters()), func(name string) bool { return !lost[name] })
		if len(from) == 0 {
			continue
		}
		edits = append(edits, edit.Edit{Evict: &edit.Evict{Selection: edit.Selection{Clusters: from}, Placement: p.FullName()}})
		for _, cluster := range from {
			if count++; count <= listed {
				g.Commands = append(g.Commands, "echo "+shell(`{"apiVersion":"placement.kubernetes-fleet.io/v1beta1",`+
					`"kind":"ClusterResourcePlacementEviction","metadata":{"generateName":"`+drillTaint+`-"},"spec":{"placementName":`+
					quote(p.Name)+`,"clusterName":`+quote(cluster)+`}}`)+" | kubectl create -f -")
			}
		}
	}
	if count > listed {
		g.Commands = append(g.Commands, fmt.Sprintf("# and %s more", excerpt.Count(count-listed, "eviction")))
	}
	return edits
}

// patch is the command that sets the taints of the clusters of the loss, in the language of jq: kubectl patch has no selector. It
// writes nothing else, since agents write to the clusters at the same time.
func (d *Drill) patch(w world.World, resource, taints string) string {
	selected, items := "", ".items[]"
	switch d.Domain {
	case OfLabel:
		selected = " -l " + shell(d.Key+"="+d.Value)
	case OfClaim:
		items += fmt.Sprintf(" | select(any(.status.clusterClaims[]?; .name == %s and .value == %s))", quote(d.Key), quote(d.Value))
	case OfClusterSet:
		set := lists.Find(w.Sets(), func(s *placement.ClusterSet) bool { return s.Name == d.Value })
		if set.SelectorType != placement.LabelSelector {
			selected = " -l " + shell(placement.ClusterSetLabel+"="+d.Value)
		} else if s := set.LabelSelector; len(s.MatchLabels)+len(s.MatchExpressions) > 0 {
			selected = " -l " + shell(metav1.FormatLabelSelector(s))
		}
	default:
		selected = " --field-selector " + shell("metadata.name="+d.Value)
	}
	filter := items + ` | @sh "\(.metadata.name) \({spec: {taints: (` + taints + `)}} | tojson)"`
	return fmt.Sprintf(`kubectl get %s%s -o json | jq -r %s | xargs -r -n 2 sh -c 'kubectl patch %[1]s "$0" --type merge -p "$1"'`,
		resource, selected, shell(filter))
}

// shell is a word of a shell, and quote a text in JSON.
func shell(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

func quote(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}
