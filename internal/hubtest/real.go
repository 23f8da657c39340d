// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest/hubd"
)

// RealVariable names the folder with the programs of the real hubs: placement, registration and work of Open Cluster Management,
// hubagent and memberagent of KubeFleet.
const RealVariable = "REAL_CONTROLLERS"

// realWorld starts API servers and the programs of upstream, which end with the test.
type realWorld struct {
	programs, logs string
	// custom are the kinds of upstream.
	custom []crd
}

// conversion is the webhook of a CRD that converts its versions. Upstream has a template of it, which its operator fills in.
var conversion = regexp.MustCompile(`(?m)^  conversion:\n(    .*\n)+`)

// newRealWorld skips the test without the programs.
func newRealWorld(t testing.TB) *realWorld {
	t.Helper()
	w := &realWorld{programs: os.Getenv(RealVariable)}
	if w.programs == "" {
		t.Skip("needs the real controllers and agents: set " + RealVariable + " to the folder of their programs")
	}
	folder := os.Getenv(crdsVariable)
	if folder == "" {
		t.Fatal("the real controllers need the CRDs of upstream: set " + crdsVariable)
	}
	var err error
	w.custom, err = readEditedCRDs(os.DirFS(folder), func(text []byte) []byte { return conversion.ReplaceAll(text, nil) })
	if err != nil {
		t.Fatal(err)
	}
	if w.logs, err = os.MkdirTemp("", "real-"); err != nil { //nolint:usetesting // It outlives a test that fails.
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("the logs of the programs are in " + w.logs)
			return
		}
		_ = os.RemoveAll(w.logs)
	})
	return w
}

// crds are the kinds of the groups with one of these endings.
func (w *realWorld) crds(groups ...string) (found []crd) {
	for _, c := range w.custom {
		for _, group := range groups {
			if strings.HasSuffix(c.Metadata.Name, group) {
				found = append(found, c)
			}
		}
	}
	return found
}

// server starts an API server with the kinds, and users whose kubeconfigs are beside that of the administrator.
func (w *realWorld) server(t testing.TB, crds []crd, users ...string) *Hub {
	t.Helper()
	program, ok, err := hubd.Find()
	if err == nil && !ok {
		err = errNone
	}
	if err != nil {
		t.Fatal(err)
	}
	arguments := []string{"-dir", t.TempDir()}
	for _, user := range users {
		arguments = append(arguments, "-user", user)
	}
	kubeconfig, process, err := startHubd(program, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.stop() })
	hub, err := connect(Hubd, kubeconfig, process)
	if err == nil {
		err = hub.install(crds)
	}
	if err != nil {
		t.Fatal(err)
	}
	return hub
}

// put creates an object of the world, which ends with its server.
func (h *Hub) put(t testing.TB, text string) {
	t.Helper()
	object := Parse(t, text)
	client, err := h.For(object)
	if err == nil {
		_, err = client.Create(t.Context(), object, metav1.CreateOptions{FieldValidation: "Strict"})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// realScript runs a program until standard input is closed, as it is when this process ends.
const realScript = `"$0" "$@" >>"$LOG" 2>&1 &
cat >/dev/null
kill -9 $!
wait
`

// realAgent is a program of upstream, which can be stopped and started.
type realAgent struct {
	start   func() (*running, error)
	process *running
}

// agent starts a program of upstream, which ends with the test.
func (w *realWorld) agent(t testing.TB, name string, environment []string, program string, arguments ...string) *realAgent {
	t.Helper()
	arguments = append([]string{"-c", realScript, filepath.Join(w.programs, program)}, arguments...)
	a := &realAgent{start: func() (*running, error) {
		// Without a context: an agent that a story starts again outlives it.
		command := exec.Command("sh", arguments...)
		command.Env = append(append(os.Environ(), "LOG="+filepath.Join(w.logs, name+".log")), environment...)
		return run(command)
	}}
	a.Start(t)
	t.Cleanup(a.Stop)
	return a
}

// Start starts an agent that does not run.
func (a *realAgent) Start(t testing.TB) {
	t.Helper()
	if a.process != nil {
		return
	}
	var err error
	if a.process, err = a.start(); err != nil {
		t.Fatal(err)
	}
}

// Stop ends the agent, as the end of its node does.
func (a *realAgent) Stop() {
	if a.process != nil {
		_ = a.process.stop()
		a.process = nil
	}
}

// freePort is a port on which nothing listens at present.
func freePort(t testing.TB) string {
	t.Helper()
	ports, err := freePorts(1)
	if err != nil {
		t.Fatal(err)
	}
	return ports[0]
}

// listens reports whether something listens on a port of this machine.
func listens(port string) bool {
	connection, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", port), time.Second)
	return err == nil && errors.Join(connection.Close()) == nil
}
