// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// fleetLoop is a workload that KubeFleet rolls out by itself, with a configuration that says where it is.
type fleetLoop struct {
	*cli.Workspace
	t      *testing.T
	server *hubtest.Hub
	prefix string

	mu       sync.Mutex
	snapshot string
	outcomes map[string]hubtest.WorkOutcome
}

// fleetLoopConfig has a placement on the hub, and the stages of its rollout with how far each is.
const fleetLoopConfig = `
data "multicluster_clusters" "all" {
  kind           = "MemberCluster"
  label_selector = { match_labels = { loop = "NAME" } }
}

resource "multicluster_placement" "web" {
  name               = "NAME"
  kubefleet          = { placement_type = "PickFixed", cluster_names = data.multicluster_clusters.all.names }
  resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "NAME" }]
  strategy           = STRATEGY
}

data "multicluster_workload_status" "web" {
  SOURCE
}

data "multicluster_rollout" "web" {
  decisions       = [for name in data.multicluster_clusters.all.names : { cluster_name = name }]
  clusters        = data.multicluster_clusters.all.clusters
  cluster_status  = data.multicluster_workload_status.web.cluster_status
  approved_stages = APPROVED
  now             = plantimestamp()
  strategy        = STAGES
}

output "waves" {
  value = [for w in data.multicluster_rollout.web.waves : join(" ", w.cluster_names)]
}

output "where" {
  value = { for name, s in data.multicluster_workload_status.web.cluster_status : name => trimspace("${s.status} ${s.revision} ${split("/", coalesce(s.message, " "))[0]}") }
}

output "finished" {
  value = (length(data.multicluster_rollout.web.succeeded) == length(data.multicluster_clusters.all.names) &&
    length(distinct(values(data.multicluster_workload_status.web.revisions))) == 1)
}

check "finished" {
  assert {
    condition     = length(data.multicluster_rollout.web.succeeded) == length(data.multicluster_clusters.all.names)
    error_message = "The hub is still rolling out."
  }
}
`

// newFleetLoop starts three clusters and the controllers of a hub, with a configuration in which the texts are replaced.
func newFleetLoop(t *testing.T, name string, replaced ...string) *fleetLoop {
	t.Helper()
	server := hubtest.Start(t)
	l := &fleetLoop{t: t, server: server, snapshot: "web-1-snapshot", outcomes: map[string]hubtest.WorkOutcome{}}
	l.prefix = server.Prefix(t)
	var decisions []hubtest.FleetDecision
	var members []string
	for _, cluster := range []string{"a", "b", "c"} {
		env := map[bool]string{true: "dev", false: "prod"}[cluster == "a"]
		server.Create(t, `{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: `+l.prefix+cluster+`, labels: {loop: `+l.prefix+name+
			`, env: `+env+`}}, spec: {identity: {kind: User, name: a, apiGroup: rbac.authorization.k8s.io}}}`)
		decisions = append(decisions, hubtest.FleetDecision{Cluster: l.prefix + cluster, Selected: true})
		members = append(members, l.prefix+cluster)
	}
	server.FleetHeartbeats(t, func(string) time.Time { return time.Now() }, members...)
	server.FleetScheduler(t, "", func(placement *unstructured.Unstructured) ([]hubtest.FleetDecision, bool) {
		return decisions, placement.GetName() == l.prefix+name
	})
	replaced = append(replaced, "NAME", l.prefix+name, "RUN", l.prefix+"run")
	l.Workspace = cli.NewWorkspace(t, cli.Mirror(t), cli.HubProvider(server)+strings.NewReplacer(replaced...).Replace(
		strings.NewReplacer(replaced...).Replace(fleetLoopConfig)))
	return l
}

func (l *fleetLoop) outcome(cluster, _ string) hubtest.WorkOutcome {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.outcomes[strings.TrimPrefix(cluster, l.prefix)]
}

// now changes what the hub does.
func (l *fleetLoop) now(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
}

// shows applies until the outputs say where the rollout is, and wants the next plan to be empty.
func (l *fleetLoop) shows(where string, finished bool, further ...string) {
	l.t.Helper()
	var got string
	for start := time.Now(); ; {
		if out, err := l.Apply(l.t, further...); err != nil {
			l.t.Fatalf("%v\n%s", err, out)
		}
		var outputs struct {
			Where    struct{ Value map[string]string }
			Finished struct{ Value bool }
		}
		command, out := l.Command(l.t, "output", "-json")
		if err := command.Run(); err != nil {
			l.t.Fatalf("%v\n%s", err, out)
		}
		if err := json.Unmarshal(out.Bytes(), &outputs); err != nil {
			l.t.Fatal(err)
		}
		var clusters []string
		for _, name := range slices.Sorted(maps.Keys(outputs.Where.Value)) {
			clusters = append(clusters, strings.TrimPrefix(name, l.prefix)+" "+outputs.Where.Value[name])
		}
		if got = fmt.Sprint(strings.Join(clusters, ", "), " ", outputs.Finished.Value); got == fmt.Sprint(where, " ", finished) {
			break
		}
		if time.Since(start) > 60*time.Second {
			l.t.Fatalf("got %s, want %s %t", got, where, finished)
		}
	}
	if out, err := l.Run(l.t, append([]string{"plan", "-input=false", "-detailed-exitcode"}, further...)...); err != nil {
		l.t.Errorf("the plan is not empty: %v\n%s", err, out)
	}
}

// waves are those of the plan.
func (l *fleetLoop) waves(want ...string) {
	l.t.Helper()
	command, out := l.Command(l.t, "output", "-json", "waves")
	var got []string
	if err := command.Run(); err != nil {
		l.t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(out.String(), l.prefix, "")), &got); err != nil {
		l.t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		l.t.Error(diff)
	}
}

// TestAccFleet_rollingUpdate: the hub rolls out by itself, and the configuration says where it is: a cluster that starts, one whose
// agent is stopped, one that refuses an object, one that was changed, and resources that change in the middle.
func TestAccFleet_rollingUpdate(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	const strategy = `{ type = "RollingUpdate", rolling_update = { max_unavailable = 1, max_surge = 0 } }`
	l := newFleetLoop(t, "web", "STRATEGY", strategy, "STAGES", strategy, "SOURCE", `placement = { name = "NAME" }`,
		"APPROVED", "null")
	l.server.FleetRollout(t, l.prefix+"web", func() string {
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.snapshot
	}, l.outcome)
	l.now(func() { l.outcomes["a"] = hubtest.WorkProgressing })
	l.shows("a NotAvailable web-1-snapshot Deployment", false)
	l.waves("a", "b", "c")
	l.now(func() { l.outcomes["a"] = hubtest.WorkDone })
	l.shows("a Available web-1-snapshot, b NotAvailable web-1-snapshot", false)
	l.now(func() { l.outcomes["b"] = hubtest.WorkRefused })
	l.shows("a Available web-1-snapshot, b Failed web-1-snapshot Namespace", false)
	l.now(func() { l.outcomes["b"] = hubtest.WorkDrifted })
	l.shows("a Available web-1-snapshot, b Failed web-1-snapshot Deployment", false)
	l.now(func() { l.outcomes["b"], l.outcomes["c"] = hubtest.WorkDone, hubtest.WorkProgressing })
	l.shows("a Available web-1-snapshot, b Available web-1-snapshot, c NotAvailable web-1-snapshot Deployment", false)
	l.now(func() { l.snapshot = "web-2-snapshot" })
	l.shows("a Available web-2-snapshot, b Available web-2-snapshot, c NotAvailable web-2-snapshot Deployment", false)
	l.now(func() { l.outcomes["c"] = hubtest.WorkDone })
	l.shows("a Available web-2-snapshot, b Available web-2-snapshot, c Available web-2-snapshot", true)
}

// TestAccFleet_stagedRun: an update run of the hub goes through its stages, and waits for an approval that is given on the hub.
func TestAccFleet_stagedRun(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newFleetLoop(t, "web", "STRATEGY", `{ type = "External" }`, "SOURCE", `staged_update_run = "RUN"`, "APPROVED", `{ "1" = var.approved }
  revision        = "1"`, "STAGES", `{
    type   = "External"
    stages = [
      { name = "dev", label_selector = { match_labels = { env = "dev" } } },
      { name = "prod", label_selector = { match_labels = { env = "prod" } }, max_concurrency = "1", before_stage_tasks = [{ type = "Approval" }] },
    ]
  }
}
variable "approved" {
  type    = list(string)
  default = []
`)
	l.server.Create(t, `{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterStagedUpdateRun, metadata: {name: `+l.prefix+`run}, spec: {placementName: `+
		l.prefix+`web, resourceSnapshotIndex: "1", stagedRolloutStrategyName: x, state: Run}}`)
	l.server.FleetUpdateRuns(t, l.prefix+"web", []hubtest.FleetStage{
		{Name: "dev", Clusters: []string{l.prefix + "a"}}, {Name: "prod", Clusters: []string{l.prefix + "b", l.prefix + "c"}, AsksBefore: true},
	}, l.outcome)
	l.now(func() { l.outcomes["a"] = hubtest.WorkDone })
	l.shows("a Available 1", false)
	l.waves("a", "b c")
	l.now(func() { l.outcomes["b"] = hubtest.WorkProgressing })
	l.server.ApproveStage(t, l.prefix+"run", "prod")
	l.shows("a Available 1, b NotAvailable 1 being updated since 2026-08-11T12:00:00Z; the run is stuck after 2026-08-11T12:05:00Z", false,
		`-var=approved=["prod"]`)
	l.now(func() { l.outcomes["b"], l.outcomes["c"] = hubtest.WorkDone, hubtest.WorkDone })
	l.shows("a Available 1, b Available 1, c Available 1", true, `-var=approved=["prod"]`)
}

// accManifests are three clusters of a hub: eu-1 and eu-2 in the set blue, us-1 in the set green.
const accManifests = `
locals {
  cluster = { for name, c in {
    eu-1 = { set = "blue", env = "prod", region = "eu", version = "v1.33.1" }
    eu-2 = { set = "blue", env = "dev", region = "eu", version = "v1.32.0" }
    us-1 = { set = "green", env = "prod", region = "us", version = "v1.33.1" }
    } : name => yamlencode({
      apiVersion = "cluster.open-cluster-management.io/v1", kind = "ManagedCluster"
      metadata   = { name = name, labels = { env = c.env, "cluster.open-cluster-management.io/clusterset" = c.set } }
      spec       = name == "us-1" ? { taints = [{ key = "gpu", effect = "NoSelect" }] } : { taints = [] }
      status = {
        allocatable   = { cpu = "40" }
        version       = { kubernetes = c.version }
        clusterClaims = [{ name = "region", value = c.region }]
      }
  }) }
  # YAML documents in a single text, and one of a kind that the provider ignores.
  fleet = join("---\n", concat([for text in values(local.cluster) : text], ["kind: Secret\napiVersion: v1\nmetadata: { name: x }\n"]))
}
`

// TestAccClusters asks by every selector, of its own manifests and of those of the provider.
func TestAccClusters(t *testing.T) {
	data, checks := "", []plancheck.PlanCheck{}
	for name, test := range map[string]struct {
		arguments string
		names     []string
	}{
		"all":     {``, []string{"eu-1", "eu-2", "us-1"}},
		"own":     {`manifests = [local.cluster["eu-2"], local.cluster["eu-1"]]`, []string{"eu-1", "eu-2"}},
		"sets":    {`cluster_sets = ["green"]`, []string{"us-1"}},
		"any_set": {`cluster_sets = ["green", "global"]`, []string{"eu-1", "eu-2", "us-1"}},
		"no_set":  {`cluster_sets = []`, []string{"eu-1", "eu-2", "us-1"}},
		"label":   {`label_selector = { match_labels = { env = "prod" } }`, []string{"eu-1", "us-1"}},
		"labels": {
			`label_selector = { match_expressions = [{ key = "env", operator = "NotIn", values = ["prod"] }] }`, []string{"eu-2"},
		},
		"claim": {
			`claim_selector = { match_expressions = [{ key = "region", operator = "In", values = ["eu"] }] }`, []string{"eu-1", "eu-2"},
		},
		"cel": {
			`cel_selector = { cel_expressions = ["managedCluster.status.version.kubernetes.startsWith(\"v1.33\")"] }`, []string{"eu-1", "us-1"},
		},
		"together": {`cluster_sets = ["blue"]` + "\n" + `label_selector = { match_labels = { env = "prod" } }`, []string{"eu-1"}},
		"nothing":  {`label_selector = { match_labels = { env = "none" } }`, nil},
	} {
		data += "data \"multicluster_clusters\" \"" + name + "\" {\n" + test.arguments + "\n}\n" +
			"output \"" + name + "\" { value = data.multicluster_clusters." + name + ".names }\n"
		checks = append(checks, plancheck.ExpectKnownOutputValue(name, cli.TextList(test.names...)))
	}
	data += `output "clusters" { value = data.multicluster_clusters.sets.clusters }`
	cluster := tfjsonpath.New(0)
	checks = append(checks,
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("name"), cli.Text("us-1")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("claims"), textMap("region", "us")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("allocatable"), textMap("cpu", "40")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("kubernetes_version"), cli.Text("v1.33.1")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("labels").AtMapKey("env"), cli.Text("prod")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("taints").AtSliceIndex(0).AtMapKey("key"), cli.Text("gpu")),
	)
	cli.Test(t, resource.TestStep{
		Config:           accManifests + "provider \"multicluster\" {\n  manifests = [local.fleet]\n}\n" + data,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: checks},
	})
}

// TestAccClusters_placement hands the clusters on to all three doors of a placement, in the first plan.
func TestAccClusters_placement(t *testing.T) {
	config := accManifests + `
data "multicluster_clusters" "blue" {
  manifests    = [local.fleet]
  cluster_sets = ["blue"]
}
locals { clusters = data.multicluster_clusters.blue.clusters }
resource "multicluster_placement" "web" {
  name     = "web"
  clusters = local.clusters
  ocm      = {}
}
data "multicluster_placement" "web" {
  clusters = local.clusters
  ocm      = {}
}
output "resource" { value = multicluster_placement.web.decisions[*].cluster_name }
output "data" { value = data.multicluster_placement.web.decisions[*].cluster_name }
output "function" { value = provider::multicluster::place({ clusters = local.clusters, ocm = {} }).decisions[*].cluster_name }
`
	cli.Test(t, resource.TestStep{
		Config: config,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("resource", cli.Tuple("eu-1", "eu-2")),
			plancheck.ExpectKnownOutputValue("data", cli.Tuple("eu-1", "eu-2")),
			plancheck.ExpectKnownOutputValue("function", cli.Tuple("eu-1", "eu-2")),
			plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("satisfied"), knownvalue.Bool(true)),
		}},
	})
}

// TestAccClusters_mistakes makes a mistake in every argument. What the fleet shows is found after what the selectors show.
func TestAccClusters_mistakes(t *testing.T) {
	t.Run("selectors", func(t *testing.T) {
		cli.TestMistakes(t, `
data "multicluster_clusters" "x" {
  label_selector = { match_labels = { env = "not legal" }, match_expressions = [{ key = "env", operator = "Like" }] }
  claim_selector = { match_expressions = [{ key = "region", operator = "Near", values = ["eu"] }] }
  cel_selector   = { cel_expressions = ["managedCluster.name =="] }
}
`,
			`label_selector.match_labels["env"]: found "not legal": a valid label must`,
			`label_selector.match_expressions[0].operator: found "Like": must be one of "In", "NotIn", "Exists", "DoesNotExist"`,
			`claim_selector.match_expressions[0].operator: found "Near": `,
			`cel_selector.cel_expressions[0]: `,
		)
	})
	t.Run("fleet", func(t *testing.T) {
		cli.TestMistakes(t, accManifests+`
data "multicluster_clusters" "set" {
  manifests    = [local.fleet]
  cluster_sets = ["blue", "red"]
}
data "multicluster_clusters" "yaml" { manifests = ["kind: [\n"] }
data "multicluster_clusters" "fleet" {}
`,
			`cluster_sets[1]: found "red"; the fleet has the cluster sets blue, global, green.`,
			`line 1: invalid YAML`,
			`There is no fleet`,
		)
	})
}
