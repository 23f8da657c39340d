// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubDisruptionBudget_placement: the plan of a budget says what KubeFleet refuses because of the type of the placement of its
// name, before the hub does.
func TestHubDisruptionBudget_placement(t *testing.T) {
	server := fakehub.Start(t)
	prefix := server.Prefix(t)
	server.Create(t, "{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourcePlacement, metadata: {name: "+prefix+
		"all}, spec: {resourceSelectors: [{group: '', version: v1, kind: Namespace, name: all}]}}")
	r := onhub.NewRun(t, "disruption_budget", onhub.Provider(server))
	r.Has(r.Try(object{"name": prefix + "all", "max_unavailable": "1"}).Diags, "ERROR max_unavailable: Value not allowed: max_unavailable: the placement is of type PickAll, which needs min_available as a number")
	r.Has(r.Try(object{"name": prefix + "all", "min_available": "50%"}).Diags, "ERROR min_available: Invalid value: min_available: found \"50%\": the placement is of type PickAll, which needs min_available as a number")
	r.Has(r.Do(object{"name": prefix + "all", "min_available": "1"}))
	// Its placement does not exist yet.
	other := onhub.NewRun(t, "disruption_budget", onhub.Provider(server))
	other.Has(other.Do(object{"name": prefix + "none", "max_unavailable": "50%"}))
}
