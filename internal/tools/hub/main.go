// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Hub builds the Kubernetes API server of the tests, unless it has been built before, and prints its path.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest/hubd"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	path, err := hubd.Build(ctx, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hub:", err)
		os.Exit(1)
	}
	fmt.Println(path)
}
