// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"fmt"
	"os/exec"
	"strconv"
)

// start starts a plugin that ends with the processes that it has started, also when the process of the provider is killed and
// cannot end it: a shell waits for the end of a pipe, the other end of which only this process has. Release is called after the
// plugin has ended.
func start(plugin *exec.Cmd) (release func(), err error) {
	plugin.Cancel = func() error {
		return exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(plugin.Process.Pid)).Run()
	}
	if err := plugin.Start(); err != nil {
		return func() {}, err
	}
	shell := exec.Command("cmd", "/c", fmt.Sprintf("set /p ended= || taskkill /T /F /PID %d", plugin.Process.Pid))
	if _, err := shell.StdinPipe(); err != nil || shell.Start() != nil {
		return func() {}, nil
	}
	return func() {
		_ = shell.Process.Kill()
		_ = shell.Wait()
	}, nil
}
