// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// placementLabel selects the PlacementDecisions of a placement.
const placementLabel = "cluster.open-cluster-management.io/placement: "

// createConsumers makes six kinds of consumers of the placement web, and those of a placement db, in the namespace of a fleet.
func createConsumers(t *testing.T, f *onhub.DecidedFleet) {
	t.Helper()
	f.Server.InstallConsumers(t)
	f.Create("{apiVersion: v1, kind: ConfigMap, metadata: {name: ocm, namespace: N}, data: {apiVersion: " +
		"cluster.open-cluster-management.io/v1beta1, kind: placementdecisions, statusListKey: decisions, matchKey: clusterName}}")
	for set, of := range map[string]string{"shop": "web", "bank": "db"} {
		f.Create("{apiVersion: argoproj.io/v1alpha1, kind: ApplicationSet, metadata: {name: " + set + ", namespace: N}, spec: {generators: [" +
			"{clusterDecisionResource: {configMapRef: ocm, labelSelector: {matchLabels: {" + placementLabel + of + "}}}}], template: {metadata: " +
			"{}, spec: {project: default, destination: {}}}}}")
		uid := f.Server.Get(t, "argoproj.io/v1alpha1", "ApplicationSet", f.Namespace, set).GetUID()
		for _, app := range []string{"a", "b", "b-db"} {
			f.Create(fmt.Sprintf("{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: %s-%s, namespace: N, finalizers: "+
				"[resources-finalizer.argocd.argoproj.io/background], ownerReferences: [{apiVersion: argoproj.io/v1alpha1, kind: ApplicationSet, name: "+
				"%[1]s, uid: %[3]s}]}, spec: {destination: {name: P-%[4]s}}}", set, app, uid, app[:1]))
		}
	}
	for placement, policies := range map[string]string{"web": "{kind: Policy, name: p}, {kind: PolicySet, name: s}", "db": "{kind: Policy, name: x}"} {
		f.Create(
			"{apiVersion: policy.open-cluster-management.io/v1, kind: PlacementBinding, metadata: {name: "+placement+", namespace: N}, "+
				"placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: "+placement+"}, subjects: ["+policies+"]}",
			"{apiVersion: addon.open-cluster-management.io/v1alpha1, kind: ClusterManagementAddOn, metadata: {name: P-"+placement+"}, spec: "+
				"{installStrategy: {type: Placements, placements: [{name: "+placement+", namespace: "+f.Namespace+"}]}}}",
			"{apiVersion: work.open-cluster-management.io/v1alpha1, kind: ManifestWorkReplicaSet, metadata: {name: base-"+placement+
				", namespace: N}, spec: {placementRefs: [{name: "+placement+"}], manifestWorkTemplate: {}}}",
			"{apiVersion: apps.open-cluster-management.io/v1, kind: Subscription, metadata: {name: sub-"+placement+", namespace: N}, spec: "+
				"{placement: {placementRef: {kind: Placement, name: "+placement+"}}}}")
	}
	// The placement db keeps this one on b.
	f.Placement("db", "numberOfClusters: 1, clusterSets: [P-set]")
	f.Server.WriteDecisions(t, f.Namespace, "db", f.Group("", "b"))
	f.Create("{apiVersion: addon.open-cluster-management.io/v1alpha1, kind: ClusterManagementAddOn, metadata: {name: P-both}, spec: " +
		"{installStrategy: {type: Placements, placements: [{name: web, namespace: " + f.Namespace + "}, {name: db, namespace: " + f.Namespace +
		"}]}}}")
	f.Server.CreateNamespace(t, f.Prefix+"b")
	f.Server.CreateNamespace(t, f.Prefix+"c")
	for _, work := range []string{"b, name: own, L: web", "b, name: other, L: db", "c, name: own, L: web",
		"b, name: of-set, L: web, work.open-cluster-management.io/manifestworkreplicaset: x"} {
		place, labels, _ := strings.Cut(work, ", L: ")
		f.Create("{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {namespace: P-" + place + ", labels: {" +
			placementLabel + labels + "}}, spec: {workload: {manifests: []}}}")
	}
	f.Create("{apiVersion: policy.open-cluster-management.io/v1beta1, kind: PolicySet, metadata: {name: s, namespace: N}, spec: " +
		"{policies: [p, q]}}")
}

// leavesWithB is what leaves with b if the placement web moves.
const leavesWithB = "2 Applications are deleted with their resources (shop-b, shop-b-db), 1 labeled work stays until it is deleted (own), " +
	"2 policies, the add-on web, the work base-web and the subscription sub-web are removed"

// consumed is a placement that the hub has decided for two clusters, with consumers.
func consumed(t *testing.T) *onhub.PlacedRun {
	t.Helper()
	r := onhub.NewPlacedRun(t, hubtest.Start(t), "Placement")
	for range 2 {
		if diags := r.Do(r.Config(2)); providertest.Failed(diags) {
			t.Fatal(providertest.Said(diags))
		}
		r.Decide("a", "b")
	}
	createConsumers(t, r.F)
	return r
}

// TestHubConsumers_leaving: the warning of a placement that is deleted or replaced names what follows its decisions, and that what
// needs a placement stays; so does that of one that the hub has moved.
func TestHubConsumers_leaving(t *testing.T) {
	t.Parallel()
	r := consumed(t)
	const deleted = "What follows these decisions:\n- a leaves: 1 Application stays (shop-a), 1 work stays (base-web), 2 policies, 2 add-ons " +
		"and the subscription sub-web are removed\n- b leaves: 2 Applications stay (shop-b, shop-b-db), 1 work stays (base-web), 1 labeled " +
		"work stays until it is deleted (own), 2 policies, the add-on web and the subscription sub-web are removed\n- what stays follows a " +
		"placement of the same name, once there is one"
	says := func(when string, config object, title, want string) {
		t.Helper()
		state := *r.Resource
		run := &onhub.Run{Resource: &state, T: t, Provider: r.Provider}
		said := strings.ReplaceAll(providertest.Said(run.Try(config).Diags), r.F.Prefix, "")
		if strings.Count(said, "What follows") != 1 || !strings.Contains(said, title) || !strings.Contains(said, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", when, said, want)
		}
	}
	says("deleted", nil, "is deleted on the hub", deleted)
	says("renamed", r.Config(2, object{"name": "other"}), "is replaced on the hub", deleted)
	r.Decide("a")
	says("moved", r.Config(2), "has moved on the hub", "What follows these decisions:\n- b has left: "+leavesWithB+
		"\n- Applications that are deleted already are not named")
}

// TestHubConsumers: the warning of a placement that moves names what follows its decisions on a cluster that leaves, and nothing
// else; it says nothing of it where the configuration does not want to know.
func TestHubConsumers(t *testing.T) {
	t.Parallel()
	r := consumed(t)
	const want = "What follows these decisions:\n- b leaves: " + leavesWithB
	for consumers, wanted := range map[bool]bool{true: true, false: false} {
		state := *r.Resource
		run := &onhub.Run{Resource: &state, T: t, Provider: object{"hub": providertest.Merged(r.Provider["hub"].(object),
			object{"consumers": consumers})}}
		diags := run.Try(r.Config(1)).Diags
		if len(diags) != 1 || !strings.Contains(diags[0].Summary, "will move") {
			t.Fatal(providertest.Said(diags))
		}
		said := strings.ReplaceAll(diags[0].Detail, r.F.Prefix, "")
		_, told, isTold := strings.Cut(said, "What follows")
		told, _, _ = strings.Cut("What follows"+told, "\n\n")
		if isTold != wanted || wanted && told != want {
			t.Errorf("consumers = %t: got\n%s\nwant\n%s", consumers, said, want)
		}
	}
}

// TestAccHubPlacement_consumers: a saved plan has what leaves with a cluster, as of its refresh. It is applied although that has
// changed on the hub since.
func TestAccHubPlacement_consumers(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	f := onhub.NewDecidedFleet(t, hubtest.Start(t))
	createConsumers(t, f)
	w := cli.NewWorkspace(t, cli.Mirror(t), cli.HubProvider(f.Server, "consumers = true")+fmt.Sprintf(`
variable "number" {
  default = 2
}
resource "multicluster_placement" "web" {
  name      = "web"
  namespace = %[1]q
  ocm       = { cluster_sets = [%[2]q], number_of_clusters = var.number }
}
variable "told" {
  default = 2
}
data "multicluster_placement" "web" {
  name      = "web"
  namespace = %[1]q
  ocm = {
    cluster_sets       = [%[2]q]
    number_of_clusters = var.told
    prioritizer_policy = { mode = "Exact", configurations = [{ score_coordinate = { built_in = "Steady" }, weight = 1 }] }
  }
}
output "consumers" { value = data.multicluster_placement.web.consumers }
`, f.Namespace, f.Prefix+"set"))
	apply := func(arguments ...string) {
		t.Helper()
		if out, err := w.Apply(t, arguments...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	apply()
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a", "b"))
	w.MustSettle(t)
	expects := func(when string, c change) {
		t.Helper()
		expected, _ := c.After["expected"].(map[string]any)
		want := map[string]any{f.Prefix + "b": strings.Replace(leavesWithB, "the add-on ", "the add-on "+f.Prefix, 1)}
		if got := expected["consumers"]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", when, got, want)
		}
	}
	plans := func(want string, arguments ...string) {
		t.Helper()
		out, err := w.Run(t, append([]string{"plan", "-input=false"}, arguments...)...)
		unwrapped := strings.Join(strings.Fields(strings.ReplaceAll(out, "│", "")), " ")
		if err != nil || !strings.Contains(unwrapped, f.Prefix+want) {
			t.Errorf("nothing says %q: %v\n%s", want, err, out)
		}
	}
	plans("b leaves: 2 Applications stay (shop-b, shop-b-db), 1 work stays (base-web), 1 labeled work stays until it is deleted (own), 2 policies, ",
		"-destroy")
	// The data source compares with what the hub has decided.
	plans(`b = "2 Applications are deleted with their resources (shop-b, shop-b-db), 1 labeled work stays`, "-var=told=1")
	expects("planned", saved(t, w, "-var=number=1"))
	f.Server.Delete(t, "argoproj.io/v1alpha1", "ApplicationSet", f.Namespace, "shop")
	f.Server.Delete(t, "policy.open-cluster-management.io/v1", "PlacementBinding", f.Namespace, "web")
	apply("plan.out")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a"))
	apply("-var=number=1")
	c := saved(t, w, "-var=number=1")
	if expects("applied", c); c.Actions[0] != "no-op" {
		t.Errorf("the plan changes %v", c.differs())
	}
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "c"))
	plans("a has left: 2 add-ons, the work base-web and the subscription sub-web are removed", "-var=number=1")
}

// decidedWithConsumers is a fleet with a placement of another client, decided for two clusters, and its consumers.
func decidedWithConsumers(t *testing.T) *onhub.DecidedFleet {
	t.Helper()
	f := onhub.NewDecidedFleet(t, hubtest.Start(t))
	f.Placement("web", "numberOfClusters: 2, clusterSets: [P-set]")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a", "b"))
	createConsumers(t, f)
	return f
}

// TestHubConsumers_data: the data source says what leaves with the clusters that its placement left, if the configuration asks.
func TestHubConsumers_data(t *testing.T) {
	t.Parallel()
	f := decidedWithConsumers(t)
	const name = "multicluster_placement"
	for wants, want := range map[any]any{nil: nil, true: map[string]any{f.Prefix + "b": strings.Replace(leavesWithB, "the add-on ", "the add-on "+
		f.Prefix, 1)}} {
		state, diags := providertest.PlanDataWith(t, object{"hub": object{"config_path": f.Server.Kubeconfig, "consumers": wants}}, name,
			providertest.Config(t, providertest.DataSchema(name).Type, object{
				"name": "web", "namespace": f.Namespace, "ocm": object{"cluster_sets": list{f.Prefix + "set"}, "number_of_clusters": int64(1)},
			}))
		if got := providertest.Plain(t, state["consumers"]); !reflect.DeepEqual(got, want) {
			t.Errorf("consumers = %v: got %v, want %v; %s", wants, got, want, providertest.Said(diags))
		}
	}
}

// TestHubClusterReport: the report of a cluster says of a placement what becomes of what follows it there.
func TestHubClusterReport(t *testing.T) {
	t.Parallel()
	f := decidedWithConsumers(t)
	const name = "multicluster_cluster_report"
	state, diags := providertest.PlanDataWith(t, onhub.Provider(f.Server), name, providertest.Config(t, providertest.DataSchema(name).Type,
		object{
			"cluster_names": list{f.Prefix + "a"},
			"placement":     object{"name": "web", "namespace": f.Namespace, "ocm": object{"number_of_clusters": int64(2)}},
		}))
	if providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	text := fmt.Sprint(providertest.Plain(t, state["reports"]))
	for _, want := range []string{"1 Application is deleted with its resources (shop-a)", "are removed"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	if strings.Contains(text, "bank") {
		t.Errorf("it names consumers of another placement: %s", text)
	}
}

// TestHubClusterReport_since: a hub of KubeFleet records when it has chosen a cluster.
func TestHubClusterReport_since(t *testing.T) {
	t.Parallel()
	r := onhub.NewPlacedRun(t, hubtest.Start(t), "ClusterResourcePlacement")
	if diags := r.Do(r.Config(2)); providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	chosen := r.First(2)
	r.Decide(chosen...)
	const name = "multicluster_cluster_report"
	state, diags := providertest.PlanDataWith(t, r.Provider, name, providertest.Config(t, providertest.DataSchema(name).Type,
		object{"cluster_names": list{r.F.Prefix + chosen[0]}, "scheduler": "kubefleet"}))
	if providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	report := providertest.Plain(t, state["reports"]).([]any)[0].(map[string]any)
	for _, p := range report["placements"].([]any) {
		if p := p.(map[string]any); p["placement"] == r.ID() {
			since, err := time.Parse(time.RFC3339, fmt.Sprint(p["since"]))
			if age := time.Since(since); err != nil || age < 0 || age > time.Hour {
				t.Errorf("since %v", p["since"])
			}
			return
		}
	}
	t.Errorf("the placement is not on the cluster: %v", report)
}
