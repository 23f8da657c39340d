run "blocks_mean_the_same_as_the_object" {
  command = plan

  assert {
    condition     = output.clusters == tolist(["eu-2", "eu-1"])
    error_message = "The chosen clusters are ${jsonencode(output.clusters)}."
  }
  assert {
    condition = data.multicluster_ocm_placement.web.spec == {
      number_of_clusters = 2
      predicates = [{
        required_cluster_selector = {
          label_selector = { match_labels = tomap({ env = "prod" }) }
        }
      }]
      prioritizer_policy = {
        configurations = [{
          score_coordinate = { built_in = "ResourceAllocatableMemory" }
          weight           = 2
        }]
      }
    }
    error_message = "The spec is ${jsonencode(data.multicluster_ocm_placement.web.spec)}."
  }
}
