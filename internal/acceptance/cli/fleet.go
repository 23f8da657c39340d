// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// Web is the address of the placement of these configurations.
const Web = "multicluster_placement.web"

// Fleet are clusters of one plan: the first so many of a, b, c and d, one of them labelled as switched off.
func Fleet(count int, off string) string {
	return fmt.Sprintf(`
resource "multicluster_cluster" "c" {
  count  = %d
  name   = ["a", "b", "c", "d"][count.index]
  labels = ["a", "b", "c", "d"][count.index] == %q ? { off = "yes" } : {}
}
`, count, off)
}

// TwoClusters are the blocks of placements that choose two clusters that are not switched off.
var TwoClusters = map[string]string{
	placementconfig.DialectOCM: `
  ocm = {
    number_of_clusters = 2
    predicates = [{ required_cluster_selector = { label_selector = {
      match_expressions = [{ key = "off", operator = "DoesNotExist" }]
    } } }]
  }`,
	placementconfig.DialectKubeFleet: `
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 2
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [
      { label_selector = { match_expressions = [{ key = "off", operator = "DoesNotExist" }] } },
    ] } } }
  }`,
	placementconfig.DialectHybrid: `
  hybrid = {
    replicas      = 2
    target_labels = { match_expressions = [{ key = "off", operator = "DoesNotExist" }] }
  }`,
}

// Placement refers to the clusters directly.
func Placement(arguments string) string {
	return `
resource "multicluster_placement" "web" {
  name     = "web"
  clusters = multicluster_cluster.c
` + arguments + `
}
output "names" { value = sort(keys(multicluster_placement.web.decisions_by_cluster)) }
`
}
