# Twelve teams, one fleet: their placements are decided together, so that they spread.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "teams" {
  type        = map(any)
  default     = {}
  description = "What a team asks for beside three clusters, by name: arguments of ocm."
}

locals {
  clusters = [
    for i in range(50) : {
      name   = format("c%02d", i)
      labels = { region = i < 25 ? "eu" : "us" }
    }
  ]
  teams = merge({ for i in range(12) : format("team-%02d", i) => {} }, var.teams)
}

resource "multicluster_placements" "teams" {
  name     = "teams"
  clusters = local.clusters

  placements = {
    for team, asks in local.teams : team => {
      ocm       = merge({ number_of_clusters = 3 }, asks)
      max_moves = 1 # of the clusters of one team
    }
  }

  max_moves = 4 # of all teams together
}

resource "terraform_data" "release" {
  for_each = merge([
    for team, outcome in multicluster_placements.teams.outcomes : {
      for cluster, decision in outcome.decisions_by_cluster :
      "${team}/${cluster}" => decision
    }
  ]...)
  input = each.key
}

output "clusters" {
  value = {
    for team, outcome in multicluster_placements.teams.outcomes :
    team => keys(outcome.decisions_by_cluster)
  }
}

output "explanation" {
  value = provider::multicluster::explain(multicluster_placements.teams)
}
