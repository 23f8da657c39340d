// Command terraform-provider-multicluster is the Terraform provider. Terraform starts it.
package main

import (
	"flag"
	"log"
	"runtime/debug"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider"
)

// version is set when a release is built.
var version = "dev"

const address = "registry.terraform.io/terraform-multicluster/multicluster"

// gcPercent trades memory for time: the process lives for one plan, and reads the fleet once.
const gcPercent = 400

func main() {
	debugging := flag.Bool("debug", false, "wait for a debugger instead of for Terraform")
	flag.Parse()
	debug.SetGCPercent(gcPercent)

	var options []tf6server.ServeOpt
	if *debugging {
		options = append(options, tf6server.WithManagedDebug())
	}
	if err := tf6server.Serve(address, provider.NewServer(version), options...); err != nil {
		log.Fatal(err)
	}
}
