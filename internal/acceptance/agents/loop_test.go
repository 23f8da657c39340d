// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package agents

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// clusters are those of the hub, the canary first.
var clusters = []string{"c1", "c2", "c3"}

// loop is the example works_on_hub on a hub with real agents. An image is a revision; one with "broken" in its name never runs.
type loop struct {
	*cli.Workspace
	hub *hubtest.RealOCM
	// name is that of the works and of what they bring to the clusters.
	name string
}

// status is that of a cluster.
type status struct{ Status, Revision, Message string }

// outputs are those of the example, and what else a story looks at.
type outputs struct {
	Phase    string
	WaitsFor string `json:"waits_for"`
	Status   map[string]status
	// Revisions are those of the rollout.
	Revisions map[string]string
	GivenUp   []string `json:"given_up"`
}

const furtherOutputs = `
output "status" { value = data.multicluster_workload_status.web.cluster_status }
output "revisions" { value = multicluster_rollout.web.revisions }
output "given_up" { value = multicluster_rollout.web.given_up_revisions }
variable "deadline" { default = "10m" }
`

// newLoop makes the loop, before its first apply. The replacements are made in the configuration of the example.
func newLoop(t *testing.T, hub *hubtest.RealOCM, tool string, replacements ...string) *loop {
	t.Helper()
	config, err := os.ReadFile(filepath.Join("..", "..", "..", "examples", "works_on_hub", "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	namespace := hub.Namespace(t)
	hub.Create(t, "{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSetBinding, metadata: {name: fleet, "+
		"namespace: "+namespace+"}, spec: {clusterSet: fleet}}")
	text := strings.NewReplacer(replacements...).Replace(string(config))
	text = strings.NewReplacer(cli.UsersKubeconfig, hub.Kubeconfig, `["works"]`, `["fleet"]`, `= "works"`, `= "`+namespace+`"`,
		`= "web"`, `= "`+namespace+`"`, `"10m"`, `var.deadline`).Replace(text)
	l := &loop{Workspace: cli.NewWorkspace(t, cli.Mirror(t), text+furtherOutputs), hub: hub, name: namespace}
	l.Tool = tool
	return l
}

// apply makes one step of the rollout.
func (l *loop) apply(t *testing.T, image string, further ...string) outputs {
	t.Helper()
	command, out := l.Command(t, append([]string{"apply", "-input=false", "-auto-approve", "-var=image=" + image},
		further...)...)
	// Nothing that a rollout does waits for an agent, which may be gone for long.
	defer time.AfterFunc(limit/2, func() { _ = command.Process.Signal(os.Interrupt) }).Stop()
	if err := command.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return l.outputs(t)
}

// step applies, and compares what the provider says of the clusters with what they have.
func (l *loop) step(t *testing.T, image string, further ...string) outputs {
	t.Helper()
	o := l.apply(t, image, further...)
	for cluster, of := range o.Status {
		work := l.hub.Get(t, onhub.ManifestWorkVersion, "ManifestWork", cluster, l.name)
		if work == nil || work.GetAnnotations()[manifestwork.Revision] != of.Revision {
			// This very apply has changed it.
			continue
		}
		if live := l.live(t, cluster); (of.Status == "Succeeded" || of.Status == "Failed") && live != of.Status+" "+of.Revision {
			t.Errorf("%s is %s with %s (%s), but is %s", cluster, of.Status, of.Revision, of.Message, live)
		}
	}
	return o
}

func (l *loop) outputs(t *testing.T) (o outputs) {
	t.Helper()
	read(t, l.Workspace, &o)
	return o
}

// read reads the outputs of a workspace.
func read(t *testing.T, w *cli.Workspace, into any) {
	t.Helper()
	command, out := w.Command(t, "output", "-json")
	var values map[string]struct{ Value json.RawMessage }
	err := command.Run()
	if err == nil {
		err = json.Unmarshal(out.Bytes(), &values)
	}
	all := map[string]json.RawMessage{}
	for name, value := range values {
		all[name] = value.Value
	}
	text, _ := json.Marshal(all)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// live is how the Deployments of a cluster are: the first one that is not complete counts.
func (l *loop) live(t *testing.T, cluster string) (is string) {
	t.Helper()
	for _, d := range l.hub.Clusters[cluster].List(t, "apps/v1", "Deployment", l.name, "") {
		if of := deployed(&d); is == "" || !strings.HasPrefix(of, "Succeeded") {
			is = of
		}
	}
	return is
}

// deployed is how a Deployment is, as kubectl rollout status tells it, and its image.
func deployed(d *unstructured.Unstructured) string {
	if d == nil {
		return ""
	}
	containers, _, _ := unstructured.NestedSlice(d.Object, "spec", "template", "spec", "containers")
	image, _, _ := unstructured.NestedString(containers[0].(map[string]any), "image")
	count := func(path ...string) int64 {
		n, _, _ := unstructured.NestedInt64(d.Object, path...)
		return n
	}
	want, state := count("spec", "replicas"), "Progressing"
	switch {
	case count("status", "observedGeneration") < d.GetGeneration():
	case strings.Contains(fmt.Sprint(d.Object["status"]), "ProgressDeadlineExceeded"):
		state = "Failed"
	case count("status", "updatedReplicas") == want && count("status", "availableReplicas") == want && count("status", "replicas") == want:
		state = "Succeeded"
	}
	return state + " " + image
}

// reaches applies until the rollout has a phase. Until then it is in progress.
func (l *loop) reaches(t *testing.T, image, phase string, further ...string) (o outputs) {
	t.Helper()
	until(t, l.name+" with "+image+" is "+phase, func() bool {
		o = l.step(t, image, further...)
		if o.Phase != phase && !slices.Contains([]string{"Progressing", "RollingBack"}, o.Phase) {
			t.Fatalf("with %s it is %s, because it waits for %s; given up: %v; status: %v", image, o.Phase, o.WaitsFor, o.GivenUp, o.Status)
		}
		return o.Phase == phase
	})
	return o
}

// broken is an image that never runs.
const broken = "v2-broken"

// breaks applies until the broken image has failed on the canary, and returns what the status says of it.
func (l *loop) breaks(t *testing.T) (message string) {
	t.Helper()
	until(t, "the canary has failed", func() bool {
		of := l.step(t, broken).Status["c1"]
		message = of.Message
		return of.Status == "Failed" && of.Revision == broken
	})
	return message
}

// rollsBack applies until the rollout has returned by itself. The short deadline ends the broken revision, and not the way back.
func (l *loop) rollsBack(t *testing.T) {
	t.Helper()
	if l.outputs(t).Phase != "RollingBack" {
		l.reaches(t, broken, "RollingBack", "-var=deadline=1s")
	}
	l.reaches(t, broken, "RolledBack")
}

// has wants the clusters to run these images, in the order of the clusters: - for a cluster without the workload.
func (l *loop) has(t *testing.T, want string) {
	t.Helper()
	var got []string
	for _, cluster := range clusters {
		_, image, _ := strings.Cut(l.live(t, cluster), " ")
		got = append(got, orNone(image))
	}
	if is := strings.Join(got, " "); is != want {
		t.Errorf("the clusters have %s, want %s", is, want)
	}
}

// settles wants a plan without changes.
func (l *loop) settles(t *testing.T, image string) {
	t.Helper()
	// The last report may have been read in the apply: the next plan is empty.
	time.Sleep(time.Second)
	if out, err := l.Run(t, "plan", "-input=false", "-detailed-exitcode", "-var=image="+image); err != nil {
		t.Errorf("the plan is not empty: %v\n%s", err, out)
	}
}
