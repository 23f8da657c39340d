# A module with the settings that your organization has in common, called for each
# workload. The database goes to the clusters without the web server.
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

variable "web_clusters" {
  type    = number
  default = 2
}

resource "multicluster_cluster" "all" {
  for_each = { eu-1 = "prod", eu-2 = "prod", us-1 = "prod", us-2 = "prod", lab-1 = "lab" }
  name     = each.key
  labels   = { env = each.value, region = split("-", each.key)[0] }
}

module "web" {
  source   = "./placement"
  name     = "web"
  clusters = values(multicluster_cluster.all)
  number   = var.web_clusters
  labels   = { region = "eu" }
}

module "db" {
  source   = "./placement"
  name     = "db"
  clusters = values(multicluster_cluster.all)
  number   = 2
  others   = { web = keys(module.web.clusters) }
}

resource "terraform_data" "web" {
  for_each = module.web.clusters
  input    = "web on ${each.key}, region ${each.value.labels.region}"
}

resource "terraform_data" "db" {
  for_each = module.db.clusters
  input    = "db on ${each.key}"
}

output "clusters" {
  value = { web = keys(module.web.clusters), db = keys(module.db.clusters) }
}
