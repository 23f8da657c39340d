// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Command terraform-provider-multicluster is the Terraform provider. Terraform starts it.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/heap"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider"
)

// version is set when a release is built.
var version = "dev"

// name identifies the provider within a registry.
const name = "terraform-multicluster/multicluster"

func main() {
	debugging := flag.Bool("debug", false, "wait for a debugger instead of for Terraform")
	// The tool attaches to the provider with the full address, in which each tool has a registry of its own.
	registry := flag.String("registry", "registry.terraform.io", "with -debug: the registry of the tool; registry.opentofu.org "+
		"for OpenTofu")
	flag.Parse()
	heap.Tune()
	if err := quietFramework(); err != nil {
		log.Fatal(err)
	}

	var options []tf6server.ServeOpt
	if *debugging {
		options = append(options, tf6server.WithManagedDebug())
	}
	server := provider.NewServer(context.Background(), version)
	if err := tf6server.Serve(*registry+"/"+name, server, options...); err != nil {
		log.Fatal(err)
	}
}

// quietFramework disables framework trace logging unless TF_LOG* is set. Terraform discards the lines; producing them took
// half of the provider's CPU time.
func quietFramework() error {
	for _, variable := range os.Environ() {
		if strings.HasPrefix(variable, "TF_LOG") {
			return nil
		}
	}
	for _, name := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK"} {
		if err := os.Setenv(name, "ERROR"); err != nil {
			return err
		}
	}
	return nil
}
