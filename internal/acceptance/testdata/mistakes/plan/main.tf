# Each mistake stands in a block of its own. The comment at a line says what the one diagnostic that points at it has to say.

terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

locals {
  fleet = [
    { name = "eu-1", labels = { env = "prod", region = "eu" } },
    { name = "us-1", labels = { env = "prod", region = "us" } },
  ]
  prod = { match_labels = { env = "prod" } }
}
