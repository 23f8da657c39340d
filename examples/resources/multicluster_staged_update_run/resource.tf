provider "multicluster" {
  hub = {
    config_path = "~/.kube/config"
    kind        = "MemberCluster"
  }
}

variable "release" {
  default = "2"
}

# A placement that the hub rolls out only by runs.
resource "multicluster_placement" "web" {
  name               = "web"
  kubefleet          = { placement_type = "PickAll" }
  resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "web" }]
  strategy           = { type = "External" }
}

resource "multicluster_staged_update_strategy" "safe" {
  name = "web"
  stages = [
    {
      name              = "canary"
      label_selector    = { match_labels = { tier = "canary" } }
      after_stage_tasks = [{ type = "Approval" }]
    },
    {
      name            = "prod"
      label_selector  = { match_labels = { tier = "prod" } }
      max_concurrency = "25%"
    },
  ]
}

# Each release is a run with its own name. A commit that adds the release to
# approved_stages approves the stage.
resource "multicluster_staged_update_run" "web" {
  name                         = "web-${var.release}"
  placement_name               = multicluster_placement.web.name
  staged_rollout_strategy_name = multicluster_staged_update_strategy.safe.name
  state                        = "Run"

  approved_stages = {
    "web-1" = ["canary"]
  }
}
