// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

//go:build !windows

package apiserver

import (
	"os/exec"
	"syscall"
)

// endsWhole makes a plugin end with the processes that it has started. It has a session of its own and so no terminal, where
// no process would answer.
func endsWhole(plugin *exec.Cmd) {
	plugin.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	plugin.Cancel = func() error { return syscall.Kill(-plugin.Process.Pid, syscall.SIGKILL) }
}
