# Variables are not known before the plan.

variable "regions" {
  default = {
    eu = { labels = { region = "EU west" } }
    us = { labels = { region = "US-east" } }
  }
}

variable "placement" {
  type    = any
  default = { number_of_clusters = "some" }
}

variable "typed" {
  type = object({ number_of_clusters = optional(number), predicate = optional(list(any)) })
  default = {
    number_of_clusters = 1
  }
}

data "multicluster_placement" "reference_variable" {
  clusters = local.fleet
  ocm      = var.placement # error: ocm.number_of_clusters: found "some"; it must be a number
}

data "multicluster_placement" "reference_typed_variable" {
  clusters = local.fleet
  ocm      = var.typed # error: ocm.predicate: unsupported attribute; did you mean "predicates"?
}

data "multicluster_placement" "reference_for" {
  clusters = [for name, region in var.regions : { name = name, labels = region.labels }] # error: clusters[0].labels["region"]: found "EU west": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or
  ocm      = {}
}

data "multicluster_placement" "reference_for_names" {
  clusters = [for name, region in var.regions : name] # error: clusters[0]: found a string; it must be an object, such as { name = ... }. 1 more element has the same mistake
  ocm      = {}
}

data "multicluster_placement" "reference_for_map" {
  clusters = { for name, region in var.regions : name => { labels = {} } } # error: clusters["eu"].name: the attribute must be set. 1 more element has the same mistake
  ocm      = {}
}

data "multicluster_placement" "reference_for_misspelt" {
  clusters = [for name, region in var.regions : { name = name, lables = region.labels }] # error: clusters[0].lables: unsupported attribute; did you mean "labels"?
  ocm      = {}
}

resource "multicluster_cluster" "one" {
  name = "eu-1"
}

resource "multicluster_cluster_set" "one" {
  name = "prod"
}

resource "multicluster_placement" "reference_resource" {
  name     = "web"
  clusters = multicluster_cluster.one # error: clusters: found an object; it must be a list of objects, such as [multicluster_cluster.NAME]
  ocm      = {}
}

resource "multicluster_placement" "reference_resource_set" {
  name         = "web"
  clusters     = [multicluster_cluster.one]
  cluster_sets = multicluster_cluster_set.one # error: cluster_sets: found an object; it must be a list of objects, such as [multicluster_cluster_set.NAME]
  ocm          = {}
}

resource "multicluster_placement" "reference_resource_name" {
  name     = "web"
  clusters = [multicluster_cluster.one.name] # error: clusters[0]: found a string; it must be an object
  ocm      = {}
}
