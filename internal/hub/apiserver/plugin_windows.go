// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"fmt"
	"os/exec"
	"strconv"
)

// endsWhole makes a plugin end with the processes that it has started.
func endsWhole(plugin *exec.Cmd) {
	plugin.Cancel = func() error {
		return exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(plugin.Process.Pid)).Run()
	}
}

// whenInputEnds returns a command that ends a plugin when its own input ends.
func whenInputEnds(pid int) *exec.Cmd {
	return exec.Command("cmd", "/c", fmt.Sprintf("set /p ended= || taskkill /T /F /PID %d", pid))
}
