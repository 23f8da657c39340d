data "multicluster_ocm_placement" "web" {
  number_of_clusters = 2

  predicates {
    required_cluster_selector {
      label_selector {
        match_labels = { env = "prod" }
      }
    }
  }

  prioritizer_policy {
    configurations {
      weight = 2
      score_coordinate {
        built_in = "ResourceAllocatableMemory"
      }
    }
  }
}

data "multicluster_placement" "web" {
  clusters = [
    { name = "eu-1", labels = { env = "prod" }, allocatable = { memory = "160Gi" } },
    { name = "eu-2", labels = { env = "prod" }, allocatable = { memory = "320Gi" } },
    { name = "us-1", labels = { env = "prod" }, allocatable = { memory = "64Gi" } },
    { name = "us-2", labels = { env = "dev" }, allocatable = { memory = "384Gi" } },
  ]
  ocm = data.multicluster_ocm_placement.web.spec
}

output "clusters" {
  value = data.multicluster_placement.web.decisions[*].cluster_name # eu-2, eu-1
}
