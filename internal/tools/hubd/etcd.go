// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"net/url"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
)

// startEtcd runs an etcd with one member, which does not wait for the disk: its data is lost with the machine.
func startEtcd(dir string) (endpoint string, stop func(), err error) {
	c := embed.NewConfig()
	c.Name = "hubd"
	c.Dir = dir
	// Errors are returned. What is logged as an error beside them is that listeners are closed at the end.
	c.LogLevel = "panic"
	c.UnsafeNoFsync = true
	c.QuotaBackendBytes = 2 << 30
	loopback := []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	c.ListenClientUrls, c.ListenPeerUrls = loopback, loopback
	c.AdvertiseClientUrls, c.AdvertisePeerUrls = loopback, loopback
	c.InitialCluster = c.InitialClusterFromName(c.Name)
	// A single member elects itself: there is nobody to wait for.
	c.TickMs, c.ElectionMs = 10, 100
	etcd, err := embed.StartEtcd(c)
	if err != nil {
		return "", nil, err
	}
	select {
	case <-etcd.Server.ReadyNotify():
		return "http://" + etcd.Clients[0].Addr().String(), etcd.Close, nil
	case err = <-etcd.Err():
	case <-time.After(time.Minute):
		err = errors.New("not ready after a minute")
	}
	etcd.Close()
	return "", nil, err
}
