locals {
  team = { group = "", version = "v1", kind = "Namespace", name = "team-a" }
}

resource "multicluster_placement" "object_of_ocm" {
  name               = "web"
  clusters           = local.fleet
  ocm                = {}
  resource_selectors = [local.team] # error: resource_selectors: it belongs to kubefleet: a Placement has no such field
}

resource "multicluster_placement" "object_of_ocm_limit" {
  name                   = "web"
  clusters               = local.fleet
  ocm                    = {}
  revision_history_limit = 3 # error: revision_history_limit: it belongs to kubefleet: a Placement has no such field
}

resource "multicluster_placement" "object_of_hybrid" {
  name                   = "web"
  clusters               = local.fleet
  hybrid                 = {}
  status_reporting_scope = "ClusterScopeOnly" # error: status_reporting_scope: it belongs to kubefleet: a PlacementRule has no such field
}

resource "multicluster_placement" "object_strategy_of_ocm" {
  name     = "web"
  clusters = local.fleet
  ocm      = {}
  strategy = { type = "All" } # error: strategy: it belongs to kubefleet: the object of a placement of ocm has no strategy; multicluster_rollout rolls out its decisions
}

resource "multicluster_placement" "object_strategy_type" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  strategy  = { type = "Rolling" } # error: strategy.type: found "Rolling": must be one of "RollingUpdate", "External"
}

resource "multicluster_placement" "object_strategy_type_of_ocm" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  strategy  = { type = "Progressive", progressive = {} } # error: strategy.type: found "Progressive": must be one of "RollingUpdate", "External"
}

resource "multicluster_placement" "object_strategy_no_type" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  strategy  = { rolling_update = { max_surge = 1 } } # error: strategy.type: found "": must be one of "RollingUpdate", "External"
}

resource "multicluster_placement" "object_strategy_misspelt" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  strategy = {
    type            = "RollingUpdate"
    rolling_updates = { max_surge = 1 } # error: strategy.rolling_updates: unsupported attribute; did you mean "rolling_update"?
  }
}

resource "multicluster_placement" "object_strategy_stages" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  strategy = {
    type   = "External"
    stages = [{ name = "canary" }] # error: strategy.stages: the stages are not in the placement, but in a StagedUpdateStrategy or ClusterStagedUpdateStrategy; remove them here
  }
}

resource "multicluster_placement" "object_strategy_external" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  strategy = {
    type           = "External"
    rolling_update = {} # error: strategy.rolling_update: a placement with a strategy of type External has no rolling_update; remove it, or set type = "RollingUpdate"
  }
}

resource "multicluster_placement" "object_strategy_surge" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  strategy = {
    type           = "RollingUpdate"
    rolling_update = { max_surge = "125%" } # error: strategy.rolling_update.max_surge: found "125%": must be a number, or a percentage from "0%" to "100%"
  }
}

resource "multicluster_placement" "object_strategy_apply" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  strategy = {
    type           = "RollingUpdate"
    apply_strategy = { when_to_apply = "IfNotDrift" } # error: strategy.apply_strategy.when_to_apply: found "IfNotDrift": must be one of "Always", "IfNotDrifted"; did you mean "IfNotDrifted"?
  }
}

resource "multicluster_placement" "object_strategy_server_side" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  strategy = {
    type           = "RollingUpdate"
    apply_strategy = { server_side_apply_config = { force = true } } # error: strategy.apply_strategy.server_side_apply_config: only type ServerSideApply has it; remove it, or set type = "ServerSideApply"
  }
}

resource "multicluster_placement" "object_strategy_delete" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  strategy = {
    type            = "RollingUpdate"
    delete_strategy = { propagation_policy = "abandon" } # error: strategy.delete_strategy.propagation_policy: found "abandon": must be one of "Delete", "Abandon"; did you mean "Abandon"?
  }
}

resource "multicluster_placement" "object_strategy_mirror" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  strategy = {
    type                 = "RollingUpdate"
    report_back_strategy = { type = "Mirror" } # error: strategy.report_back_strategy.destination: a strategy of type Mirror must have a destination: OriginalResource or WorkAPI
  }
}

resource "multicluster_placement" "object_rollout_of" {
  name       = "web"
  clusters   = local.fleet
  kubefleet  = {}
  rollout_of = { kind = "ClusterStagedUpdateStrategy", name = "a" } # error: An argument named "rollout_of" is not expected here
}

resource "multicluster_placement" "object_selectors_empty" {
  name               = "web"
  clusters           = local.fleet
  kubefleet          = {}
  resource_selectors = [] # error: resource_selectors: must have at least one selector
}

resource "multicluster_placement" "object_selectors_one" {
  name               = "web"
  clusters           = local.fleet
  kubefleet          = {}
  resource_selectors = local.team # error: resource_selectors: found an object; it must be a list of objects, such as [{ group = "", version = "v1", kind = "Namespace", name = "team-a" }]
}

resource "multicluster_placement" "object_selectors_many" {
  name               = "web"
  clusters           = local.fleet
  kubefleet          = {}
  resource_selectors = [for i in range(101) : { group = "example.com", version = "v1", kind = "Setting", name = "s${i}" }] # error: resource_selectors: found 101: must have at most 100 items
}

resource "multicluster_placement" "object_selector_no_group" {
  name               = "web"
  clusters           = local.fleet
  kubefleet          = {}
  resource_selectors = [{ version = "v1", kind = "Namespace" }] # error: resource_selectors[0].group: the attribute must be set
}

resource "multicluster_placement" "object_selector_empty_kind" {
  name               = "web"
  clusters           = local.fleet
  kubefleet          = {}
  resource_selectors = [{ group = "", version = "v1", kind = "" }] # error: resource_selectors[0].kind: set the kind of the resources, such as "Namespace"
}

resource "multicluster_placement" "object_selector_api_version" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  resource_selectors = [
    local.team,
    { group = "example.com", apiVersion = "v1", kind = "Setting" }, # error: resource_selectors[1].apiVersion: unsupported attribute
  ]
}

resource "multicluster_placement" "object_selector_misspelt" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  resource_selectors = [{ # error: resource_selectors[0].label_selectors: unsupported attribute; did you mean "label_selector"?
    group           = "rbac.authorization.k8s.io"
    version         = "v1"
    kind            = "ClusterRole"
    label_selectors = { match_labels = { team = "a" } }
  }]
}

resource "multicluster_placement" "object_selector_both" {
  name               = "web"
  clusters           = local.fleet
  kubefleet          = {}
  resource_selectors = [merge(local.team, { label_selector = local.prod })] # error: resource_selectors[0].label_selector: a selector with a name has no label_selector; remove one of them
}

resource "multicluster_placement" "object_selector_operator" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  resource_selectors = [{ # error: resource_selectors[0].label_selector.match_expressions[0].operator: found "in": must be one of
    group          = "rbac.authorization.k8s.io"
    version        = "v1"
    kind           = "ClusterRole"
    label_selector = { match_expressions = [{ key = "team", operator = "in", values = ["a"] }] }
  }]
}

resource "multicluster_placement" "object_selector_scope" {
  name               = "web"
  clusters           = local.fleet
  kubefleet          = {}
  resource_selectors = [merge(local.team, { selection_scope = "NamespaceWithResource" })] # error: resource_selectors[0].selection_scope: found "NamespaceWithResource": must be one of "NamespaceOnly", "NamespaceWithResources", "NamespaceWithResourceSelectors"; did you mean "NamespaceWithResources"?
}

resource "multicluster_placement" "object_selector_scope_name" {
  name               = "web"
  clusters           = local.fleet
  kubefleet          = {}
  resource_selectors = [merge(local.team, { name = null, selection_scope = "NamespaceWithResourceSelectors" })] # error: resource_selectors[0].name: a selector with selection_scope NamespaceWithResourceSelectors selects its namespace by name
}

resource "multicluster_placement" "object_selector_scope_two" {
  name      = "web"
  clusters  = local.fleet
  kubefleet = {}
  resource_selectors = [
    merge(local.team, { selection_scope = "NamespaceWithResourceSelectors" }),
    merge(local.team, { name = "team-b" }), # error: resource_selectors[1]: resource_selectors can have only one selector of a Namespace if one of them has selection_scope NamespaceWithResourceSelectors
  ]
}

resource "multicluster_placement" "object_selector_namespaced" {
  name               = "web"
  clusters           = local.fleet
  kubefleet          = {}
  resource_selectors = [{ group = "apps", version = "v1", kind = "Deployment" }] # error: resource_selectors[0].kind: found "Deployment": the kind has a namespace, and a ClusterResourcePlacement selects what has none: select the Namespace
}

resource "multicluster_placement" "object_selector_not_namespaced" {
  name               = "web"
  namespace          = "team-a"
  clusters           = local.fleet
  kubefleet          = {}
  resource_selectors = [local.team] # error: resource_selectors[0].kind: found "Namespace": the kind has no namespace, and a ResourcePlacement selects what has one
}

resource "multicluster_placement" "object_selectors_in_the_policy" {
  name     = "web"
  clusters = local.fleet
  kubefleet = {
    resource_selectors = [local.team] # error: kubefleet.resource_selectors: unsupported attribute; resource_selectors belongs beside kubefleet
  }
}

resource "multicluster_placement" "object_selectors_misspelt" {
  name              = "web"
  clusters          = local.fleet
  kubefleet         = {}
  resource_selector = [local.team] # error: An argument named "resource_selector" is not expected here. Did you mean "resource_selectors"?
}

resource "multicluster_placement" "object_limit" {
  name                   = "web"
  clusters               = local.fleet
  kubefleet              = {}
  revision_history_limit = 0 # error: revision_history_limit: found 0: must be between 1 and 1000
}

resource "multicluster_placement" "object_limit_words" {
  name                   = "web"
  clusters               = local.fleet
  kubefleet              = {}
  revision_history_limit = "many" # error: Inappropriate value for attribute "revision_history_limit": a number is required
}

resource "multicluster_placement" "object_scope" {
  name                   = "web"
  clusters               = local.fleet
  kubefleet              = {}
  status_reporting_scope = "NamespaceAccesible" # error: status_reporting_scope: found "NamespaceAccesible": must be one of "ClusterScopeOnly", "NamespaceAccessible"; did you mean "NamespaceAccessible"?
}

resource "multicluster_placement" "object_scope_selectors" {
  name                   = "web"
  clusters               = local.fleet
  kubefleet              = {}
  status_reporting_scope = "NamespaceAccessible"
  resource_selectors     = [local.team, merge(local.team, { name = "team-b" })] # error: resource_selectors: found 2 selectors of kind Namespace: with status_reporting_scope NamespaceAccessible there must be exactly one
}

resource "multicluster_placement" "object_spread_policy" {
  name     = "web"
  clusters = local.fleet
  ocm = {
    spread_policy = { spread_constraints = [{ topology_key = "region", topology_key_type = "label" }] } # error: ocm.spread_policy.spread_constraints[0].topology_key_type: found "label": must be one of "Label", "Claim"; did you mean "Label"?
  }
}

resource "multicluster_placement" "object_sort_by" {
  name     = "web"
  clusters = local.fleet
  ocm = {
    sort_by = "score" # error: ocm.sort_by: found "score": must be one of "ClusterName", "Score"; did you mean "Score"?
  }
}

resource "multicluster_placement" "object_rate_limit" {
  name     = "web"
  clusters = local.fleet
  ocm = {
    score_rate_limit = "1 minute" # error: ocm.score_rate_limit: found "1 minute": must be a whole number with the unit h, m or s, such as "1m"
  }
}

output "object_encode_ocm" {
  value = provider::multicluster::encode_placement({ name = "web", ocm = {}, resource_selectors = [local.team] }) # error: resource_selectors: it belongs to kubefleet: a Placement has no such field
}

output "object_encode_limit" {
  value = provider::multicluster::encode_placement({ name = "web", kubefleet = {}, revision_history_limit = 2000 }) # error: revision_history_limit: found 2000: must be between 1 and 1000
}

output "object_encode_external" {
  value = provider::multicluster::encode_placement({ name = "web", kubefleet = {}, strategy = { type = "External", rolling_update = {} } }) # error: strategy.rolling_update: a placement with a strategy of type External has no rolling_update
}

output "object_place_ocm" {
  value = provider::multicluster::place({ clusters = local.fleet, ocm = {}, status_reporting_scope = "ClusterScopeOnly" }) # error: status_reporting_scope: it belongs to kubefleet: a Placement has no such field
}

output "object_decode" {
  value = provider::multicluster::decode_placement("{apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourcePlacement, metadata: {name: web}, spec: {resourceSelector: []}}") # error: document 1, line 1, ClusterResourcePlacement/web, spec.resourceSelector: unknown field; expected one of policy, strategy, resourceSelectors, revisionHistoryLimit, statusReportingScope (did you mean "resourceSelectors"?)
}
