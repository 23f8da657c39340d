// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package consumers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/consumers"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// hubOf is a hub with objects, each of which begins with its kind.
func hubOf(t *testing.T, texts ...string) *consumers.Hub {
	t.Helper()
	h := consumers.NewHub()
	for _, text := range texts {
		name, text, _ := strings.Cut(text, " ")
		i := slices.IndexFunc(consumers.Kinds, func(k *consumers.Kind) bool { return k.Kind == name })
		raw, err := yaml.YAMLToJSON([]byte(text))
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		consumers.Kinds[i].Read(raw)(h)
	}
	return h
}

const (
	decisionMap = "ConfigMap {metadata: {namespace: gitops, name: ocm}, data: {apiVersion: cluster.open-cluster-management.io/v1beta1, " +
		"kind: placementdecisions, statusListKey: decisions, matchKey: clusterName}}"
	byLabel = "clusterDecisionResource: {configMapRef: ocm, labelSelector: {matchLabels: {cluster.open-cluster-management.io/placement: web}}}"
)

// set is an ApplicationSet with generators and a policy.
func set(generators, policy string) string {
	return "ApplicationSet {metadata: {namespace: gitops, name: shop}, spec: {generators: [" + generators + "], syncPolicy: {" + policy + "}}}"
}

// app is an Application of the set.
func app(name, destination string) string {
	return "Application {metadata: {namespace: gitops, name: " + name + ", finalizers: [resources-finalizer.argocd.argoproj.io], " +
		"ownerReferences: [{apiVersion: argoproj.io/v1alpha1, kind: ApplicationSet, name: shop, uid: x}]}, spec: {destination: {" + destination + "}}}"
}

// controller is the ConfigMap with the policy of an ApplicationSet controller, and whether an ApplicationSet may override it.
func controller(policy, override string) string {
	return "ConfigMap {metadata: {namespace: gitops, name: argocd-cmd-params-cm}, data: {applicationsetcontroller.policy: '" + policy +
		"', applicationsetcontroller.enable.policy.override: '" + override + "'}}"
}

// labeledWork is a work for a cluster with a label that names a placement.
func labeledWork(cluster, name, placement string) string {
	return "ManifestWork {metadata: {namespace: " + cluster + ", name: " + name + ", labels: {cluster.open-cluster-management.io/placement: " +
		placement + "}}}"
}

// TestText: what is told of a placement that loses the cluster a, for each kind of consumers and in odd forms.
func TestText(t *testing.T) {
	const (
		deleted = "- a leaves: 1 Application is deleted with its resources (shop-a)\n"
		gets    = "- each cluster that joins gets "
		oneSet  = gets + "Applications of 1 ApplicationSet"
		nothing = "Nothing is known to follow these decisions. Not read: "
		policy  = "PlacementBinding {metadata: {namespace: gitops, name: b}, placementRef: {apiGroup: cluster.open-cluster-management.io, " +
			"kind: %s, name: web}, subjects: [%s]}"
		addOn = "ClusterManagementAddOn {metadata: {name: observability}, spec: {installStrategy: {type: %s, placements: [{namespace: gitops, " +
			"name: web}]}}}"
		work = "ManifestWorkReplicaSet {metadata: {namespace: %s, name: base}, spec: {placementRefs: [{name: web}], manifestWorkTemplate: " +
			"{deleteOption: {propagationPolicy: %s}}}}"
	)
	shop := []string{decisionMap, app("shop-a", "name: a"), app("shop-b", "name: b")}
	with := func(texts ...string) []string { return append(slices.Clone(shop), texts...) }
	for name, tt := range map[string]struct {
		objects []string
		want    string
	}{
		"none":     {nil, ""},
		"by label": {with(set("{"+byLabel+"}", "")), deleted + oneSet},
		"by name": {with(set("{clusterDecisionResource: {configMapRef: ocm, name: web-decision-1}}", "")),
			deleted + oneSet},
		"of another name": {with(set("{clusterDecisionResource: {configMapRef: ocm, name: db-decision-1}}", "")), ""},
		"by a group": {with(set("{clusterDecisionResource: {configMapRef: ocm, labelSelector: {matchExpressions: [{key: "+
			"cluster.open-cluster-management.io/placement, operator: In, values: [web, db]}], matchLabels: "+
			"{cluster.open-cluster-management.io/decision-group-index: '1'}}}}", "")), deleted + oneSet},
		"in a matrix": {with(set("{matrix: {generators: [{git: {}}, {merge: {generators: [{"+byLabel+"}, {list: {}}]}}]}}", "")), deleted + oneSet},
		"too deep": {with(set(strings.Repeat("{matrix: {generators: [", 5)+"{"+byLabel+"}"+strings.Repeat("]}}", 5), "")),
			nothing + "the generator matrix of ApplicationSet gitops/shop: it is in too many others."},
		"by a label that is not read": {with(set("{clusterDecisionResource: {configMapRef: ocm, labelSelector: {matchLabels: {team: x}}}}", "")),
			nothing + "ApplicationSet gitops/shop selects PlacementDecisions by team, which is not read."},
		"another placement and a label that is not read": {with(set("{clusterDecisionResource: {configMapRef: ocm, labelSelector: {matchLabels: "+
			"{team: x, cluster.open-cluster-management.io/placement: db}}}}", "")), ""},
		"a selector that cannot be read": {with(set("{clusterDecisionResource: {configMapRef: ocm, labelSelector: {matchExpressions: [{key: a, "+
			"operator: Near}]}}}", "")), nothing + "the generator clusterDecisionResource of ApplicationSet gitops/shop: its labelSelector cannot be read."},
		"neither name nor selector": {with(set("{clusterDecisionResource: {configMapRef: ocm}}", "")),
			nothing + "the generator clusterDecisionResource of ApplicationSet gitops/shop: it needs either name or labelSelector."},
		"an unknown generator": {with(set("{tarot: {}}, {"+byLabel+"}", "")), deleted + oneSet +
			"\nNot read: the generator tarot of ApplicationSet gitops/shop: it is of an unknown kind; ApplicationSet gitops/shop has further " +
			"generators, which may keep some of its Applications."},
		"a generator of another form": {with(set("{clusterDecisionResource: 7}", "")),
			nothing + "the generator clusterDecisionResource of ApplicationSet gitops/shop: it has another form."},
		"a set of another form": {with("ApplicationSet {metadata: {namespace: gitops, name: odd}, spec: {generators: 7}}"),
			nothing + "ApplicationSet gitops/odd has another form."},
		"no ConfigMap": {[]string{set("{"+byLabel+"}", "")},
			nothing + "ApplicationSet gitops/shop names the ConfigMap ocm, which is not read."},
		"of other resources":   {[]string{strings.Replace(decisionMap, "placementdecisions", "clusters", 1), set("{"+byLabel+"}", "")}, ""},
		"in another namespace": {[]string{strings.Replace(set("{"+byLabel+"}", ""), "gitops", "argocd", 1)}, ""},
		"resources stay": {with(set("{"+byLabel+"}", "preserveResourcesOnDeletion: true")),
			"- a leaves: 1 Application is deleted, its resources stay (shop-a)\n" + oneSet},
		"no finalizer": {with(strings.Replace(app("shop-d", "name: a"), "resources-finalizer.argocd.argoproj.io", "other", 1), set("{"+byLabel+"}", "")),
			"- a leaves: 1 Application is deleted with its resources (shop-a), 1 Application is deleted, its resources stay (shop-d)\n" + oneSet},
		"Applications stay": {with(set("{"+byLabel+"}", "applicationsSync: create-update")),
			"- a leaves: 1 Application stays (shop-a)\n" + oneSet},
		"the controller keeps Applications": {with(set("{"+byLabel+"}", ""), controller("create-only", "")),
			"- a leaves: 1 Application stays by the policy of the controller (shop-a)\n" + oneSet},
		"the controller has a policy before that of the set": {with(set("{"+byLabel+"}", "applicationsSync: create-only"), controller("sync", "")),
			deleted + oneSet},
		"the policy of the set overrides": {with(set("{"+byLabel+"}", "applicationsSync: create-update"), controller("sync", "true")),
			"- a leaves: 1 Application stays (shop-a)\n" + oneSet},
		"no policy of a set is allowed": {with(set("{"+byLabel+"}", "applicationsSync: create-update"), controller("", "false")),
			deleted + oneSet},
		"the controller of another namespace": {with(set("{"+byLabel+"}", ""), strings.Replace(controller("create-only", ""), "gitops", "x", 1)),
			deleted + oneSet},
		"labeled works": {[]string{labeledWork("a", "base", "web"), labeledWork("a", "x", "db"), labeledWork("b", "z", "web")},
			"- a leaves: 1 labeled work stays until it is deleted (base)"},
		"labeled works elsewhere": {[]string{labeledWork("b", "base", "web")}, "- a leaves: nothing is known to leave with it"},
		"labeled works of others": {[]string{labeledWork("a", "x", "db")}, ""},
		"by server": {with(app("shop-c", "server: 'https://a'"), app("shop-x", "server: 'https://x'"), set("{"+byLabel+"}", ""),
			"Secret {metadata: {namespace: gitops, name: s}, data: {name: YQ==, server: aHR0cHM6Ly9h}}"),
			"- a leaves: 2 Applications are deleted with their resources (shop-a, shop-c)\n" + oneSet +
				"\nNot read: the clusters of 1 Application of ApplicationSet gitops/shop, whose servers no Secret names."},
		"many": {with(app("shop-4", "name: a"), app("shop-3", "name: a"), app("shop-2", "name: a"), set("{"+byLabel+"}", "")),
			"- a leaves: 4 Applications are deleted with their resources (shop-2, shop-3, shop-4, ...)\n" + oneSet},
		"a cluster without any": {[]string{decisionMap, app("shop-b", "name: b"), set("{"+byLabel+"}", "")},
			"- a leaves: nothing is known to leave with it\n" + oneSet},
		"a policy": {[]string{fmt.Sprintf(policy, "Placement", "{kind: Policy, name: p}")},
			"- a leaves: the policy p is removed\n" + gets + "the policy p"},
		"a policy of another kind of placement": {[]string{fmt.Sprintf(policy, "PlacementRule", "{kind: Policy, name: p}")}, ""},
		"policies of sets, and an add-on": {[]string{
			"PolicySet {metadata: {namespace: gitops, name: s}, spec: {policies: [p, q]}}",
			fmt.Sprintf(policy, "Placement", "{kind: Policy, name: p}, {kind: PolicySet, name: s}, {kind: PolicySet, name: unread}"),
			fmt.Sprintf(addOn, "Placements"),
		}, "- a leaves: 2 policies, the policy set unread and the add-on observability are removed\n" +
			gets + "2 policies, the policy set unread and the add-on observability"},
		"an add-on by hand": {[]string{fmt.Sprintf(addOn, "Manual")}, ""},
		"a work":            {[]string{fmt.Sprintf(work, "gitops", "Foreground")}, "- a leaves: the work base is removed\n" + gets + "the work base"},
		"a work that orphans": {[]string{fmt.Sprintf(work, "gitops", "Orphan")},
			"- a leaves: the work base (resources stay) is removed\n" + gets + "the work base (resources stay)"},
		"what other placements keep": {[]string{
			fmt.Sprintf(policy, "Placement", "{kind: Policy, name: p}, {kind: Policy, name: q}"),
			strings.Replace(fmt.Sprintf(policy, "Placement", "{kind: Policy, name: p}, {kind: Policy, name: r}"), "name: web}", "name: db}", 1),
			strings.Replace(fmt.Sprintf(addOn, "Placements"), "[", "[{namespace: gitops, name: db}, {namespace: apps, name: web}, ", 1),
		}, "- a leaves: the policy q is removed\n" + gets + "2 policies and the add-on observability"},
		"a work of another namespace": {[]string{fmt.Sprintf(work, "apps", "Foreground")}, ""},
		"a subscription": {[]string{"Subscription {metadata: {namespace: gitops, name: s}, spec: {placement: {placementRef: {kind: Placement, " +
			"name: web}}}}"}, "- a leaves: the subscription s is removed\n" + gets + "the subscription s"},
		"a subscription without a placement": {[]string{"Subscription {metadata: {namespace: gitops, name: s}, spec: {placement: {local: true}}}"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			decided := []placement.PlacementDecision{
				{Namespace: "gitops", Name: "web-decision-1", Placement: "web", Clusters: []string{"a", "b"}},
				{Namespace: "gitops", Name: "web-decision-2", Placement: "web", GroupIndex: 1, GroupName: "canary", Clusters: []string{"c"}},
			}
			of := hubOf(t, tt.objects...).Of(&consumers.Placement{Namespace: "gitops", Name: "web", Decisions: decided, All: append(decided,
				placement.PlacementDecision{Namespace: "gitops", Name: "db-decision-1", Placement: "db", Clusters: []string{"a"}})})
			want := tt.want
			if strings.HasPrefix(want, "- ") {
				want = "What follows these decisions:\n" + want
			}
			if got := of.Text(&consumers.Move{Left: []string{"a"}, Joined: []string{"c"}}); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestText_deleted: a placement that is deleted leaves what stops without it as it is: ApplicationSets of which a generator finds no
// PlacementDecision, and ManifestWorkReplicaSets. Policies and add-ons go.
func TestText_deleted(t *testing.T) {
	const awaits = "\n- what stays follows a placement of the same name, once there is one"
	var (
		both = "clusterDecisionResource: {configMapRef: ocm, labelSelector: {matchExpressions: [{key: " +
			"cluster.open-cluster-management.io/placement, operator: In, values: [web, db]}]}}"
		policy = "PlacementBinding {metadata: {namespace: gitops, name: b}, placementRef: {kind: Placement, name: web}, subjects: [{kind: Policy, " +
			"name: p}]}"
		replicas = "ManifestWorkReplicaSet {metadata: {namespace: gitops, name: base}, spec: {placementRefs: [{name: web}]}}"
		shop     = []string{decisionMap, app("shop-a", "name: a"), app("shop-b", "name: b")}
	)
	for name, tt := range map[string]struct {
		objects []string
		want    string
	}{
		"Applications": {append(shop, set("{"+byLabel+"}", "")), "- a leaves: 1 Application stays (shop-a)" + awaits},
		"another placement of the source": {append(shop, set("{"+both+"}", "")),
			"- a leaves: 1 Application is deleted with its resources (shop-a)"},
		"one of several sources": {append(shop, set("{"+both+"}, {"+byLabel+"}", "")), "- a leaves: 1 Application stays (shop-a)" + awaits},
		"several decisions": {append(shop, set("{"+byLabel+"}", "")), "- a leaves: 1 Application stays (shop-a)" + awaits +
			"\n- Argo CD deletes Applications if it looks while some of 2 PlacementDecisions are gone"},
		"a policy": {[]string{policy}, "- a leaves: the policy p is removed"},
		"works":    {[]string{replicas}, "- a leaves: 1 work stays (base)" + awaits},
		"several": {append(shop, set("{"+byLabel+"}", ""), policy, replicas, labeledWork("a", "w", "web")), "- a leaves: 1 Application stays (shop-a), " +
			"1 work stays (base), 1 labeled work stays until it is deleted (w), the policy p is removed" + awaits},
	} {
		t.Run(name, func(t *testing.T) {
			web := []placement.PlacementDecision{{Namespace: "gitops", Name: "web-decision-1", Placement: "web", Clusters: []string{"a"}}}
			if name == "several decisions" {
				web = append(web, placement.PlacementDecision{Namespace: "gitops", Name: "web-decision-2", Placement: "web", Clusters: []string{"c"}})
			}
			of := hubOf(t, tt.objects...).Of(&consumers.Placement{Namespace: "gitops", Name: "web", IsDeleted: true, Decisions: web,
				All: append(web, placement.PlacementDecision{Namespace: "gitops", Name: "db-decision-1", Placement: "db", Clusters: []string{"b"}},
					placement.PlacementDecision{Namespace: "x", Name: "web-decision-1", Placement: "web", Clusters: []string{"b"}})})
			if got, want := of.Text(&consumers.Move{Left: []string{"a"}}), "What follows these decisions:\n"+tt.want; got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestText_past: of what the hub has moved, Applications that are gone cannot be named.
func TestText_past(t *testing.T) {
	of := hubOf(t, decisionMap, set("{"+byLabel+"}", ""), app("shop-a", "name: a")).Of(&consumers.Placement{Namespace: "gitops", Name: "web"})
	const want = "What follows these decisions:\n- a has left: 1 Application is deleted with its resources (shop-a)\n- b has left: nothing is known " +
		"to leave with it\n- Applications that are deleted already are not named"
	if got := of.Text(&consumers.Move{Left: []string{"a", "b"}, IsPast: true}); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestText_lacks: that a hub lacks kinds, or that they may not be listed, is told once, and matters where something leaves.
func TestText_lacks(t *testing.T) {
	h := consumers.NewHub()
	for _, i := range []int{0, 4} {
		h.Lacks(consumers.Kinds[i])
	}
	const lacks = "Not read: the hub has no kind ApplicationSet, PlacementBinding."
	web := &consumers.Placement{Namespace: "gitops", Name: "web"}
	if got, want := h.Of(web).Text(&consumers.Move{Left: []string{"a"}}), "Nothing is known to follow these decisions. "+lacks; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, moved := range [][2][]string{{nil, {"a"}}, {nil, nil}} {
		if got := h.Of(web).Text(&consumers.Move{Left: moved[0], Joined: moved[1]}); got != "" {
			t.Errorf("%v: got %q", moved, got)
		}
	}
	h.Forbid("policysets")
	h.Forbid("applications")
	h.Forbid("policysets")
	got, want := h.Of(web).Text(&consumers.Move{Joined: []string{"a"}}), "Nothing is known to follow these decisions. Not read: the credentials may not list "+
		"policysets, applications on the hub; the hub has no kind ApplicationSet, PlacementBinding."
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestText_bounded: of many clusters the first are named.
func TestText_bounded(t *testing.T) {
	var left []string
	for i := range 1000 {
		left = append(left, fmt.Sprintf("eu-%03d", i))
	}
	c := consumers.Fleet([]string{"ConfigMap", "Deployment", "ConfigMap"}, []string{"r2", "r1"}, []string{"o"}, nil)
	got := c.Text(&consumers.Move{Left: left})
	if lines := strings.Split(got, "\n"); len(lines) != 14 || lines[11] != "- and 990 more clusters" ||
		lines[1] != "- eu-000 leaves: 3 objects (2 ConfigMap, 1 Deployment) are removed" ||
		lines[12] != "- 2 update runs are in progress (r1, r2)" || lines[13] != "- 1 override changes what clusters get (o)" {
		t.Errorf("got %d lines:\n%s", len(lines), got)
	}
	const line = "eu-000 leaves: 3 objects (2 ConfigMap, 1 Deployment) are removed; eu-001 leaves: 3 objects (2 ConfigMap, 1 Deployment) are " +
		"removed; eu-002 leaves: 3 objects (2 ConfigMap, 1 Deployment) are removed; and 997 more clusters"
	if got := c.Line(left); got != line {
		t.Errorf("got %s", got)
	}
	one := consumers.Fleet([]string{"ConfigMap"}, nil, nil, []string{"x"})
	if got, want := one.Leaving("a"), "1 object (1 ConfigMap) is removed"; got != want || one.Unread() != "Not read: x." {
		t.Errorf("got %q, want %q; %s", got, want, one.Unread())
	}
}
