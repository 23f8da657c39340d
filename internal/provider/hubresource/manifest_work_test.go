// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// newWorkRun is a run of a ManifestWork in the namespace of the test.
func newWorkRun(t *testing.T) (r *onhub.Run, o *onhub.LiveObject, server *hubtest.Hub) {
	t.Helper()
	server = fakehub.Start(t)
	return onhub.NewRun(t, "manifest_work", onhub.Provider(server)), onhub.LiveManifestWork("web", server.Namespace(t)), server
}

// TestHubManifestWork_wait: an apply waits for the agent, and says which manifest is not as awaited. A work whose creation has
// failed is in the state.
func TestHubManifestWork_wait(t *testing.T) {
	t.Parallel()
	r, o, server := newWorkRun(t)
	var outcome atomic.Int32
	server.WorkAgents(t, []string{o.Namespace},
		func(*unstructured.Unstructured) hubtest.WorkOutcome { return hubtest.WorkOutcome(outcome.Load()) })
	waits := providertest.Merged(o.Minimal, object{"wait_for": "applied"})
	patient := func(is bool) {
		limit := map[bool]string{true: "5m", false: "2s"}[is]
		waits["timeouts"] = object{"create": limit, "update": limit}
	}
	const title = "was written and is not as awaited"
	// fails applies until the agent has reported what the work is not: the next apply goes on waiting.
	fails := func(says string) {
		t.Helper()
		patient(false)
		hubtest.Eventually(t, "an apply says "+says, func() bool {
			return strings.Contains(providertest.Said(r.Do(waits)), strings.Split(says, "|")[0])
		})
		providertest.FailsWith(t, r.Do(waits), title+"|"+says)
		patient(true)
	}
	patient(false)
	providertest.FailsWith(t, r.Do(waits), title+"|The agent has not reported the condition Applied|terraform untaint")
	if r.State.IsNull() {
		t.Fatal("the work is not in the state")
	}
	// As after terraform untaint, the next apply goes on waiting.
	providertest.FailsWith(t, r.Do(waits), title+"|The agent has not reported the condition Applied|The next apply goes on waiting")
	patient(true)
	outcome.Store(int32(hubtest.WorkProgressing))
	r.Has(r.Do(waits))
	r.Settles(waits)

	outcome.Store(int32(hubtest.WorkRefused))
	waits["manifests"] = list{onhub.Deployment("web:2")}
	fails("The condition Applied is False|Deployment web/web: Apply manifest failed")
	outcome.Store(int32(hubtest.WorkProgressing))
	waits["manifests"] = list{onhub.Deployment("web:3")}
	r.Has(r.Do(waits))
	reports(r, server, o, "Applied True")
	outcome.Store(int32(hubtest.WorkMissing))
	// A change of the revision alone is of the same generation, for which the agent has reported that it is available.
	hubtest.Eventually(t, "the work is not available", func() bool {
		status, err := manifestwork.StatusOf(o.Get(t, server).Object)
		return err == nil && !status.Has("Available")
	})
	waits["wait_for"], waits["revision"] = "available", "3"
	fails("The condition Available is False")
	outcome.Store(int32(hubtest.WorkDone))
	waits["manifests"] = list{onhub.Deployment("web:4")}
	r.Has(r.Do(waits))
	reports(r, server, o, "Available True")
	r.Settles(waits)

	// Without a wait, nothing is reported: what there is may be about the manifests of before.
	delete(waits, "wait_for")
	waits["manifests"] = list{onhub.Deployment("web:5")}
	r.Has(r.Do(waits))
	if r.Value("conditions") != nil || r.Value("resource_status") != nil {
		t.Errorf("the conditions are %v", r.Value("conditions"))
	}
	r.Settles(waits)
}

// reports wants the state to have what the agent has reported of the present generation, with a condition.
func reports(r *onhub.Run, server *hubtest.Hub, o *onhub.LiveObject, want string) {
	r.T.Helper()
	generation := o.Get(r.T, server).GetGeneration()
	has := false
	conditions, _ := r.Value("conditions").([]any)
	for _, c := range conditions {
		c := c.(map[string]any)
		has = has || fmt.Sprint(c["type"], " ", c["status"]) == want
		if fmt.Sprint(c["observed_generation"]) != fmt.Sprint(generation) {
			r.T.Errorf("the state has a condition of generation %v of %d", c["observed_generation"], generation)
		}
	}
	if status, _ := r.Value("resource_status").([]any); !has || len(status) != 1 {
		r.T.Errorf("the state has the conditions %v and the status %v", conditions, status)
	}
}

// TestHubManifestWork_adoptedWait: a work that was taken over is not in the state if the wait for it ends. It is never replaced,
// which would delete what runs.
func TestHubManifestWork_adoptedWait(t *testing.T) {
	t.Parallel()
	r, o, server := newWorkRun(t)
	server.Create(t, o.Imports)
	uid := o.Get(t, server).GetUID()
	waits := providertest.Merged(o.Imported, object{"adopt": true, "force_conflicts": true, "wait_for": "applied",
		"timeouts": object{"create": "1s"}})
	providertest.FailsWith(t, r.Do(waits), "was written and is not as awaited|Apply again to take it over")
	if !r.State.IsNull() {
		t.Fatal("the work is in the state")
	}
	server.WorkAgents(t, []string{o.Namespace}, func(*unstructured.Unstructured) hubtest.WorkOutcome { return hubtest.WorkDone })
	waits["timeouts"] = object{"create": "5m"}
	r.Has(r.Do(waits))
	r.Settles(waits)
	if is := o.Get(t, server).GetUID(); is != uid {
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
		providertest.FailsWith(t, r.Validate(providertest.Config(t, r.Type(), providertest.Merged(o.Minimal, change))), says)
	}
	secret := list{object{"apiVersion": "v1", "kind": "Secret", "metadata": object{"name": "a"},
		"stringData": object{"password": "hunter2"}}}
	p := r.Try(providertest.Merged(o.Minimal, object{"manifests": secret}))
	if text := providertest.Said(p.Diags); !strings.Contains(text, "The values of a Secret are in the state") ||
		strings.Contains(text, "hunter2") {
		t.Error(text)
	}
}

// TestHubManifestWork_anew: a work that is being deleted is created anew when it is gone. Whether that is waited for is up to its
// cluster.
func TestHubManifestWork_anew(t *testing.T) {
	t.Parallel()
	r, o, server := newWorkRun(t)
	cluster := &onhub.LiveObject{APIVersion: onhub.OCMClusterVersion, Kind: "ManagedCluster", Name: o.Namespace}
	server.Create(t, "{apiVersion: "+onhub.OCMClusterVersion+", kind: ManagedCluster, metadata: {name: "+o.Namespace+"}, spec: {hubAcceptsClient: true}}")
	available := func(status string) {
		cluster.Patch(t, server, "registration", "{status: {conditions: [{type: ManagedClusterConditionAvailable, status: '"+status+
			"', reason: a, message: m, lastTransitionTime: '2026-08-11T12:00:00Z'}]}}", "status")
	}
	const finalizer = "cluster.open-cluster-management.io/manifest-work-cleanup"
	isHeld := func(is bool) {
		t.Helper()
		value := "null"
		if is {
			value = "[" + finalizer + "]"
		}
		o.Patch(t, server, "work-agent", "{metadata: {finalizers: "+value+"}}")
	}
	config := providertest.Merged(o.Minimal, object{"timeouts": object{"create": "5m", "delete": "2s"}})
	r.Has(r.Do(config))
	uid := r.Value("uid")
	isHeld(true)

	// As long as the cluster is available, a deletion waits for the agent, and the object stays in the state.
	available("True")
	providertest.FailsWith(t, r.Do(nil), "cannot be deleted from the hub|waits for the finalizers "+finalizer)
	title := `The manifest work "` + o.ID() + `" `
	r.Has(r.Try(config).Diags, title+"is being deleted on the hub")
	if r.State.IsNull() {
		t.Fatal("the work is not in the state")
	}
	// Another revision: the others go on.
	p := r.Try(providertest.Merged(config, object{"revision": "2"}))
	r.Has(p.Diags, title+"is being deleted on the hub", title+"cannot be written to the hub")

	// It is lost: the hub deletes the work when it can. Nothing is made anew before.
	available("Unknown")
	p = r.Try(config)
	r.Has(p.Diags, title+"is being deleted on the hub", title+"is being deleted on the hub")
	if says := providertest.Said(p.Diags); !r.State.IsNull() || !strings.Contains(says, "ManagedClusterConditionAvailable is Unknown") ||
		!strings.Contains(says, "until its agent is back and deletes them: Deployment web/web.") {
		t.Errorf("it says %s", says)
	}
	r.Has(r.Do(config), title+"is being deleted on the hub", "ERROR "+title+"cannot be written to the hub: ManifestWork "+o.ID()+
		" is being deleted, and the cluster")

	// It is back.
	available("True")
	p = r.Try(config)
	r.Has(p.Diags, title+"is being deleted on the hub")
	defer hubtest.Later(200*time.Millisecond, func() { isHeld(false) })()
	r.Has(r.CarryOut(p))
	if is := r.Value("uid"); is == uid {
		t.Error("it is the same work")
	}
	r.Settles(config)
	available("False")
	isHeld(true)
	r.Has(r.Do(nil), title+"is being deleted on the hub")
	isHeld(false)
	if o.Get(t, server) != nil {
		t.Error("the work exists")
	}
}

// TestManifestWork_withoutHub: a work without a hub is an error of the plan.
func TestManifestWork_withoutHub(t *testing.T) {
	r := onhub.NewRun(t, "manifest_work", object{})
	p := r.Try(object{"name": "web", "cluster_name": "eu-1", "manifests": list{onhub.Deployment("web:1")}})
	providertest.FailsWith(t, p.Diags, "There is no hub")
}
