variable "name" {
  type = string
}

variable "region" {
  type = string
}

variable "size" {
  type = string
}

# In place of the resources that create a cluster.
resource "terraform_data" "cluster" {
  input = { name = var.name, region = var.region, size = var.size }
}

output "id" {
  value = terraform_data.cluster.id
}

output "endpoint" {
  value = "https://${terraform_data.cluster.output.name}.example.com"
}
