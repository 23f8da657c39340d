terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "name" {
  type        = string
  description = "The name of the workload."
}

variable "clusters" {
  type        = any # a type with optional attributes would silently drop the others
  description = "The fleet, as the argument clusters of multicluster_placement."
}

variable "number" {
  type        = number
  description = "The number of clusters for the workload."

  validation {
    condition     = var.number > 0
    error_message = "The number of clusters must be at least 1."
  }
}

variable "labels" {
  type        = map(string)
  default     = {}
  description = "The labels that a cluster must have in addition to env = prod."
}

variable "others" {
  type        = map(list(string))
  default     = {}
  description = "The clusters of other workloads, by workload. They are chosen last."
}

resource "multicluster_placement" "this" {
  name = var.name
  # without what is not set
  clusters = provider::multicluster::compact_clusters(var.clusters)
  placement_decisions = [
    for name, clusters in var.others : { placement = name, clusters = clusters }
  ]
  with_labels = ["region"]

  ocm = {
    number_of_clusters = var.number
    predicates = [{
      required_cluster_selector = {
        label_selector = { match_labels = merge({ env = "prod" }, var.labels) }
      }
    }]
  }
}

output "clusters" {
  value       = multicluster_placement.this.decisions_by_cluster
  description = "The decisions by cluster, for for_each, with the label region."
}
