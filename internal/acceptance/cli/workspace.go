// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// Workspace is a folder with a configuration and a state, in which Terraform or OpenTofu runs with the provider as a process.
type Workspace struct {
	Folder      string
	Environment []string
	// Tool is the path of the tool; that of Binary if it is empty.
	Tool string
}

// NewWorkspace makes a workspace that needs no init. Mirror is that of Mirror.
func NewWorkspace(t *testing.T, mirror, config string) *Workspace {
	t.Helper()
	w := &Workspace{Folder: t.TempDir()}
	w.Write(t, "main.tf", "terraform {\n  required_providers {\n    multicluster = { source = "+
		"\"terraform-multicluster/multicluster\" }\n  }\n}\n"+config)
	overrides := ""
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		overrides += fmt.Sprintf("    \"%s/terraform-multicluster/multicluster\" = %q\n", host, mirror)
	}
	w.Write(t, "cli.tfrc", "provider_installation {\n  dev_overrides {\n"+overrides+"  }\n  direct {}\n}\n")
	w.Environment = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(w.Folder, "cli.tfrc"), "CHECKPOINT_DISABLE=1",
		"TF_IN_AUTOMATION=1")
	return w
}

// Write writes a file of the configuration.
func (w *Workspace) Write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(w.Folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Command is a command of the tool, with its flags.
func (w *Workspace) Command(t *testing.T, arguments ...string) (command *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	arguments = append([]string{arguments[0], "-no-color"}, arguments[1:]...)
	command = exec.CommandContext(t.Context(), cmp.Or(w.Tool, Binary()), arguments...)
	command.Dir, command.Env = w.Folder, w.Environment
	out = &bytes.Buffer{}
	command.Stdout, command.Stderr = out, out
	return command, out
}

// Run runs a command, and returns what it printed in one line.
func (w *Workspace) Run(t *testing.T, arguments ...string) (string, error) {
	t.Helper()
	command, out := w.Command(t, arguments...)
	err := command.Run()
	return Whitespace.ReplaceAllString(out.String(), " "), err
}

// Apply applies without a question.
func (w *Workspace) Apply(t *testing.T, further ...string) (string, error) {
	t.Helper()
	return w.Run(t, append([]string{"apply", "-input=false", "-auto-approve"}, further...)...)
}

// PlanJSON is the plan in the file plan.out.
func (w *Workspace) PlanJSON(t *testing.T) []byte {
	t.Helper()
	command, out := w.Command(t, "show", "-json", "plan.out")
	command.Stderr = nil
	if err := command.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return out.Bytes()
}

// MustSettle wants an apply to succeed, and the plan after it to be empty.
func (w *Workspace) MustSettle(t *testing.T) {
	t.Helper()
	if out, err := w.Apply(t); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := w.Run(t, "plan", "-input=false", "-detailed-exitcode"); err != nil {
		t.Fatalf("the second plan: %v\n%s", err, out)
	}
}

// Managed are the names of the resources in the state.
func (w *Workspace) Managed(t *testing.T) (names []string) {
	t.Helper()
	var state struct {
		Resources []struct {
			Mode      string
			Instances []struct{ Attributes struct{ Name string } }
		}
	}
	text, err := os.ReadFile(filepath.Join(w.Folder, "terraform.tfstate"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &state); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range state.Resources {
		for _, i := range r.Instances {
			names = append(names, i.Attributes.Name)
		}
	}
	slices.Sort(names)
	return names
}

// ProxyProvider is the configuration of a provider with a hub behind a proxy.
func ProxyProvider(p *hubtest.Proxy) string {
	return fmt.Sprintf("provider \"multicluster\" {\n  hub = { config_path = %q }\n}\n", p.Kubeconfig)
}

// HubFleet are objects of a kind on a hub, one for each cluster.
type HubFleet struct {
	apiVersion, kind string
	// config has the resources; its arguments are the names' beginning and the count.
	config string
	// prepare makes what the objects need.
	prepare func(t *testing.T, server *hubtest.Hub, prefix string, count int)
	// Creation counts the requests for each object to create it.
	Creation int
	// isRight reports whether an object has what the configuration says.
	isRight func(o *unstructured.Unstructured, index string) bool
}

// HubFleets are the kinds of objects that a configuration has many of.
var HubFleets = map[string]*HubFleet{
	"clusters": {
		apiVersion: onhub.OCMClusterVersion, kind: "ManagedCluster",
		config: `
resource "multicluster_cluster" "c" {
  count      = %[2]d
  kind       = "ManagedCluster"
  name       = format("%[1]s%%02d", count.index)
  labels     = { index = "i${count.index}" }
  taints     = [{ key = "gpu", value = "true", effect = "NoSelect" }]
  on_destroy = "delete"
}
`,
		prepare: func(*testing.T, *hubtest.Hub, string, int) {},
		// To plan, when it applies again: read, dry run. To apply: read, create, give up the ownership of the taints.
		Creation: 7,
		isRight: func(o *unstructured.Unstructured, index string) bool {
			taints, _, _ := unstructured.NestedSlice(o.Object, "spec", "taints")
			return o.GetLabels()["index"] == index && len(taints) == 1 && len(o.GetLabels()) == 1
		},
	},
	"works": {
		apiVersion: onhub.ManifestWorkVersion, kind: "ManifestWork",
		config: `
resource "multicluster_manifest_work" "w" {
  count        = %[2]d
  name         = format("%[1]s%%02d", count.index)
  cluster_name = format("%[1]s%%02d", count.index)
  revision     = "i${count.index}"
  manifests    = [{ apiVersion = "v1", kind = "ConfigMap", metadata = { name = "web" }, data = { a = "i${count.index}" } }]
}
`,
		prepare: func(t *testing.T, server *hubtest.Hub, prefix string, count int) {
			for i := range count {
				server.CreateNamespace(t, fmt.Sprintf("%s%02d", prefix, i))
			}
		},
		// To plan, when it applies again: read, dry run. To apply: read, create.
		Creation: 6,
		isRight: func(o *unstructured.Unstructured, index string) bool {
			manifests, _, _ := unstructured.NestedSlice(o.Object, "spec", "workload", "manifests")
			return o.GetAnnotations()[manifestwork.Revision] == index && len(manifests) == 1
		},
	},
}

// On is the configuration of objects behind a proxy, and their beginning.
func (f *HubFleet) On(t *testing.T, server *hubtest.Hub, p *hubtest.Proxy, count int) (config, prefix string) {
	t.Helper()
	prefix = server.Prefix(t)
	f.prepare(t, server, prefix, count)
	return ProxyProvider(p) + fmt.Sprintf(f.config, prefix, count), prefix
}

// Names are the objects with a prefix.
func (f *HubFleet) Names(t *testing.T, server *hubtest.Hub, prefix string) (names []string) {
	t.Helper()
	for _, object := range server.List(t, f.apiVersion, f.kind, "", "") {
		if strings.HasPrefix(object.GetName(), prefix) {
			names = append(names, object.GetName())
		}
	}
	return names
}

// MustHave wants the same objects on the hub and in the state, as the configuration says.
func (f *HubFleet) MustHave(t *testing.T, server *hubtest.Hub, w *Workspace, prefix string, count int) {
	t.Helper()
	for _, o := range server.List(t, f.apiVersion, f.kind, "", "") {
		index, ours := strings.CutPrefix(o.GetName(), prefix)
		if n, err := strconv.Atoi(index); ours && (err != nil || !f.isRight(&o, fmt.Sprint("i", n))) {
			t.Errorf("%s is not as configured: %v", o.GetName(), o.Object)
		}
	}
	there, managed := f.Names(t, server, prefix), w.Managed(t)
	if len(there) != count || !slices.Equal(there, managed) {
		t.Errorf("the hub has %v\nthe state has %v\nwant %d", there, managed, count)
	}
}
