// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

const token = "token-that-nobody-may-see"

// newClient returns a client of a server that answers a request with the token with an empty list, and does not wait between requests.
// Answer, if it is not nil, answers instead.
func newClient(t testing.TB, answer http.HandlerFunc, change func(c *apiserver.Config)) *apiserver.Client {
	t.Helper()
	if answer == nil {
		answer = func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer "+token {
				hubtest.Refuse(http.StatusUnauthorized, "Unauthorized", "Unauthorized")(nil, w, r)
				return
			}
			_, _ = w.Write([]byte(`{"kind":"APIResourceList"}`))
		}
	}
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	config := apiserver.Config{Host: server.URL, Token: token}
	change(&config)
	noWaits := func(retryablehttp.Backoff) retryablehttp.Backoff {
		return func(time.Duration, time.Duration, int, *http.Response) time.Duration { return time.Millisecond }
	}
	client, err := apiserver.New(config, apiserver.Options{Lookup: environment(nil), UserAgent: "provider/1.2.3", Clock: noWaits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// discover sends a call.
func discover(ctx context.Context, client *apiserver.Client) error {
	_, err := client.Do(ctx, &apiserver.Call{
		Verb: "discover", Resource: "managedclusters.cluster.open-cluster-management.io", Path: "/apis/x",
	})
	return err
}
