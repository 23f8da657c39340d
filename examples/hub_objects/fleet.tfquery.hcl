# terraform query finds these objects on the hub. Terraform 1.14 and later.
list "multicluster_cluster" "production" {
  provider = multicluster
  limit    = 1000

  config {
    label_selector = { match_labels = { env = "prod" } }
  }
}
