// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestWritingMeanwhile: what another client does between a request and its repetition is kept, and nothing is written twice.
func TestWritingMeanwhile(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	direct := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	p := server.Proxy(t)
	client := throughProxy(t, p, nil)
	foreign := func(name string) string {
		return "{apiVersion: " + clusterVersion + ", kind: ManagedCluster, metadata: {name: " + name +
			", labels: {of: somebody}}, spec: {hubAcceptsClient: true}}"
	}
	// The first object after the start of a server takes some seconds.
	server.Create(t, foreign(prefix+"first"))
	recreate := func(name string) {
		server.Delete(t, clusterVersion, managedCluster, "", name)
		server.Create(t, foreign(name))
	}
	taints := func(name string) []string { return taintKeys(server.Get(t, clusterVersion, managedCluster, "", name)) }
	const unreachable = "cluster.open-cluster-management.io/unreachable"
	for what, test := range map[string]struct {
		writer writer
		match  hubtest.Match
		// acts is whether the server gets the request that is lost. Then meanwhile happens, before the repetition.
		acts      bool
		meanwhile func(name string)
		says      string
		// isForeign is whether the object is that of another client, as it was created; else the taints are those.
		isForeign bool
		taints    []string
		requests  int
	}{
		"another label, after the creation": {
			writers["the creation"], hubtest.Match{Method: "PATCH"}, true,
			func(name string) {
				server.MergePatch(t, "webhook", clusterVersion, managedCluster, "", name, "{metadata: {labels: {of: webhook}}}")
			}, "", false, []string{"gpu", "old"}, 3,
		},
		"a taint, after the creation": {
			writers["the creation"], hubtest.Match{Method: "PATCH"}, true,
			func(name string) { server.SetUnreachable(t, name, true) }, "", false, []string{"gpu", "old", unreachable}, 2,
		},
		"an object, before the creation": {
			writers["the creation"], hubtest.Match{Method: "PATCH"}, false,
			func(name string) { server.Create(t, foreign(name)) }, "created at the same time by another client", true, nil, 2,
		},
		"a taint, before that of ours": {
			writers["the change of the taints"], hubtest.Match{Method: "PATCH"}, false,
			func(name string) { server.SetUnreachable(t, name, true) }, "", false, []string{"gpu", unreachable, "new"}, 4,
		},
		"a taint, after that of ours": {
			writers["the change of the taints"], hubtest.Match{Method: "PATCH"}, true,
			func(name string) { server.SetUnreachable(t, name, true) }, "", false, []string{"gpu", "new", unreachable}, 3,
		},
		"no object, before a change": {
			writers["the change of the labels"], hubtest.Match{Method: "PATCH", Skip: 1}, false,
			func(name string) { server.Delete(t, clusterVersion, managedCluster, "", name) }, "deleted by another client", true, nil, 3,
		},
		"another object, before a change": {
			writers["the change of the labels"], hubtest.Match{Method: "PATCH", Skip: 1}, false, recreate, "deleted by another client",
			true, nil, 3,
		},
		"another object, before a change of the taints": {
			writers["the change of the taints"], hubtest.Match{Method: "PATCH"}, false, recreate, "deleted by another client",
			true, nil, 2,
		},
		"another object, after a deletion": {
			writers["the deletion"], hubtest.Match{Method: "DELETE"}, true,
			func(name string) { server.Create(t, foreign(name)) }, "", true, nil, 2,
		},
		"another object, before a deletion": {
			writers["the deletion"], hubtest.Match{Method: "DELETE"}, false, recreate, "", true, nil, 2,
		},
		"another object, before a release": {
			writers["the release"], hubtest.Match{Method: "PATCH"}, false, recreate, "", true, nil, 2,
		},
		"a taint, before a release": {
			writers["the release"], hubtest.Match{Method: "PATCH"}, false,
			func(name string) { server.SetUnreachable(t, name, true) }, "", false, []string{"gpu", "old", unreachable}, 3,
		},
	} {
		name := prefix + strings.ToLower(strings.NewReplacer(" ", "-", ",", "").Replace(what))
		before := test.writer.before(t, direct, name)
		p.Clear()
		test.match.Path = name
		p.On(test.match, 1, hubtest.Lose(test.acts, func() { test.meanwhile(name) }))
		err := test.writer.call(t.Context(), client, name, before)
		if !says(err, test.says) {
			t.Errorf("%s: error %v, want %q", what, err, test.says)
		}
		if n := len(p.Requests(hubtest.Match{Method: test.match.Method, Path: name})); n != test.requests {
			t.Errorf("%s: %d requests, want %d", what, n, test.requests)
		}
		if !test.isForeign {
			if diff := cmp.Diff(test.taints, taints(name)); diff != "" {
				t.Errorf("%s: taints (-want +got):\n%s", what, diff)
			}
			continue
		}
		got := server.Get(t, clusterVersion, managedCluster, "", name)
		if what == "no object, before a change" && got == nil {
			continue
		}
		if got == nil || got.GetGeneration() != 1 || len(got.GetLabels()) != 1 || len(got.GetManagedFields()) != 1 {
			t.Errorf("%s: the object of another client is %v", what, got)
		}
	}
}

// TestCreatingTwice: of two processes that create the same object at the same time, one succeeds, and what it has set stays. One
// that may adopt objects adopts it.
func TestCreatingTwice(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	direct := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	p := server.Proxy(t)
	for _, adopt := range []bool{false, true} {
		name := fmt.Sprint(prefix, adopt)
		p.On(hubtest.Match{Method: "PATCH", Path: name}, 1, hubtest.Before(func() { mustWrite(t, direct, firstChange(name)) }))
		change := firstChange(name)
		change.Adopt = adopt
		var exists *hub.ExistsError
		_, err := throughProxy(t, p, nil).Write(t.Context(), change)
		if adopt != (err == nil) || err != nil && (!errors.As(err, &exists) || !exists.Appeared) {
			t.Errorf("adopt %t: error %v", adopt, err)
		}
		object := server.Get(t, clusterVersion, managedCluster, "", name)
		if labels := object.GetLabels(); len(labels) != 2 || len(taintKeys(object)) != 2 {
			t.Errorf("adopt %t: labels %v, taints %v", adopt, labels, taintKeys(object))
		}
	}
}

// TestTwoConfigurations: configurations with their own field managers share an object. With the same one, the second one is told
// what it would remove.
func TestTwoConfigurations(t *testing.T) {
	server := hubtest.Start(t)
	name := server.Prefix(t) + "a"
	with := func(manager string) *hub.Client {
		return connectAs(t, manager, apiserver.Config{ConfigPath: server.Kubeconfig})
	}
	change := func(adopt bool, labels map[string]string) *hub.Desired {
		change := newChange(&placement.Cluster{Name: name, Labels: labels})
		change.Adopt = adopt
		return change
	}
	write := func(manager string, desired *hub.Desired) error {
		return second(with(manager).Write(t.Context(), desired))
	}
	check := func(what string, err error, text string, labels map[string]string) {
		t.Helper()
		if !says(err, text) {
			t.Errorf("%s: error %v, want %q", what, err, text)
		}
		if diff := cmp.Diff(labels, server.Get(t, clusterVersion, managedCluster, "", name).GetLabels()); diff != "" {
			t.Errorf("%s: labels (-want +got):\n%s", what, diff)
		}
	}
	one, two := map[string]string{"one": "1", "shared": "x"}, map[string]string{"two": "2", "shared": "x"}
	both := map[string]string{"one": "1", "two": "2", "shared": "x"}
	check("the first", write("one", change(false, one)), "", one)
	check("the second", write("two", change(true, two)), "", both)
	check("another value", write("two", change(true, map[string]string{"one": "2", "two": "2", "shared": "x"})),
		"Apply failed with 1 conflict", both)
	told := `the field manager "one", which is the one of this hub, has also set metadata.labels.shared of ManagedCluster ` + name
	check("the same manager", write("one", change(true, map[string]string{"one": "1"})), told, both)
	check("the same manager, without adopt", write("one", change(false, map[string]string{"one": "1"})),
		"exists already (managed by one, two)", both)
	forced := change(true, map[string]string{"one": "1"})
	forced.Force = true
	check("by force", write("one", forced), "", both)
	check("without a label of its own", write("two", change(true, map[string]string{"shared": "x"})),
		"has also set metadata.labels.two", both)
}
