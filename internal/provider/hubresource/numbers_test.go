// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"math/big"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// decimal is a number as Terraform reads it from a configuration.
func decimal(t *testing.T, text string) *big.Float {
	t.Helper()
	number, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

// numbersOf are numbers that Terraform sends as texts, and one that no float64 holds.
func numbersOf(t *testing.T) object {
	t.Helper()
	return object{
		"fraction": decimal(t, "0.1"), "list": list{decimal(t, "0.2"), "0.2"}, "large": decimal(t, "12345678901234567890"),
		"power": decimal(t, "1e21"), "whole": int64(9007199254740993),
	}
}

// TestHubManifestWork_numbers: a hub gets the numbers of a manifest. A hub or a state with the text of one, which an earlier version
// has written, is a change that repairs it.
func TestHubManifestWork_numbers(t *testing.T) {
	t.Parallel()
	r, o, server := newWorkRun(t)
	withSpec := func(spec object) object {
		return providertest.Merged(o.Minimal, object{"manifests": list{object{
			"apiVersion": "v1", "kind": "ConfigMap", "metadata": object{"name": "a", "namespace": "b"}, "spec": spec,
		}}})
	}
	has := func() {
		t.Helper()
		onhub.HasNumbers(t, o.Get(t, server), "spec", "workload", "manifests", "0", "spec")
	}
	config := withSpec(numbersOf(t))
	r.Has(r.Do(config))
	has()
	r.Settles(config)

	asTexts := providertest.Merged(numbersOf(t), object{"fraction": "0.1", "power": "1000000000000000000000"})
	r.Has(r.Do(withSpec(asTexts)))
	r.Settles(withSpec(asTexts))
	if p := r.Try(config); p.State.Equal(r.State) {
		t.Error("a number for a text in the state is no change")
	}
	r.Has(r.Do(config))
	has()

	server.MergePatch(t, hub.DefaultFieldManager, onhub.ManifestWorkVersion, "ManifestWork", o.Namespace, o.Name,
		`{spec: {workload: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: b}, spec: {fraction: "0.1"}}]}}}`)
	if p := r.Try(config); p.State.Equal(r.State) {
		t.Error("a number for a text on the hub is no change")
	}
	r.Has(r.Do(providertest.Merged(config, object{"force_conflicts": true})))
	has()
}

// TestHubResourceOverride_numbers: so it is with the value of a patch.
func TestHubResourceOverride_numbers(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	prefix := server.Prefix(t)
	name := prefix + "web"
	server.FleetOverrides(t, prefix, server.Namespace(t))
	r := onhub.NewRun(t, "resource_override", onhub.Provider(server))
	withValue := func(value any) object {
		return providertest.Patched(providertest.OverrideOf("", name, "eu"), object{"op": "add", "path": "/spec/a", "value": value})
	}
	for _, value := range []any{numbersOf(t), "0.1", decimal(t, "0.1"), decimal(t, "1e21"), numbersOf(t)} {
		if p := r.Try(withValue(value)); p.State.Equal(r.State) {
			t.Errorf("%v is no change", value)
		}
		r.Has(r.Do(withValue(value)))
		r.Settles(withValue(value))
	}
	onhub.HasNumbers(t, server.Get(t, "placement.kubernetes-fleet.io/v1beta1", "ClusterResourceOverride", "", name), onhub.PatchValue...)
}
