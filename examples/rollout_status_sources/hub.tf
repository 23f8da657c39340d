variable "works_file" {
  type        = string
  default     = "works/none.json"
  description = "The output of kubectl get manifestworks -A -l app=web -o json."
}

locals {
  # Or data.kubernetes_resources.web.objects, which asks the hub.
  works = jsondecode(file("${path.module}/${var.works_file}")).items

  # The revision that each cluster has, and the conditions that its agent has set for it.
  # A condition of an earlier generation is about an earlier revision.
  observed = {
    for work in local.works : work.metadata.namespace => {
      revision = work.spec.workload.manifests[0].spec.template.spec.containers[0].image
      conditions = {
        for c in try(work.status.conditions, []) :
        c.type => c.status if try(c.observedGeneration, 0) == work.metadata.generation
      }
    }
  }

  # Progressing and Degraded exist if spec.manifestConfigs of the ManifestWork has
  # conditionRules for them. Without them nothing is known.
  status = {
    for cluster, work in local.observed : cluster => {
      revision = work.revision
      status = (
        lookup(work.conditions, "Applied", "") != "True" ? "ToApply" :
        work.conditions["Progressing"] == "False" ? "Succeeded" :
        lookup(work.conditions, "Degraded", "") == "True" ? "Failed" : "Progressing"
      )
    } if contains(keys(work.conditions), "Progressing")
  }
}

resource "multicluster_rollout" "web" {
  name              = "web"
  decisions         = multicluster_placement.web.decisions
  revision          = var.revision
  cluster_status    = local.status
  initial_revisions = {} # no cluster has the workload yet
  strategy          = { type = "Progressive", progressive = { max_concurrency = 1 } }
}
