// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Hubd is a Kubernetes API server for tests, in one process: kube-apiserver with RBAC on an embedded etcd, and the two
// controllers that clients notice, those of namespaces and of garbage collection. No nodes, no webhooks, no other controllers.
// It listens on loopback only, writes a kubeconfig, prints its path when it is ready, and removes its data when it ends.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const usage = `Usage: hubd [flags]

Runs a Kubernetes API server for tests on a random loopback port. When it is ready, it prints one line on standard
output, KUBECONFIG=<path>, and runs until it receives SIGINT or SIGTERM. The folder gets:

  kubeconfig         contexts "token" (current) and "certificate", both of the group system:masters
  NAME.kubeconfig    for each -user: a client certificate, without any permission until RBAC grants it
  ca.crt, ca.key     the authority that signed the server's certificate and signs those of users

Flags:
`

type config struct {
	dir         string
	withParent  bool
	controllers bool
	verbosity   int
	users       users
	apiserver   arguments
	ready       time.Duration
}

// users are the values of -user.
type users []user

type user struct {
	name   string
	groups []string
}

func (u *users) String() string { return "" }

func (u *users) Set(value string) error {
	name, groups, _ := strings.Cut(value, ":")
	if name == "" || name != filepath.Base(name) || name == "kubeconfig" {
		return fmt.Errorf("%q cannot be the name of a file", name)
	}
	*u = append(*u, user{name: name, groups: strings.FieldsFunc(groups, func(r rune) bool { return r == ',' })})
	return nil
}

// arguments are the values of -apiserver-arg.
type arguments []string

func (a *arguments) String() string { return "" }

func (a *arguments) Set(value string) error {
	*a = append(*a, value)
	return nil
}

func main() {
	if err := run(); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "hubd:", err)
		os.Exit(1)
	}
}

func run() error {
	var cfg config
	flags := flag.NewFlagSet("hubd", flag.ContinueOnError)
	flags.StringVar(&cfg.dir, "dir", "", "folder for data, certificates and kubeconfigs, which is kept; defaults to a temporary "+
		"one, which is removed at the end")
	flags.BoolVar(&cfg.withParent, "with-parent", false, "end as soon as standard input is closed, as it is when the process that "+
		"holds the other end of the pipe ends")
	flags.BoolVar(&cfg.controllers, "controllers", true, "run the namespace controller and the garbage collector")
	flags.IntVar(&cfg.verbosity, "v", 0, "verbosity of the log on standard error")
	flags.Var(&cfg.users, "user", "`NAME[:GROUP,...]` of a further user, for tests of RBAC; can be repeated")
	flags.Var(&cfg.apiserver, "apiserver-arg", "further `--flag=value` of kube-apiserver; can be repeated")
	flags.DurationVar(&cfg.ready, "ready-timeout", 2*time.Minute, "how long the start may take")
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	if err := flags.Parse(os.Args[1:]); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	// A reader of our output that has ended must not end us before the data is removed.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if cfg.withParent {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			stop()
		}()
	}
	remove, err := cfg.makeDir()
	if err != nil {
		return err
	}
	defer remove()
	return serve(ctx, cfg)
}

// makeDir makes the folder, and says how to remove it in the end.
func (c *config) makeDir() (remove func(), err error) {
	if c.dir != "" {
		if c.dir, err = filepath.Abs(c.dir); err != nil {
			return nil, err
		}
		return func() {}, os.MkdirAll(c.dir, 0o700)
	}
	if c.dir, err = os.MkdirTemp("", "hubd-"); err != nil {
		return nil, err
	}
	return func() { _ = os.RemoveAll(c.dir) }, nil
}

// serve runs etcd, kube-apiserver and the controllers until the context ends.
func serve(ctx context.Context, cfg config) error {
	start := time.Now()
	report := func(what string) {
		fmt.Fprintf(os.Stderr, "hubd: %5d ms  %s\n", time.Since(start).Milliseconds(), what)
	}
	etcd, stopEtcd, err := startEtcd(filepath.Join(cfg.dir, "etcd"))
	if err != nil {
		return fmt.Errorf("etcd: %w", err)
	}
	defer stopEtcd()
	report("etcd is ready")

	listener, err := listen()
	if err != nil {
		return err
	}
	keys, err := makeKeys(cfg.dir)
	if err != nil {
		return err
	}
	// The server outlives the context by its own shutdown: etcd has to be there until then.
	ended, err := startAPIServer(ctx, cfg, listener, etcd, keys)
	if err != nil {
		return fmt.Errorf("kube-apiserver: %w", err)
	}
	server := "https://" + listener.Addr().String()
	client := keys.clientConfig(server)
	if err := waitReady(ctx, client, ended, cfg.ready); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	report("kube-apiserver is ready")
	if cfg.controllers {
		if err := startControllers(ctx, client); err != nil {
			return fmt.Errorf("controllers: %w", err)
		}
		report("the controllers run")
	}
	if err := keys.writeKubeconfigs(cfg.dir, server, cfg.users); err != nil {
		return err
	}
	fmt.Printf("KUBECONFIG=%s\n", filepath.Join(cfg.dir, "kubeconfig"))
	err = <-ended
	if ctx.Err() != nil {
		report("stopped; " + peakMemory())
		return nil
	}
	return fmt.Errorf("kube-apiserver ended: %w", err)
}

// peakMemory says how much memory the process had at most, where the system tells.
func peakMemory() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "peak memory unknown"
	}
	for _, line := range bytes.Split(status, []byte("\n")) {
		if peak, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			return "peak memory " + string(bytes.TrimSpace(peak))
		}
	}
	return "peak memory unknown"
}
