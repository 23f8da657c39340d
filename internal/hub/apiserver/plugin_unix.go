// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

//go:build !windows

package apiserver

import (
	"fmt"
	"os/exec"
	"syscall"
)

// endsWhole makes a plugin end with the processes that it has started. It has a session of its own and so no terminal, where
// no process would answer.
func endsWhole(plugin *exec.Cmd) {
	plugin.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	plugin.Cancel = func() error { return syscall.Kill(-plugin.Process.Pid, syscall.SIGKILL) }
}

// whenInputEnds returns a command that ends a plugin when its own input ends. The signals that end the provider do not end it.
func whenInputEnds(pid int) *exec.Cmd {
	script := fmt.Sprintf("trap '' HUP INT TERM; read -r _ || kill -s KILL -- -%d", pid)
	return exec.Command("sh", "-c", script) //nolint:noctx // It ends with its input, or by its caller.
}
