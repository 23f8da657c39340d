package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// workspace is a folder with a configuration and a state, in which Terraform or OpenTofu runs with the provider as a process.
type workspace struct {
	folder      string
	environment []string
}

// newWorkspace makes a workspace that needs no init. Mirror is that of buildMirror.
func newWorkspace(t *testing.T, mirror, config string) *workspace {
	t.Helper()
	w := &workspace{folder: t.TempDir()}
	w.write(t, "main.tf", "terraform {\n  required_providers {\n    multicluster = { source = \"terraform-multicluster/multicluster\" }\n  }\n}\n"+config)
	overrides := ""
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		overrides += fmt.Sprintf("    \"%s/terraform-multicluster/multicluster\" = %q\n", host, mirror)
	}
	w.write(t, "cli.tfrc", "provider_installation {\n  dev_overrides {\n"+overrides+"  }\n  direct {}\n}\n")
	w.environment = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(w.folder, "cli.tfrc"), "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1")
	return w
}

func (w *workspace) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(w.folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// command is a command of the tool, with its flags.
func (w *workspace) command(t *testing.T, arguments ...string) (command *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	arguments = append([]string{arguments[0], "-no-color"}, arguments[1:]...)
	command = exec.CommandContext(t.Context(), toolBinary(), arguments...)
	command.Dir, command.Env = w.folder, w.environment
	out = &bytes.Buffer{}
	command.Stdout, command.Stderr = out, out
	return command, out
}

// run runs a command, and returns what it printed in one line.
func (w *workspace) run(t *testing.T, arguments ...string) (string, error) {
	t.Helper()
	command, out := w.command(t, arguments...)
	err := command.Run()
	return whitespace.ReplaceAllString(out.String(), " "), err
}

// apply applies without a question.
func (w *workspace) apply(t *testing.T, further ...string) (string, error) {
	t.Helper()
	return w.run(t, append([]string{"apply", "-input=false", "-auto-approve"}, further...)...)
}

// mustSettle wants an apply to succeed, and the plan after it to be empty.
func (w *workspace) mustSettle(t *testing.T) {
	t.Helper()
	if out, err := w.apply(t); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := w.run(t, "plan", "-input=false", "-detailed-exitcode"); err != nil {
		t.Fatalf("the second plan: %v\n%s", err, out)
	}
}

// managed are the names of the resources in the state.
func (w *workspace) managed(t *testing.T) (names []string) {
	t.Helper()
	var state struct {
		Resources []struct {
			Mode      string
			Instances []struct{ Attributes struct{ Name string } }
		}
	}
	text, err := os.ReadFile(filepath.Join(w.folder, "terraform.tfstate"))
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

// proxyProvider is the configuration of a provider with a hub behind a proxy.
func proxyProvider(p *hubtest.Proxy) string {
	return fmt.Sprintf("provider \"multicluster\" {\n  hub = { config_path = %q }\n}\n", p.Kubeconfig)
}

// clusterFleet are clusters with a label and a taint each.
func clusterFleet(prefix string, count int) string {
	return fmt.Sprintf(`
resource "multicluster_cluster" "c" {
  count      = %d
  kind       = "ManagedCluster"
  name       = format("%s%%02d", count.index)
  labels     = { index = "i${count.index}" }
  taints     = [{ key = "gpu", value = "true", effect = "NoSelect" }]
  on_destroy = "delete"
}
`, count, prefix)
}

// fleetOnHub are the clusters with a prefix, and mistakes in what the hub has of clusterFleet.
func fleetOnHub(t *testing.T, server *hubtest.Hub, prefix string) (names []string) {
	t.Helper()
	for _, object := range server.List(t, ocmClusterVersion, "ManagedCluster", "", "") {
		index, ours := strings.CutPrefix(object.GetName(), prefix)
		if !ours {
			continue
		}
		names = append(names, object.GetName())
		taints, _ := object.Object["spec"].(map[string]any)["taints"].([]any)
		if want := "i" + strings.TrimPrefix(index, "0"); object.GetLabels()["index"] != want || len(taints) != 1 || len(object.GetLabels()) != 1 {
			t.Errorf("%s has the labels %v and the taints %v", object.GetName(), object.GetLabels(), taints)
		}
	}
	return names
}

// mustHave wants the same clusters on the hub and in the state.
func mustHave(t *testing.T, server *hubtest.Hub, w *workspace, prefix string, count int) {
	t.Helper()
	there, managed := fleetOnHub(t, server, prefix), w.managed(t)
	if len(there) != count || !slices.Equal(there, managed) {
		t.Errorf("the hub has %v\nthe state has %v\nwant %d", there, managed, count)
	}
}
