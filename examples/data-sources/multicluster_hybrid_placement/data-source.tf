data "multicluster_hybrid_placement" "web" {
  replicas = 1

  target_labels {
    match_labels = { env = "prod" }
  }

  advisors {
    name = "cost"
    recommendations {
      name  = "eu-1"
      score = 40
    }
    recommendations {
      name  = "eu-2"
      score = 90
    }
  }
}

data "multicluster_placement" "web" {
  clusters = [
    { name = "eu-1", labels = { env = "prod" } },
    { name = "eu-2", labels = { env = "prod" } },
    { name = "eu-3", labels = { env = "dev" } },
  ]
  hybrid = data.multicluster_hybrid_placement.web.spec
}

output "clusters" {
  value = data.multicluster_placement.web.decisions[*].cluster_name # eu-2
}
