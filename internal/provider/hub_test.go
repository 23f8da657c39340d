package provider

import (
	"fmt"
	"os"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// hubProvider is the configuration of the provider with a hub. Further arguments of the hub can follow.
func hubProvider(server *hubtest.Hub, arguments ...string) string {
	text := fmt.Sprintf("provider \"multicluster\" {\n  hub = {\n    config_path = %q\n", server.Kubeconfig)
	for _, argument := range arguments {
		text += "    " + argument + "\n"
	}
	return text + "  }\n}\n"
}

// needAcceptance skips a test that runs the real binary, before it starts an API server for it.
func needAcceptance(t *testing.T) {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("needs the real binary: set TF_ACC=1")
	}
}
