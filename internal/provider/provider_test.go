package provider

import (
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
)

// testTime is where the clock of the provider stands in tests.
var testTime = time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC)

func testServer() tfprotov6.ProviderServer {
	return newServer(&multiclusterProvider{version: "test", now: func() time.Time { return testTime }})()
}

// testAcceptance runs steps on the real binary.
func testAcceptance(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	t.Parallel()
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: map[string]func() (tfprotov6.ProviderServer, error){
			"multicluster": func() (tfprotov6.ProviderServer, error) { return testServer(), nil },
		},
		Steps: steps,
	})
}
