data "multicluster_placement" "hybrid_advisor_singular" {
  clusters = local.fleet
  hybrid = {
    advisor = [{ name = "alphabet" }] # error
  }
}

data "multicluster_placement" "hybrid_advisors_object" {
  clusters = local.fleet
  hybrid = {
    advisors = { name = "alphabet" } # error
  }
}

data "multicluster_placement" "hybrid_advisors_map" {
  clusters = local.fleet
  hybrid = {
    advisors = { alphabet = { type = "predicate" } } # error
  }
}

data "multicluster_placement" "hybrid_advisors_texts" {
  clusters = local.fleet
  hybrid = {
    advisors = ["alphabet"] # error
  }
}

data "multicluster_placement" "hybrid_advisor_type" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", type = "Predicate" }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_type_filter" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", type = "filter" }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_no_name" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ type = "predicate" }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_name_empty" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "" }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_weight" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", weight = "heavy" }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_weight_negative" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", weight = -1 }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_weight_large" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", weight = 40000 }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_rules_text" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", rules = "a: 1" }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_rules_object" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", rules = { a = 1 } }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_rule" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet", rule = "{}" }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_url" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", url = "https://cost.example.com" }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_duplicate" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "alphabet" }, { name = "alphabet" }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_camel" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", onFailure = "ignore", recommendations = [] }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_on_failure" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", on_failure = "skip", recommendations = [] }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_on_failure_veto" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", type = "predicate", on_failure = "ignore", recommendations = [] }] # error
  }
}

data "multicluster_placement" "hybrid_advisor_fail_open" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", fail_open = "yes", recommendations = [] }] # error
  }
}

data "multicluster_placement" "hybrid_recommendations_texts" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = ["eu-1"] }] # error
  }
}

data "multicluster_placement" "hybrid_recommendations_map" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = { eu-1 = 50 } }] # error
  }
}

data "multicluster_placement" "hybrid_recommendation_score" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = [{ name = "eu-1", score = 101 }] }] # error
  }
}

data "multicluster_placement" "hybrid_recommendation_score_fraction" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = [{ name = "eu-1", score = 0.5 }] }] # error
  }
}

data "multicluster_placement" "hybrid_recommendation_target" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = [{ target = "eu-1" }] }] # error
  }
}

data "multicluster_placement" "hybrid_recommendation_cluster" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = [{ cluster_name = "eu-1" }] }] # error
  }
}

data "multicluster_placement" "hybrid_recommendation_duplicate" {
  clusters = local.fleet
  hybrid = {
    advisors = [{ name = "cost", recommendations = [{ name = "eu-1" }, { name = "eu-1" }] }] # error
  }
}

data "multicluster_placement" "hybrid_replicas_negative" {
  clusters = local.fleet
  hybrid = {
    replicas = -1 # error
  }
}

data "multicluster_placement" "hybrid_replicas_word" {
  clusters = local.fleet
  hybrid = {
    replicas = "one" # error
  }
}

data "multicluster_placement" "hybrid_replicas_misspelt" {
  clusters = local.fleet
  hybrid = {
    replica = 1 # error
  }
}

data "multicluster_placement" "hybrid_number_of_clusters" {
  clusters = local.fleet
  hybrid = {
    number_of_clusters = 1 # error
  }
}

data "multicluster_placement" "hybrid_target_labels_bare" {
  clusters = local.fleet
  hybrid = {
    target_labels = { env = "prod" } # error
  }
}

data "multicluster_placement" "hybrid_target_labels_camel" {
  clusters = local.fleet
  hybrid = {
    targetLabels = { match_labels = { env = "prod" } } # error
  }
}

data "multicluster_placement" "hybrid_targets_texts" {
  clusters = local.fleet
  hybrid = {
    targets = ["eu-1"] # error
  }
}

data "multicluster_placement" "hybrid_target_kind" {
  clusters = local.fleet
  hybrid = {
    targets = [{ name = "eu-1", kind = "cluster" }] # error
  }
}

data "multicluster_placement" "hybrid_decision_weight" {
  clusters = local.fleet
  hybrid = {
    decision_weight = 40000 # error
  }
}

data "multicluster_placement" "hybrid_deployer_typo" {
  clusters = local.fleet
  hybrid = {
    deployer = "ansible" # error
  }
}

data "multicluster_placement" "hybrid_predicates" {
  clusters = local.fleet
  hybrid = {
    predicates = [] # error
  }
}

data "multicluster_placement" "hybrid_root_target_no_kind" {
  clusters = local.fleet
  hybrid   = {}
  targets  = [{ name = "vm-1" }] # error
}

data "multicluster_placement" "hybrid_root_target_duplicate" {
  clusters = local.fleet
  hybrid   = { deployer_type = "vm" }
  targets  = [{ kind = "vm", name = "a" }, { kind = "vm", name = "a" }] # error
}

data "multicluster_placement" "hybrid_root_target_type" {
  clusters = local.fleet
  hybrid   = { deployer_type = "vm" }
  targets  = [{ type = "vm", name = "a" }] # error
}
