// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// impactTest is a hub whose placements nobody manages: what a plan moves of them is what it says.
type impactTest struct {
	*testing.T
	f *onhub.DecidedFleet
}

// newImpactTest makes the placements web, usage and P-api. Web is on P-d, which a test creates; its set P-own is bound by a test.
func newImpactTest(t *testing.T) *impactTest {
	t.Helper()
	f := onhub.NewDecidedFleet(t, hubtest.Start(t))
	const prod = "[{requiredClusterSelector: {labelSelector: {matchLabels: {env: prod, test: T}}}}]"
	f.Create("{apiVersion: "+onhub.OCMVersion+", kind: Placement, metadata: {name: web, namespace: N}, spec: {clusterSets: [P-set], "+
		"numberOfClusters: 1, predicates: "+prod+"}}",
		"{apiVersion: "+onhub.OCMVersion+", kind: Placement, metadata: {name: own, namespace: N}, spec: {clusterSets: [P-own], "+
			"numberOfClusters: 1}}",
		"{apiVersion: "+onhub.OCMVersion+", kind: Placement, metadata: {name: usage, namespace: N}, spec: {clusterSets: [P-set], "+
			"numberOfClusters: 1, predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: env, operator: "+
			"DoesNotExist}]}}}], prioritizerPolicy: {mode: Exact, configurations: [{scoreCoordinate: {type: AddOn, addOn: {resourceName: "+
			"usage, scoreName: free}}, weight: 1}]}}}",
		"{apiVersion: "+onhub.FleetVersion+", kind: ClusterResourcePlacement, metadata: {name: P-api}, spec: {resourceSelectors: "+
			"[{group: '', version: v1, kind: Namespace, name: x}], policy: {placementType: PickN, numberOfClusters: 1, affinity: "+
			"{clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: [{labelSelector: {matchLabels: "+
			"{env: prod, test: T}}}]}}}}}}")
	// Another scheduler has a placement of the same name.
	f.Create("{apiVersion: " + onhub.FleetVersion + ", kind: ResourcePlacement, metadata: {name: web, namespace: N}, spec: " +
		"{resourceSelectors: [{group: '', version: v1, kind: ConfigMap, name: x}], policy: {placementType: PickFixed, clusterNames: " +
		"[P-a]}}}")
	f.Server.WriteDecisions(t, f.Namespace, "usage", f.Group("", "a"))
	return &impactTest{t, f}
}

func (i *impactTest) run(noun string, hub object) *onhub.Run {
	hub = providertest.Merged(object{"config_path": i.f.Server.Kubeconfig}, hub)
	return onhub.NewRun(i.T, noun, object{"hub": hub})
}

// createAddOn makes an add-on that follows the placement web.
func (i *impactTest) createAddOn() {
	i.Helper()
	i.f.Server.InstallConsumers(i)
	i.f.Create("{apiVersion: addon.open-cluster-management.io/v1alpha1, kind: ClusterManagementAddOn, metadata: {name: P-search}, spec: " +
		"{installStrategy: {type: Placements, placements: [{name: web, namespace: " + i.f.Namespace + "}]}}}")
}

// says checks what was said: one diagnostic for each text, of which each part behind | is found in it. The texts of errors begin
// with ERROR. In what was said the prefix of the test is P-, and its namespace is N.
func (i *impactTest) says(diags []*tfprotov6.Diagnostic, texts ...string) {
	i.Helper()
	if len(diags) != len(texts) {
		i.Fatalf("%d diagnostics, want %d:\n%s", len(diags), len(texts), providertest.Said(diags))
	}
	for n, text := range texts {
		got := strings.NewReplacer(i.f.Prefix, "P-", i.f.Namespace, "N").Replace(providertest.Shown(diags[n]))
		rest, isError := strings.CutPrefix(text, "ERROR ")
		if (diags[n].Severity == tfprotov6.DiagnosticSeverityError) != isError {
			i.Fatalf("got %s\nwant %s", got, text)
		}
		for part := range strings.SplitSeq(rest, "|") {
			if !strings.Contains(got, part) {
				i.Fatalf("got %s\nwant %s", got, part)
			}
		}
	}
}

func (i *impactTest) cluster(changed object) object {
	return providertest.Merged(object{
		"name": i.f.Prefix + "d", "kind": "ManagedCluster", "hub_accepts_client": true, "on_destroy": "delete",
		"labels": object{"env": "prod", "test": strings.TrimSuffix(i.f.Prefix, "-")},
	}, changed)
}

func (i *impactTest) labels(env any) object {
	return object{"labels": object{"env": env, "test": strings.TrimSuffix(i.f.Prefix, "-")}}
}

// TestImpact: a plan that changes a cluster, a set, a binding or a score says which placements of the hub move, none of which
// Terraform manages.
func TestImpact(t *testing.T) {
	i := newImpactTest(t)
	warn := object{"impact": "warn"}
	d := i.run("cluster", warn)
	i.says(d.Do(i.cluster(nil)), "moves placements of the hub|If this change alone is made, 1 of 5 placements on the hub moves:|"+
		"- N/web (ocm): joins P-d (")
	i.f.Server.WriteDecisions(t, i.f.Namespace, "web", i.f.Group("", "d"))

	const leaves = "- N/web (ocm): leaves P-d ("
	for name, tt := range map[string]struct {
		hub  object
		data object
		want []string
	}{
		"label":      {warn, i.cluster(i.labels("dev")), []string{"The cluster \"P-d\" moves placements of the hub|" + leaves}},
		"annotation": {warn, i.cluster(object{"annotations": object{"note": "x"}}), nil},
		"no impact":  {nil, i.cluster(i.labels("dev")), nil},
		"taint": {warn, i.cluster(object{"taints": list{object{"key": "gpu", "effect": "NoSelect"}}}),
			[]string{leaves + "|taint gpu:NoSelect is not tolerated"}},
		"destroyed": {warn, nil, []string{leaves}},
		"renamed":   {warn, i.cluster(object{"name": i.f.Prefix + "e"}), []string{leaves}},
		"stopped": {object{"impact": "error"}, i.cluster(i.labels("dev")), []string{"ERROR The cluster \"P-d\" moves too many " +
			"placements of the hub|" + leaves + "|placements lose 1 cluster, and impact_max_moves = 0"}},
		"destroying stopped": {object{"impact": "error"}, nil, []string{"ERROR moves too many|" + leaves}},
		"allowed": {object{"impact": "error", "impact_max_moves": int64(1)}, i.cluster(i.labels("dev")),
			[]string{"moves placements of the hub|" + leaves}},
		"unknown": {object{"impact": "error"}, i.cluster(i.labels(unknown{})), []string{"Changes are not compared with the placements of the hub|" +
			"Some values are unknown until apply, of: The cluster \"P-d\""}},
	} {
		t.Run(name, func(t *testing.T) {
			sub := &impactTest{t, i.f}
			r := sub.run("cluster", tt.hub)
			r.State, r.Private, r.Identity = d.State, d.Private, d.Identity
			sub.says(r.Try(tt.data).Diags, tt.want...)
		})
	}
}

// TestImpact_consumers: the line of a placement says what leaves with its clusters, and that something is not read.
func TestImpact_consumers(t *testing.T) {
	i := newImpactTest(t)
	d := i.run("cluster", object{"impact": "warn"})
	i.says(d.Do(i.cluster(nil)), "moves placements of the hub")
	i.f.Server.WriteDecisions(t, i.f.Namespace, "web", i.f.Group("", "d"))
	i.createAddOn()
	for wanted, want := range map[bool]string{
		true: "; P-d leaves: the add-on P-search is removed", false: ")",
	} {
		r := i.run("cluster", object{"impact": "warn", "consumers": wanted})
		r.State, r.Private, r.Identity = d.State, d.Private, d.Identity
		diags := r.Try(nil).Diags
		i.says(diags, "- N/web (ocm): leaves P-d (")
		if got := strings.ReplaceAll(diags[0].Detail, i.f.Prefix, "P-"); !strings.HasSuffix(got, want) {
			t.Errorf("consumers = %t: got\n%s", wanted, got)
		}
	}
}

// TestImpact_fleet: sets, bindings, scores and clusters of KubeFleet.
func TestImpact_fleet(t *testing.T) {
	i := newImpactTest(t)
	warn := object{"impact": "warn"}
	own := i.f.Prefix + "own"
	set := i.run("cluster_set", warn)
	selects := func(label string) object {
		return object{"name": own, "selector_type": "LabelSelector", "label_selector": object{"match_labels": object{"name": label}}}
	}
	i.says(set.Do(selects("a")))
	binding := i.run("cluster_set_binding", warn)
	i.says(binding.Do(object{"namespace": i.f.Namespace, "name": own}), "moves placements of the hub|- N/own (ocm): joins P-a")
	i.f.Server.WriteDecisions(t, i.f.Namespace, "own", i.f.Group("", "a"))
	i.says(binding.Try(nil).Diags, "- N/own (ocm): leaves P-a")
	i.says(set.Try(selects("b")).Diags, "- N/own (ocm): leaves P-a|joins P-b")
	i.says(set.Try(nil).Diags, "- N/own (ocm): leaves P-a")

	i.f.Server.CreateNamespace(t, i.f.Prefix+"b")
	score := i.run("cluster_score", warn)
	measured := func(value int64) object {
		return object{"cluster": i.f.Prefix + "b", "name": "usage", "scores": list{object{"name": "free", "value": value}}}
	}
	i.says(score.Try(measured(-5)).Diags)
	i.says(score.Try(measured(5)).Diags, "- N/usage (ocm): leaves P-a|joins P-b")

	member := i.run("cluster", warn)
	cluster := func(env string) object {
		return providertest.Merged(object{"name": i.f.Prefix + "d", "kind": "MemberCluster", "on_destroy": "delete",
			"identity": object{"kind": "User", "name": "agent"}}, i.labels(env))
	}
	i.says(member.Do(cluster("dev")))
	i.says(member.Do(cluster("prod")))
	i.f.Server.WriteFleetDecisions(t, "", i.f.Prefix+"api", hubtest.FleetDecision{Cluster: i.f.Prefix + "d", Selected: true})
	i.says(member.Try(nil).Diags, "- P-api (kubefleet): leaves P-d")
}

// TestImpact_placement: a placement whose selector is refactored moves nothing today. Its plan says when it will, if it is asked.
func TestImpact_placement(t *testing.T) {
	i := newImpactTest(t)
	config := func(values ...any) object {
		selector := object{"match_expressions": list{object{"key": "region", "operator": "NotIn", "values": values}}}
		return object{"name": "mine", "namespace": i.f.Namespace, "on_destroy": "delete", "ocm": object{
			"cluster_sets": list{i.f.Prefix + "set"},
			"predicates":   list{object{"required_cluster_selector": object{"label_selector": selector}}},
		}}
	}
	r := i.run("placement", nil)
	r.Do(config("antarctica"))
	i.f.Server.WriteDecisions(t, i.f.Namespace, "mine", i.f.Group("", "a", "b", "c"))
	r.Refresh()
	for name, want := range map[string][]string{
		"": nil, "warn": {`The placement "N/mine" decides the same only today|They differ after this change: change the labels of P-|` +
			`: set region=antarctica. Then P-|(from: not chosen: |; to: chosen: `},
	} {
		hub := object{}
		if name != "" {
			hub["impact"] = name
		}
		asked := i.run("placement", hub)
		asked.State, asked.Private, asked.Identity = r.State, r.Private, r.Identity
		i.says(asked.Try(config("apac")).Diags, want...)
	}
	// Simulations of other tests find all placements of the hub.
	if diags := r.Do(nil); providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
}

// TestImpact_together: the limit is of all objects that a plan changes. What cannot be read is told once.
func TestImpact_together(t *testing.T) {
	i := newImpactTest(t)
	d := i.run("cluster", nil)
	d.Do(i.cluster(nil))
	i.f.Server.WriteDecisions(t, i.f.Namespace, "web", i.f.Group("", "d"))
	r, a := i.run("cluster", object{"impact": "error", "impact_max_moves": int64(1)}), i.run("cluster", object{"kind": "ManagedCluster"})
	r.State, r.Private, r.Identity = d.State, d.Private, d.Identity
	i.says(a.ImportID(i.f.Prefix + "a"))
	managed := providertest.Merged(i.labels("x"), object{"name": i.f.Prefix + "a", "kind": "ManagedCluster"})
	managed["labels"].(object)["name"] = "a"
	labels := providertest.Config(t, a.Type(), managed)
	r.Start()
	a.Server = r.Server
	i.says(r.Plan(r.Nothing()).Diags, "leaves P-d")
	i.says(a.Plan(labels).Diags, "ERROR - N/usage (ocm): leaves P-a|placements lose 2 clusters, and impact_max_moves = 1")

	a.Provider = object{"hub": object{"config_path": i.f.Server.Kubeconfig, "kind": "ManagedCluster", "impact": "warn"}}
	managed["name"] = i.f.Prefix + "z"
	// What is not deleted stays where it is.
	i.says(a.Try(managed).Diags)

	p := i.f.Server.Proxy(t)
	p.On(hubtest.Match{Path: "/placementdecisions"}, hubtest.Always, hubtest.Refuse(403, "Forbidden", "no"))
	for impact, want := range map[string]string{"warn": "", "error": "ERROR "} {
		r.Provider = object{"hub": object{"config_path": p.Kubeconfig, "impact": impact}}
		r.Start()
		a.Server = r.Server
		i.says(r.Plan(r.Nothing()).Diags, want+"Changes are not compared with the placements of the hub")
		i.says(a.Plan(labels).Diags)
	}
}

// TestImpact_noPlacements: a hub that serves no kind of placement has nothing that moves, and its clusters are managed all the same.
func TestImpact_noPlacements(t *testing.T) {
	i := newImpactTest(t)
	p := i.f.Server.Proxy(t)
	for _, group := range []string{
		hubobject.Placement.Group + "/v1beta1", hubobject.ClusterResourcePlacement.Group, hubobject.PlacementRule.Group,
	} {
		p.On(hubtest.Match{Path: "/apis/" + group}, hubtest.Always, hubtest.Refuse(404, "NotFound", "no"))
	}
	r := onhub.NewRun(t, "cluster", object{"hub": object{"config_path": p.Kubeconfig, "kind": "ManagedCluster", "impact": "error"}})
	i.says(r.Do(i.cluster(nil)))
	i.says(r.Try(i.cluster(i.labels("dev"))).Diags)
	p.Clear()
	i.f.Server.WriteDecisions(t, i.f.Namespace, "web", i.f.Group("", "d"))
	i.says(r.Try(i.cluster(i.labels("dev"))).Diags, "ERROR - N/web (ocm): leaves P-d")
}
