variable "works_file" {
  type        = string
  default     = "works/none.json"
  description = "The output of kubectl get manifestworks -A -l app=web -o json."
}

locals {
  # Or data.kubernetes_resources.web.objects, which asks the hub.
  works = jsondecode(file("${path.module}/${var.works_file}")).items

  status = {
    for work in local.works : work.metadata.namespace => {
      status   = anytrue([for c in work.status.conditions : c.type == "Available" && c.status == "True"]) ? "Succeeded" : "Progressing"
      revision = work.metadata.annotations["example.com/revision"]
    }
  }
}

resource "multicluster_rollout" "web" {
  name           = "web"
  decisions      = multicluster_placement.web.decisions
  revision       = var.revision
  cluster_status = local.status
  strategy       = { type = "Progressive", progressive = { max_concurrency = 1 } }
}
