// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// runVariable is the environment variable of a process that runs a plugin: the address of the provider's process and its key.
// The arguments are those of the plugin, after its path.
const runVariable = "TERRAFORM_PROVIDER_MULTICLUSTER_RUN"

// init makes every program that can configure a hub one that runs plugins, also a test, before it does anything else.
func init() {
	address, ok := os.LookupEnv(runVariable)
	if !ok || len(os.Args) < 2 {
		return
	}
	_ = os.Unsetenv(runVariable)
	code, err := runPlugin(address, os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// runPlugin runs a plugin until it ends or the connection does, and returns its exit code.
func runPlugin(address, path string, args []string) (code int, err error) {
	address, key, _ := strings.Cut(address, "/")
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return 1, err
	}
	defer func() { _ = conn.Close() }()
	// A write to the process of the provider that has ended must not end this one before the plugin.
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
	defer cancel()
	if _, err := io.WriteString(conn, key); err != nil {
		return 1, err
	}
	if _, err := conn.Read(make([]byte, 1)); err != nil {
		return 1, err
	}
	go func() {
		_, _ = conn.Read(make([]byte, 1))
		cancel()
	}()
	plugin := exec.CommandContext(ctx, path, args...)
	// A process that the plugin leaves behind gets pipes, not the files of this process, for which client-go would wait. The
	// provider's own stderr is in the log of Terraform.
	plugin.Stdout, plugin.Stderr = io.MultiWriter(os.Stdout), io.MultiWriter(conn, os.Stderr)
	plugin.WaitDelay = 200 * time.Millisecond
	endsWhole(plugin)
	if err = plugin.Run(); plugin.ProcessState == nil {
		_, _ = fmt.Fprintln(conn, err)
		return 1, err
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) || errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	return plugin.ProcessState.ExitCode(), err
}
