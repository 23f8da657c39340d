// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Hub builds the Kubernetes API server of the tests, unless it has been built before, and prints its path. With -missing it
// builds nothing, and prints the path if nothing is there.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest/hubd"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	missing := flag.Bool("missing", false, "")
	flag.Parse()
	path, isBuilt, err := hubd.Find()
	if !*missing {
		path, err = hubd.Build(ctx, os.Stderr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hub:", err)
		os.Exit(1)
	}
	if !*missing || !isBuilt {
		fmt.Println(path)
	}
}
