package provider

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
)

// manifestWorkVersion is the API version of ManifestWorks.
const manifestWorkVersion = "work.open-cluster-management.io/v1"

// deployment is a Deployment as a manifest.
func deployment(image string) object {
	return object{
		"apiVersion": "apps/v1", "kind": "Deployment", "metadata": object{"name": "web", "namespace": "web"},
		"spec": object{
			"replicas": int64(2), "selector": object{"matchLabels": object{"app": "web"}},
			"template": object{
				"metadata": object{"labels": object{"app": "web"}},
				"spec":     object{"containers": list{object{"name": "web", "image": image, "args": list{"--b", "--a"}}}},
			},
		},
	}
}

// liveManifestWork is a ManifestWork on a hub.
func liveManifestWork(name, namespace string) *liveObject {
	work := object{"name": name, "cluster_name": namespace, "manifests": list{deployment("web:1")}}
	const inYAML = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: web}, spec: {replicas: 2, selector: {matchLabels: {app: web}},
		template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "web:1", args: ["--b", "--a"]}]}}}}`
	return &liveObject{
		noun: "manifest_work", apiVersion: manifestWorkVersion, kind: "ManifestWork", namespace: namespace, name: name,
		config: merged(work, object{
			"labels": object{"team": "shop"}, "revision": "web:1", "track_progress": true,
			"manifest_configs": list{object{
				"resource_identifier": object{"group": "apps", "resource": "deployments", "namespace": "web", "name": "web"},
				"feedback_rules":      list{object{"type": "WellKnownStatus"}},
			}},
		}),
		updated: merged(work, object{
			"revision": "web:2", "manifests": list{deployment("web:2"), "{apiVersion: v1, kind: Namespace, metadata: {name: web}}"},
			"delete_option": object{"propagation_policy": "Orphan"},
		}),
		foreign: `{metadata: {labels: {owner: x}}}`,
		foreignStatus: `{status: {conditions: [{type: Applied, status: "True", reason: AppliedManifestWorkComplete, message: ok, observedGeneration: 1,
			lastTransitionTime: "2026-08-11T11:59:00Z"}]}}`,
		drift:    `{spec: {workload: {manifests: [` + inYAML + `, {apiVersion: v1, kind: Namespace, metadata: {name: other}}]}}}`,
		conflict: "spec.workload.manifests",
		set: map[string]any{
			"metadata.labels.team": "shop", "metadata.annotations.terraform-provider-multicluster/revision": "web:1",
			"metadata.labels.terraform-provider-multicluster/revision": manifestwork.RevisionLabel("web:1"),
		},
		imports: `{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {name: ` + name + `, namespace: ` + namespace + `,
			labels: {team: shop}}, spec: {workload: {manifests: [` + inYAML + `]}}}`,
		imported: merged(work, object{"labels": object{"team": "shop"}}),
		minimal:  work,
	}
}

// newWorkRun is a run of a ManifestWork in the namespace of the test.
func newWorkRun(t *testing.T) (r *hubRun, o *liveObject, server *hubtest.Hub) {
	t.Helper()
	server = hubtest.Start(t)
	return newHubRun(t, "manifest_work", onHub(server)), liveManifestWork("web", server.Namespace(t)), server
}

// failsWith checks that there is one error with all of the texts, which are separated by |.
func failsWith(t *testing.T, diags []*tfprotov6.Diagnostic, texts string) {
	t.Helper()
	if len(diags) != 1 || diags[0].Severity != tfprotov6.DiagnosticSeverityError {
		t.Errorf("got %s, want an error with %s", said(diags), texts)
		return
	}
	for text := range strings.SplitSeq(texts, "|") {
		if !strings.Contains(shown(diags[0]), text) {
			t.Errorf("got %s, want %s", shown(diags[0]), text)
		}
	}
}

// TestHubManifestWork_wait: an apply waits for the agent, and says which manifest is not as awaited. A work whose creation has failed is in the
// state.
func TestHubManifestWork_wait(t *testing.T) {
	t.Parallel()
	r, o, server := newWorkRun(t)
	var outcome atomic.Int32
	server.WorkAgents(t, []string{o.namespace}, func(*unstructured.Unstructured) hubtest.WorkOutcome { return hubtest.WorkOutcome(outcome.Load()) })
	waits := merged(o.minimal, object{"wait_for": "applied", "timeouts": object{"create": "1s", "update": "1s"}})
	const title = "was written and is not as awaited"
	failsWith(t, r.run(waits), title+"|The agent has not reported the condition Applied|terraform untaint")
	if r.state.IsNull() {
		t.Fatal("the work is not in the state")
	}
	// As after terraform untaint, the next apply goes on waiting.
	failsWith(t, r.run(waits), title+"|The agent has not reported the condition Applied|The next apply goes on waiting")
	outcome.Store(int32(hubtest.WorkProgressing))
	r.has(r.run(waits))
	r.settles(waits)

	outcome.Store(int32(hubtest.WorkRefused))
	waits["manifests"] = list{deployment("web:2")}
	failsWith(t, r.run(waits), title+"|The condition Applied is False|Deployment web/web: Deployment: Applied is false")
	outcome.Store(int32(hubtest.WorkProgressing))
	waits["manifests"] = list{deployment("web:3")}
	r.has(r.run(waits))
	r.reports(server, o, "Applied True")
	waits["wait_for"], waits["revision"] = "available", "3"
	failsWith(t, r.run(waits), title+"|The condition Available is False")
	outcome.Store(int32(hubtest.WorkDone))
	waits["manifests"] = list{deployment("web:4")}
	r.has(r.run(waits))
	r.reports(server, o, "Available True")
	r.settles(waits)

	// Without a wait, nothing is reported: what there is may be about the manifests of before.
	delete(waits, "wait_for")
	waits["manifests"] = list{deployment("web:5")}
	r.has(r.run(waits))
	if r.value("conditions") != nil || r.value("resource_status") != nil {
		t.Errorf("the conditions are %v", r.value("conditions"))
	}
	r.settles(waits)
}

// reports wants the state to have what the agent has reported of the present generation, with a condition.
func (r *hubRun) reports(server *hubtest.Hub, o *liveObject, want string) {
	r.t.Helper()
	generation := o.get(r.t, server).GetGeneration()
	has := false
	conditions, _ := r.value("conditions").([]any)
	for _, c := range conditions {
		c := c.(map[string]any)
		has = has || fmt.Sprint(c["type"], " ", c["status"]) == want
		if fmt.Sprint(c["observed_generation"]) != fmt.Sprint(generation) {
			r.t.Errorf("the state has a condition of generation %v of %d", c["observed_generation"], generation)
		}
	}
	if status, _ := r.value("resource_status").([]any); !has || len(status) != 1 {
		r.t.Errorf("the state has the conditions %v and the status %v", conditions, status)
	}
}

// TestHubManifestWork_adoptedWait: a work that was taken over is not in the state if the wait for it ends. It is never replaced, which would delete
// what runs.
func TestHubManifestWork_adoptedWait(t *testing.T) {
	t.Parallel()
	r, o, server := newWorkRun(t)
	server.Create(t, o.imports)
	uid := o.get(t, server).GetUID()
	waits := merged(o.imported, object{"adopt": true, "force_conflicts": true, "wait_for": "applied", "timeouts": object{"create": "1s"}})
	failsWith(t, r.run(waits), "was written and is not as awaited|Apply again to take it over")
	if !r.state.IsNull() {
		t.Fatal("the work is in the state")
	}
	server.WorkAgents(t, []string{o.namespace}, func(*unstructured.Unstructured) hubtest.WorkOutcome { return hubtest.WorkDone })
	r.has(r.run(waits))
	r.settles(waits)
	if is := o.get(t, server).GetUID(); is != uid {
		t.Errorf("the work was replaced: %s, was %s", is, uid)
	}
}

// TestHubManifestWork_mistakes: what the hub or the agent refuses is an error in the plan, at its attribute.
func TestHubManifestWork_mistakes(t *testing.T) {
	t.Parallel()
	r, o, _ := newWorkRun(t)
	for says, change := range map[string]object{
		`wait_for: found "appled"|did you mean "applied"`:                         {"wait_for": "appled"},
		`manifests[0]: metadata.name must be set`:                                 {"manifests": list{object{"apiVersion": "v1", "kind": "Pod", "metadata": object{}}}},
		`manifests: must have at least one manifest`:                              {"manifests": list{}},
		`manifests[0]: document 2`:                                                {"manifests": list{"{apiVersion: v1, kind: Namespace, metadata: {name: a}}\n---\n{apiVersion: v1, kind: Pod}"}},
		`manifest_configs[0].update_strategy.type`:                                {"manifest_configs": list{object{"resource_identifier": object{"resource": "pods", "name": "a"}, "update_strategy": object{"type": "Apply"}}}},
		`manifest_configs[0]|unsupported attribute`:                               {"manifest_configs": list{object{"resource": "pods"}}},
		`labels["terraform-provider-multicluster/revision"]|set revision instead`: {"labels": object{manifestwork.Revision: "x"}},
	} {
		failsWith(t, r.validate(configOf(t, r.typ(), merged(o.minimal, change))), says)
	}
	secret := list{object{"apiVersion": "v1", "kind": "Secret", "metadata": object{"name": "a"}, "stringData": object{"password": "hunter2"}}}
	p := r.try(merged(o.minimal, object{"manifests": secret}))
	if text := said(p.diags); !strings.Contains(text, "The values of a Secret are in the state") || strings.Contains(text, "hunter2") {
		t.Error(text)
	}
}

// TestManifestWork_withoutHub: a work without a hub is an error of the plan.
func TestManifestWork_withoutHub(t *testing.T) {
	r := newHubRun(t, "manifest_work", object{})
	p := r.try(object{"name": "web", "cluster_name": "eu-1", "manifests": list{deployment("web:1")}})
	failsWith(t, p.diags, "There is no hub")
}
