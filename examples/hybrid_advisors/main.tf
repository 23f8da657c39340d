# The worked example of the published document: three advisors have to agree on one of
# three clusters. rhacm and cost rate, grc is a predicate: it vetoes every cluster that it
# does not recommend.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

locals {
  clusters = [for name in ["cluster1", "cluster2", "cluster3"] : { name = name }]

  advisors = [
    { name = "rhacm", weight = 60, recommendations = [{ name = "cluster3" }] },
    {
      name            = "grc"
      type            = "predicate"
      recommendations = [{ name = "cluster1" }, { name = "cluster3" }]
    },
    {
      name            = "cost"
      weight          = 50
      recommendations = [{ name = "cluster2" }, { name = "cluster1" }]
    },
  ]
}

# The document mixes two premises. In one, cluster3 was chosen before ...
data "multicluster_placement" "cluster3_before" {
  clusters           = local.clusters
  with_report        = true # for the outputs rounds and why
  previous_decisions = [{ cluster_name = "cluster3" }]
  hybrid             = { replicas = 1, advisors = local.advisors }
}

# ... and in the other cluster1 was.
data "multicluster_placement" "cluster1_before" {
  clusters           = local.clusters
  previous_decisions = [{ cluster_name = "cluster1" }]
  hybrid             = { replicas = 1, advisors = local.advisors }
}

# A rule exported from its hub decides by the answers in its status.
data "multicluster_placement" "exported" {
  name      = "web"
  namespace = "default"
  clusters  = local.clusters
  # kubectl get placementrules.core.hybridapp.io web -o yaml
  manifests = [file("${path.module}/rule.yaml")]
  hybrid = provider::multicluster::decode_placement(
    file("${path.module}/rule.yaml")
  ).hybrid
}

# Built-in advisors: the cheapest clusters of those that comply with the policy.
data "multicluster_placement" "cheap" {
  clusters = local.clusters
  hybrid = {
    replicas = 1
    advisors = [
      {
        name = "policy", type = "predicate"
        rules = {
          policies = [{ name = "encrypted" }]
          compliance = {
            cluster1 = { encrypted = true }
            cluster2 = { encrypted = true }
          }
        }
      },
      {
        name  = "cost"
        rules = { costs = { cluster1 = "0.21", cluster2 = "0.34", cluster3 = "0.11" } }
      },
    ]
  }
}

output "decided" {
  value = { for rule, placement in {
    cluster3_before = data.multicluster_placement.cluster3_before
    cluster1_before = data.multicluster_placement.cluster1_before
    exported        = data.multicluster_placement.exported
    cheap           = data.multicluster_placement.cheap
  } : rule => placement.decisions[*].cluster_name }
}

output "rounds" {
  value = jsondecode(data.multicluster_placement.cluster3_before.report).rounds
}

output "why" {
  value = {
    for c in jsondecode(
      data.multicluster_placement.cluster3_before.report
    ).clusters : c.name => c.reason
  }
}
