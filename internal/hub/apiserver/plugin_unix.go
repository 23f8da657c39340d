// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

//go:build !windows

package apiserver

import (
	"os"
	"os/exec"
	"syscall"
)

// guarded is the script of a shell that becomes a plugin. It leaves a shell behind that ends the whole group when the pipe ends,
// and itself after a line. No moment is left in which the plugin runs and nothing waits for the pipe.
const guarded = `(read -r _ <&3 || kill -s KILL 0) >/dev/null 2>&1 & exec "$0" "$@" 3<&-`

// start starts a plugin that ends with the processes that it has started. It has a session of its own and so no terminal, where
// no process would answer. It ends also when the process of the provider is killed and cannot end it: only this process has the
// other end of the pipe. Without a shell the plugin runs without it. Release is called after the plugin has ended.
func start(plugin *exec.Cmd) (release func(), err error) {
	plugin.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	plugin.Cancel = func() error { return syscall.Kill(-plugin.Process.Pid, syscall.SIGKILL) }
	shell, err := exec.LookPath("sh")
	if err != nil {
		return func() {}, plugin.Start()
	}
	read, write, err := os.Pipe()
	if err != nil {
		return func() {}, err
	}
	plugin.ExtraFiles = []*os.File{read}
	plugin.Args = append([]string{shell, "-c", guarded, plugin.Path}, plugin.Args[1:]...)
	plugin.Path = shell
	err = plugin.Start()
	_ = read.Close()
	return func() {
		_, _ = write.WriteString("\n")
		_ = write.Close()
	}, err
}
