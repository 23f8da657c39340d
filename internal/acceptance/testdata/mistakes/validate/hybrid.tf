data "multicluster_placement" "hybrid_advisor_singular" {
  clusters = local.fleet
  hybrid = {
    advisor = [{ name = "alphabet" }] # error: hybrid.advisor: unsupported attribute; did you mean "advisors"?
  }
}

data "multicluster_placement" "hybrid_advisors_object" {
  clusters = local.fleet
  hybrid = {
    advisors = { name = "alphabet" } # error: hybrid.advisors: found an object; it must be a list of objects, such as [{ name = "alphabet" }]
  }
}

data "multicluster_placement" "hybrid_advisors_map" {
  clusters = local.fleet
  hybrid = {
    advisors = { alphabet = { type = "predicate" } } # error: hybrid.advisors: found an object; it must be a list of objects, such as [{ name = "alphabet", type = "predicate" }]
  }
}

data "multicluster_placement" "hybrid_advisors_texts" {
  clusters = local.fleet
  hybrid = {
    advisors = ["alphabet"] # error: hybrid.advisors[0]: found a string; it must be an object
  }
}

data "multicluster_placement" "hybrid_advisor_type" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", type = "Predicate" }] # error: hybrid.advisors[0].type: found "Predicate": must be one of "predicate", "priority"; did you mean "predicate"?
  }
}

data "multicluster_placement" "hybrid_advisor_type_filter" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", type = "filter" }] # error: hybrid.advisors[0].type: found "filter": must be one of "predicate", "priority"
  }
}

data "multicluster_placement" "hybrid_advisor_no_name" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ type = "predicate" }] # error: hybrid.advisors[0].name: the attribute must be set
  }
}

data "multicluster_placement" "hybrid_advisor_name_empty" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "" }] # error: hybrid.advisors[0].name: an advisor needs a name
  }
}

data "multicluster_placement" "hybrid_advisor_weight" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", weight = "heavy" }] # error: hybrid.advisors[0].weight: found "heavy"; it must be a number
  }
}

data "multicluster_placement" "hybrid_advisor_weight_negative" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", weight = -1 }] # error: hybrid.advisors[0].weight: found -1: must be between 0 and 32767
  }
}

data "multicluster_placement" "hybrid_advisor_weight_large" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", weight = 40000 }] # error: hybrid.advisors[0].weight: found 40000: must be between 0 and 32767
  }
}

data "multicluster_placement" "hybrid_advisor_rules_text" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", rules = "a: 1" }] # error: hybrid.advisors[0].rules: found "a: 1": must be JSON, such as {"a":1}
  }
}

data "multicluster_placement" "hybrid_advisor_rule" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", rule = "{}" }] # error: hybrid.advisors[0].rule: unsupported attribute; did you mean "rules"?
  }
}

data "multicluster_placement" "hybrid_advisor_url" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", url = "https://cost.example.com" }] # error: hybrid.advisors[0].url: unsupported attribute
  }
}

data "multicluster_placement" "hybrid_advisor_duplicate" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet" }, { name = "alphabet" }] # error: hybrid.advisors[1].name: found "alphabet": advisors[0].name already has this value
  }
}

data "multicluster_placement" "hybrid_advisor_camel" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", onFailure = "ignore", recommendations = [] }] # error: hybrid.advisors[0].onFailure: unsupported attribute; did you mean "on_failure"?
  }
}

data "multicluster_placement" "hybrid_advisor_on_failure" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", on_failure = "skip", recommendations = [] }] # error: hybrid.advisors[0].on_failure: found "skip": must be one of "fail", "ignore", "previous"
  }
}

data "multicluster_placement" "hybrid_advisor_on_failure_veto" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", type = "predicate", on_failure = "ignore", recommendations = [] }] # error: hybrid.advisors[0].on_failure: to ignore an advisor of type predicate lifts its veto; set fail_open = true to allow that
  }
}

data "multicluster_placement" "hybrid_advisor_fail_open" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", fail_open = "yes", recommendations = [] }] # error: hybrid.advisors[0].fail_open: found "yes"; it must be true or false
  }
}

data "multicluster_placement" "hybrid_recommendations_texts" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = ["eu-1"] }] # error: hybrid.advisors[0].recommendations[0]: found a string; it must be an object
  }
}

data "multicluster_placement" "hybrid_recommendations_map" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = { eu-1 = 50 } }] # error: hybrid.advisors[0].recommendations: found an object; it must be a list of objects, such as [{ name = ... }]
  }
}

data "multicluster_placement" "hybrid_recommendation_score" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = [{ name = "eu-1", score = 101 }] }] # error: hybrid.advisors[0].recommendations[0].score: found 101: must be between 0 and 100
  }
}

data "multicluster_placement" "hybrid_recommendation_score_fraction" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = [{ name = "eu-1", score = 0.5 }] }] # error: hybrid.advisors[0].recommendations[0].score: found 0.5; it must be a whole number
  }
}

data "multicluster_placement" "hybrid_recommendation_target" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = [{ target = "eu-1" }] }] # error: hybrid.advisors[0].recommendations[0].target: unsupported attribute
  }
}

data "multicluster_placement" "hybrid_recommendation_cluster" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = [{ cluster_name = "eu-1" }] }] # error: hybrid.advisors[0].recommendations[0].cluster_name: unsupported attribute
  }
}

data "multicluster_placement" "hybrid_recommendation_duplicate" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = [{ name = "eu-1" }, { name = "eu-1" }] }] # error: hybrid.advisors[0].recommendations[1].name: found "eu-1": advisors[0].recommendations[0].name already has this value
  }
}

data "multicluster_placement" "hybrid_replicas_negative" {
  clusters = local.fleet
  hybrid = {
    replicas = -1 # error: hybrid.replicas: found -1: must be between 0 and 65535
  }
}

data "multicluster_placement" "hybrid_replicas_word" {
  clusters = local.fleet
  hybrid = {
    replicas = "one" # error: hybrid.replicas: found "one"; it must be a number
  }
}

data "multicluster_placement" "hybrid_replicas_misspelt" {
  clusters = local.fleet
  hybrid = {
    replica = 1 # error: hybrid.replica: unsupported attribute; did you mean "replicas"?
  }
}

data "multicluster_placement" "hybrid_number_of_clusters" {
  clusters = local.fleet
  hybrid = {
    number_of_clusters = 1 # error: hybrid.number_of_clusters: unsupported attribute; number_of_clusters is an attribute of ocm
  }
}

data "multicluster_placement" "hybrid_target_labels_bare" {
  clusters = local.fleet
  hybrid = {
    target_labels = { env = "prod" } # error: hybrid.target_labels.env: unsupported attribute
  }
}

data "multicluster_placement" "hybrid_target_labels_camel" {
  clusters = local.fleet
  hybrid = {
    targetLabels = { match_labels = { env = "prod" } } # error: hybrid.targetLabels: unsupported attribute; did you mean "target_labels"?
  }
}

data "multicluster_placement" "hybrid_targets_texts" {
  clusters = local.fleet
  hybrid = {
    targets = ["eu-1"] # error: hybrid.targets[0]: found a string; it must be an object
  }
}

data "multicluster_placement" "hybrid_target_kind" {
  clusters = local.fleet
  hybrid = {
    targets = [{ name = "eu-1", kinds = "cluster" }] # error: hybrid.targets[0].kinds: unsupported attribute
  }
}

data "multicluster_placement" "hybrid_decision_weight" {
  clusters = local.fleet
  hybrid = {
    decision_weight = 40000 # error: hybrid.decision_weight: found 40000: must be between 0 and 32767
  }
}

data "multicluster_placement" "hybrid_deployer_typo" {
  clusters = local.fleet
  hybrid = {
    deployer = "ansible" # error: hybrid.deployer: unsupported attribute
  }
}

data "multicluster_placement" "hybrid_predicates" {
  clusters = local.fleet
  hybrid = {
    predicates = [] # error: hybrid.predicates: unsupported attribute; predicates is an attribute of ocm
  }
}

data "multicluster_placement" "hybrid_root_target_no_kind" {
  clusters = local.fleet
  hybrid   = {}
  targets  = [{ name = "vm-1" }] # error: targets[0].kind: the attribute must be set
}

data "multicluster_placement" "hybrid_root_target_duplicate" {
  clusters = local.fleet
  hybrid   = { deployer_type = "vm" }
  targets  = [{ kind = "vm", name = "a" }, { kind = "vm", name = "a" }] # error: targets[1].name: found "vm a": targets[0] already has this name
}

data "multicluster_placement" "hybrid_root_target_type" {
  clusters = local.fleet
  hybrid   = { deployer_type = "vm" }
  targets  = [{ type = "vm", name = "a" }] # error: targets[0].type: unsupported attribute
}
