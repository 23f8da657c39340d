variable "from" {
  description = "The folder with the placements as they are."
  default     = "rules"
}

variable "to" {
  description = "The folder with the placements that replace them."
  default     = "placements"
}

locals {
  placements = { for folder in [var.from, var.to] : folder => [
    for file in fileset(path.module, "${folder}/*.yaml") :
    provider::multicluster::decode_placement(file("${path.module}/${file}"))
  ] }
}

data "multicluster_comparison" "all" {
  manifests = [file("${path.module}/fleet.yaml")]
  from      = local.placements[var.from]
  to        = local.placements[var.to]

  lifecycle {
    postcondition {
      condition     = contains(["equal", "no difference found"], self.verdict)
      error_message = join("\n", values(self.comparisons)[*].text)
    }
  }
}

output "texts" {
  value = { for name, c in data.multicluster_comparison.all.comparisons : name => c.text }
}
