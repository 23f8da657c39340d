// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// displayed are the names of the objects of a list, which must be right.
func displayed(t *testing.T, stream *tfprotov6.ListResourceServerStream) []string {
	t.Helper()
	var names []string
	for result := range stream.Results {
		for _, d := range result.Diagnostics {
			t.Fatal(providertest.Shown(d))
		}
		names = append(names, result.DisplayName)
	}
	return names
}

// TestHubListed lists an object of every kind, with the identity that imports it and the state that the import gets.
func TestHubListed(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	objects := onhub.LiveObjects(t, server)
	maps.Copy(objects, onhub.LivePlacements(t, server))
	for what, o := range objects {
		t.Run(what, func(t *testing.T) {
			server.Create(t, o.Imports)
			r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
			r.Start()
			request := providertest.ListRequest{TypeName: r.TypeName, IncludeResource: true}
			if o.Namespace != "" {
				request.Config = object{"namespace": o.Namespace}
			}
			want := strings.TrimSuffix(o.Kind+" "+o.ID(), " ")
			for result := range request.List(t, r.Server).Results {
				if len(result.Diagnostics) > 0 {
					t.Fatal(providertest.Shown(result.Diagnostics[0]))
				}
				if result.DisplayName == want {
					checkListed(t, r, o, &result)
					return
				}
			}
			t.Errorf("the list does not have %s", want)
		})
	}
}

// checkListed compares an object of a list with what its import reads.
func checkListed(t *testing.T, r *onhub.Run, o *onhub.LiveObject, listed *tfprotov6.ListResourceResult) {
	t.Helper()
	if diags := r.ImportID(o.ID()); providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	if diff := cmp.Diff(r.Identity, listed.Identity); diff != "" {
		t.Errorf("the identity is not that of the import (-) but (+):\n%s", diff)
	}
	got, want := providertest.AttributesOf(t, r.Decode(listed.Resource)), providertest.AttributesOf(t, r.State)
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if isDecided := o.Noun == "placement" && got[name].IsNull(); !isDecided && !got[name].Equal(want[name]) {
			t.Errorf("%s of the list is %s, that of the import %s", name, got[name], want[name])
		}
	}
}

// TestHubListed_many lists 300 clusters, and a few bindings, with filters and limits.
func TestHubListed_many(t *testing.T) {
	t.Parallel()
	const number = 300
	server := fakehub.Start(t)
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	var texts, clusters, bindings []string
	for i := range number {
		name := fmt.Sprintf("%sc%03d", prefix, i)
		clusters = append(clusters, "ManagedCluster "+name)
		texts = append(texts, "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: "+name+
			", labels: {test: "+prefix+"x, odd: \""+fmt.Sprint(i%2)+"\"}}, spec: {hubAcceptsClient: true}}")
		if i < 3 {
			bindings = append(bindings, "ManagedClusterSetBinding "+namespace+"/"+name)
			texts = append(texts, "{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSetBinding, metadata: "+
				"{name: "+name+", namespace: "+namespace+"}, spec: {clusterSet: "+name+"}}")
		}
	}
	server.CreateAll(t, texts)
	provider := providertest.NewServer()
	configured := object{"config_path": server.Kubeconfig, "kind": "ManagedCluster"}
	if resp := providertest.ConfigureRaw(t, provider, object{"hub": configured}); len(resp.Diagnostics) > 0 {
		t.Fatal(providertest.Said(resp.Diagnostics))
	}
	ours := object{"match_labels": object{"test": prefix + "x"}}
	odd := providertest.Merged(ours, object{"match_expressions": list{object{"key": "odd", "operator": "In", "values": list{"1"}}}})
	for what, test := range map[string]struct {
		request providertest.ListRequest
		want    []string
	}{
		"labels": {providertest.ListRequest{TypeName: "multicluster_cluster", Config: object{"label_selector": ours}}, clusters},
		"namespace": {
			providertest.ListRequest{TypeName: "multicluster_cluster_set_binding", Config: object{"namespace": namespace}}, bindings,
		},
		"limit": {
			providertest.ListRequest{TypeName: "multicluster_cluster", Config: object{"label_selector": odd}, Limit: 2},
			[]string{clusters[1], clusters[3]},
		},
		"nothing": {
			providertest.ListRequest{TypeName: "multicluster_cluster", Config: object{"label_selector": object{
				"match_labels": object{"test": prefix + "other"},
			}}}, nil,
		},
	} {
		if diff := cmp.Diff(test.want, displayed(t, test.request.List(t, provider))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	checkStoppedList(t, provider, ours)
}

// checkStoppedList makes sure that a list ends as soon as the provider is stopped.
func checkStoppedList(t *testing.T, provider tfprotov6.ProviderServer, selector object) {
	t.Helper()
	request := providertest.ListRequest{TypeName: "multicluster_cluster", Config: object{"label_selector": selector}}
	count := 0
	var last tfprotov6.ListResourceResult
	for result := range request.List(t, provider).Results {
		if count++; count == 1 {
			if _, err := provider.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
				t.Fatal(err)
			}
		}
		last = result
	}
	if count != 2 || len(last.Diagnostics) != 1 || last.Diagnostics[0].Summary != "Interrupted" {
		t.Errorf("after %d results the list ended with %v", count, last.Diagnostics)
	}
}

// TestHubListed_mistakes: a list says what is wrong, once.
func TestHubListed_mistakes(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	hub := onhub.Provider(server)
	for what, test := range map[string]struct {
		provider, config object
		want             string
	}{
		"no hub":         {nil, nil, "No hub to list"},
		"an unknown hub": {object{"hub": unknown{}}, nil, "No hub to list"},
		"a misspelling": {
			hub, object{"label_selector": object{"match_label": object{}}}, `did you mean "match_labels"?`,
		},
		"a wrong namespace": {hub, object{"namespace": "A b"}, `namespace: found "A b"`},
		"no such namespace": {hub, object{"namespace": "none"}, ""},
	} {
		provider := providertest.NewServer()
		if resp := providertest.ConfigureRaw(t, provider, test.provider); len(resp.Diagnostics) > 0 {
			t.Fatal(providertest.Said(resp.Diagnostics))
		}
		request := providertest.ListRequest{TypeName: "multicluster_placement", Config: test.config}
		var said []*tfprotov6.Diagnostic
		for result := range request.List(t, provider).Results {
			said = append(said, result.Diagnostics...)
		}
		if text := providertest.Said(said); test.want == "" && text != "" || !strings.Contains(text, test.want) || len(said) > 1 {
			t.Errorf("%s: found %q, want %q", what, text, test.want)
		}
	}
}

// TestHubMany plans many objects that have not changed: a request each, besides those of the process.
func TestHubMany(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	prefix := server.Prefix(t)
	p := server.Proxy(t)
	const count = 50
	runs := make([]*onhub.Run, count)
	shared := onhub.NewRun(t, "cluster", onhub.Proxied(p))
	config := func(i int) object {
		return object{"name": fmt.Sprintf("%s%03d", prefix, i), "kind": "ManagedCluster", "labels": object{"region": "eu"},
			"on_destroy": "delete"}
	}
	for i := range runs {
		runs[i] = onhub.NewRun(t, "cluster", onhub.Proxied(p))
		runs[i].Has(runs[i].Do(config(i)))
	}
	p.Clear()
	shared.Start()
	for i, r := range runs {
		r.Server = shared.Server
		r.Has(r.Refresh())
		if plan := r.Plan(providertest.Config(t, r.Type(), config(i))); plan.Failed() || !plan.State.Equal(r.State) {
			t.Fatalf("%s", providertest.Said(plan.Diags))
		}
	}
	if n := len(p.Requests(hubtest.Match{})); n > count+4 {
		t.Errorf("%d requests for %d objects", n, count)
	}
}
