package hubtest

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest/hubd"
)

// KubeconfigVariable names the kubeconfig of an API server to test with. Its user needs to be an administrator. CRDs are
// created there if they are missing, and existing ones stay as they are.
const KubeconfigVariable = "MULTICLUSTER_TEST_KUBECONFIG"

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
	// Hubd is the program of tools/hubd, which `make hub` builds.
	Hubd Kind = "hubd"
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
}

var errNone = fmt.Errorf("no API server: run `make hub` once to build one, or set %s or %s", assetsVariable, KubeconfigVariable)

// shared is the server of the test binary, with the CRDs of the project or, if the variable CRDS_DIR is set, those of upstream.
var shared = sync.OnceValues(func() (*Hub, error) {
	hub, err := start()
	if err != nil {
		return nil, err
	}
	crds, err := usedCRDs()
	if err != nil {
		return nil, err
	}
	return hub, hub.install(crds)
})

// Start returns the API server that all tests of the test binary share. It ends with the binary. Without a server the test is
// skipped, or fails if the variable CI is set.
func Start(t testing.TB) *Hub {
	t.Helper()
	hub, err := shared()
	return orSkip(t, hub, err)
}

func orSkip(t testing.TB, hub *Hub, err error) *Hub {
	t.Helper()
	switch {
	case errors.Is(err, errNone) && os.Getenv("CI") == "":
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	return hub
}

// start starts a server without CRDs.
func start() (*Hub, error) {
	if path := os.Getenv(KubeconfigVariable); path != "" {
		return connect(Named, path)
	}
	if folder := os.Getenv(assetsVariable); folder != "" {
		path, err := startEnvtest(folder)
		if err != nil {
			return nil, fmt.Errorf("%s=%s: %w", assetsVariable, folder, err)
		}
		return connect(Envtest, path)
	}
	program, ok, err := hubd.Find()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errNone
	}
	path, _, err := startHubd(program)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	return connect(Hubd, path)
}

func connect(kind Kind, kubeconfig string) (*Hub, error) {
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
	return &Hub{Kind: kind, Kubeconfig: kubeconfig, Config: config, client: client, resources: coreResources()}, nil
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
