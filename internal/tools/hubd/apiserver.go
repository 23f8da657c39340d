// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/client-go/rest"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
)

// withoutAdmission are the admission plugins that need controllers which do not run here.
const withoutAdmission = "ServiceAccount,TaintNodesByCondition,Priority,DefaultTolerationSeconds,DefaultStorageClass," +
	"StorageObjectInUseProtection,PersistentVolumeClaimResize,RuntimeClass,DefaultIngressClass,PodSecurity"

// listen takes a free port, and keeps it for the server.
func listen() (net.Listener, error) {
	return net.Listen("tcp", "127.0.0.1:0")
}

// startAPIServer starts kube-apiserver. What it returns receives once, when the server has ended.
func startAPIServer(ctx context.Context, cfg config, listener net.Listener, etcd string, keys *keys) (<-chan error, error) {
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return nil, err
	}
	s := options.NewServerRunOptions()
	s.SecureServing.Listener = listener
	flags := pflag.NewFlagSet("kube-apiserver", pflag.ContinueOnError)
	named := s.Flags()
	for _, set := range named.FlagSets {
		flags.AddFlagSet(set)
	}
	err = flags.Parse(append([]string{
		"--etcd-servers=" + etcd,
		"--bind-address=127.0.0.1",
		"--advertise-address=127.0.0.1",
		"--secure-port=" + port,
		"--tls-cert-file=" + keys.serving.certFile(),
		"--tls-private-key-file=" + keys.serving.keyFile(),
		"--client-ca-file=" + keys.ca.certFile(),
		"--token-auth-file=" + keys.tokenFile,
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + keys.serviceAccounts.keyFile(),
		"--service-account-signing-key-file=" + keys.serviceAccounts.keyFile(),
		"--service-cluster-ip-range=10.0.0.0/24",
		"--endpoint-reconciler-type=none",
		"--authorization-mode=RBAC",
		"--disable-admission-plugins=" + withoutAdmission,
		"--enable-priority-and-fairness=false",
		"--profiling=false",
		fmt.Sprintf("--v=%d", cfg.verbosity),
	}, cfg.apiserver...))
	if err != nil {
		return nil, err
	}
	if err := s.GenericServerRunOptions.ComponentGlobalsRegistry.Set(); err != nil {
		return nil, err
	}
	if err := logsapi.ValidateAndApply(s.Logs, nil); err != nil {
		return nil, err
	}
	completed, err := s.Complete(ctx)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(completed.Validate()...); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- app.Run(ctx, completed) }()
	return ended, nil
}

// waitReady asks the server until it is ready.
func waitReady(ctx context.Context, cfg *rest.Config, ended <-chan error, limit time.Duration) error {
	client, err := rest.HTTPClientFor(cfg)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		if ready(ctx, client, cfg.Host) {
			return nil
		}
		select {
		case err := <-ended:
			return fmt.Errorf("kube-apiserver ended: %w", err)
		case <-ctx.Done():
			return fmt.Errorf("kube-apiserver is not ready after %s", limit)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func ready(ctx context.Context, client *http.Client, host string) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, host+"/readyz", nil)
	if err != nil {
		return false
	}
	response, err := client.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}
