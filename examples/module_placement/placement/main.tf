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
  type = list(object({
    name        = string
    labels      = optional(map(string))
    claims      = optional(map(string))
    allocatable = optional(map(string))
    taints = optional(list(object({
      key        = string
      value      = optional(string)
      effect     = string
      time_added = optional(string)
    })))
  }))
  description = "The fleet. Terraform drops what this type does not name: a taint that is missing here would not count."
}

variable "number" {
  type        = number
  description = "How many clusters the workload gets."

  validation {
    condition     = var.number > 0
    error_message = "A workload needs a cluster."
  }
}

variable "labels" {
  type        = map(string)
  default     = {}
  description = "The labels that a cluster must have besides env = prod."
}

variable "others" {
  type        = map(list(string))
  default     = {}
  description = "Where other workloads run, by their names; these clusters come last."
}

resource "multicluster_placement" "this" {
  name                = var.name
  clusters            = var.clusters
  placement_decisions = [for name, clusters in var.others : { placement = name, clusters = clusters }]

  ocm = {
    number_of_clusters = var.number
    predicates = [{
      required_cluster_selector = { label_selector = { match_labels = merge({ env = "prod" }, var.labels) } }
    }]
  }
}

output "clusters" {
  value       = multicluster_placement.this.decisions_by_cluster
  description = "The decisions by cluster, for for_each."
}
