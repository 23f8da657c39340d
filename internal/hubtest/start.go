// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest/hubd"
)

// KubeconfigVariable names the kubeconfig of an API server to test with. Its user needs to be an administrator. CRDs are
// created there if they are missing, and existing ones stay as they are.
const KubeconfigVariable = "MULTICLUSTER_TEST_KUBECONFIG"

// noneVariable is set to none where the tests run without an API server and without what else has to be built for them first.
const noneVariable = "MULTICLUSTER_TEST_HUB"

const (
	assetsVariable = "KUBEBUILDER_ASSETS"
	crdsVariable   = "CRDS_DIR"
)

// A Kind says where the API server comes from.
type Kind string

// The kinds of an API server, in the order in which Start looks for them.
const (
	// Named is the server of the kubeconfig that the variable KubeconfigVariable names.
	Named Kind = "named"
	// Envtest is a kube-apiserver and an etcd from the folder that the variable KUBEBUILDER_ASSETS names. No controllers run:
	// namespaces are never emptied, and nothing is deleted with its owner.
	Envtest Kind = "envtest"
	// Hubd is the program of internal/tools/hubd, which `make hub` builds.
	Hubd Kind = "hubd"
	// Fake is a server in the process of the test, see [Connect].
	Fake Kind = "fake"
)

// Hub is an API server. Its methods fail the test if the server refuses something.
type Hub struct {
	Kind Kind
	// Kubeconfig is the path of the administrator's kubeconfig. That of hubd has the contexts "token" and "certificate".
	Kubeconfig string
	// Config is the administrator's, without a limit of requests.
	Config *rest.Config

	client    dynamic.Interface
	resources resources
	// process is nil for a server that the tests did not start.
	process *running
}

// HTTPClient returns a client of the administrator.
func (h *Hub) HTTPClient(t testing.TB) *http.Client {
	t.Helper()
	client, err := rest.HTTPClientFor(h.Config)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// IsLeftOut reports whether the tests that need an API server are left out, also where the variable CI is set.
func IsLeftOut() bool { return os.Getenv(noneVariable) == "none" }

var errLeftOut = errors.New("left out: " + noneVariable + "=none")

var errNone = fmt.Errorf("no API server: run `make hub` once to build one, or set %s or %s", assetsVariable, KubeconfigVariable)

// shared is the server of the test binary, with the CRDs of the project or, if the variable CRDS_DIR is set, those of upstream.
var shared = sync.OnceValues(func() (*Hub, error) {
	crds, err := usedCRDs()
	if err != nil {
		return nil, err
	}
	return startWith(crds)
})

func startWith(crds []crd) (*Hub, error) {
	hub, err := start()
	if err != nil {
		return nil, err
	}
	return hub, hub.install(crds)
}

// Start returns the API server that all tests of the test binary share. It ends with the binary. Without a server the test is
// skipped, or fails if the variable CI is set.
func Start(t testing.TB) *Hub {
	t.Helper()
	hub, err := shared()
	return orSkip(t, hub, err)
}

// StartOwn returns an API server that no other test uses, such as for a whole fleet. It ends with the test.
func StartOwn(t testing.TB) *Hub {
	t.Helper()
	crds, err := usedCRDs()
	if err != nil {
		t.Fatal(err)
	}
	return startOwn(t, crds)
}

func startOwn(t testing.TB, crds []crd) *Hub {
	t.Helper()
	if os.Getenv(KubeconfigVariable) != "" {
		t.Skip("the test needs a server of its own and not that of " + KubeconfigVariable)
	}
	hub, err := startWith(crds)
	hub = orSkip(t, hub, err)
	t.Cleanup(func() {
		if err := hub.process.stop(); err != nil {
			t.Errorf("the API server ended with an error: %v", err)
		}
		if hub.Kind == Hubd {
			// After a restart, hubd does not remove its folder itself.
			_ = os.RemoveAll(filepath.Dir(hub.Kubeconfig))
		}
	})
	return hub
}

// Connect returns a server that the test has started for itself, such as one of package fakehub. It serves the kinds of
// the project without credentials: client-go sends none without TLS.
func Connect(t testing.TB, host string) *Hub {
	t.Helper()
	kubeconfig := filepath.Join(t.TempDir(), "kubeconfig")
	err := writeKubeconfig(kubeconfig, &api.Cluster{Server: host}, "")
	var hub *Hub
	var crds []crd
	if err == nil {
		hub, err = connect(Fake, kubeconfig, nil)
	}
	if err == nil {
		crds, err = projectCRDs()
	}
	if err == nil {
		err = hub.resources.addAll(crds)
	}
	if err != nil {
		t.Fatal(err)
	}
	return hub
}

// restart kills the server, and starts it again with its data. It has other credentials then, and the tokens of users are
// not valid any more.
func (h *Hub) restart(t testing.TB) {
	t.Helper()
	if h.Kind != Hubd {
		t.Skipf("the test starts the server again, which the one of the kind %s does not do", h.Kind)
	}
	_ = h.process.command.Process.Kill()
	_ = h.process.stop()
	kubeconfig, process, err := startHubd(h.process.command.Path, "-dir", filepath.Dir(h.Kubeconfig))
	if err != nil {
		t.Fatal(err)
	}
	again, err := connect(Hubd, kubeconfig, process)
	if err != nil {
		t.Fatal(err)
	}
	h.Config, h.client, h.process = again.Config, again.client, process
}

func orSkip(t testing.TB, hub *Hub, err error) *Hub {
	t.Helper()
	switch {
	case errors.Is(err, errLeftOut), errors.Is(err, errNone) && os.Getenv("CI") == "":
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	return hub
}

// start starts a server without CRDs.
func start() (*Hub, error) {
	if IsLeftOut() {
		return nil, errLeftOut
	}
	if path := os.Getenv(KubeconfigVariable); path != "" {
		return connect(Named, path, nil)
	}
	if folder := os.Getenv(assetsVariable); folder != "" {
		path, process, err := startEnvtest(folder)
		if err != nil {
			return nil, fmt.Errorf("%s=%s: %w", assetsVariable, folder, err)
		}
		return connect(Envtest, path, process)
	}
	program, ok, err := hubd.Find()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errNone
	}
	path, process, err := startHubd(program)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	return connect(Hubd, path, process)
}

func connect(kind Kind, kubeconfig string, process *running) (*Hub, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS = -1
	config.UserAgent = "hubtest"
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	return &Hub{Kind: kind, Kubeconfig: kubeconfig, Config: config, client: client, resources: coreResources(), process: process},
		nil
}

// NeedControllers skips the test on a server where namespaces are not emptied and nothing is deleted with its owner.
func (h *Hub) NeedControllers(t testing.TB) {
	t.Helper()
	if h.Kind == Envtest {
		t.Skip("the test needs the controllers of namespaces and garbage collection, which do not run with " + assetsVariable)
	}
}

// needOwn skips the test on a server that is not on this machine, or may have the real controllers.
func (h *Hub) needOwn(t testing.TB) {
	t.Helper()
	if h.Kind == Named {
		t.Skip("the test does not run on the server that " + KubeconfigVariable + " names")
	}
}
