data "multicluster_placement" "ocm_predicate_object" {
  clusters = local.fleet
  ocm = {
    predicates = { required_cluster_selector = { label_selector = local.prod } } # error: ocm.predicates: found an object; it must be a list of objects, such as [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }]
  }
}

data "multicluster_placement" "ocm_predicate_singular" {
  clusters = local.fleet
  ocm = {
    predicate = [{ required_cluster_selector = { label_selector = local.prod } }] # error: ocm.predicate: unsupported attribute; did you mean "predicates"?
  }
}

data "multicluster_placement" "ocm_predicate_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ requiredClusterSelector = { label_selector = local.prod } }] # error: ocm.predicates[0].requiredClusterSelector: unsupported attribute; did you mean "required_cluster_selector"?
  }
}

data "multicluster_placement" "ocm_predicate_misspelt" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_clusters_selector = { label_selector = local.prod } }] # error: ocm.predicates[0].required_clusters_selector: unsupported attribute; did you mean "required_cluster_selector"?
  }
}

data "multicluster_placement" "ocm_predicate_label_selector" {
  clusters = local.fleet
  ocm = {
    predicates = [{ label_selector = local.prod }] # error: ocm.predicates[0].label_selector: unsupported attribute; label_selector belongs in ocm.predicates[0].required_cluster_selector.label_selector
  }
}

data "multicluster_placement" "ocm_predicate_match_labels" {
  clusters = local.fleet
  ocm = {
    predicates = [{ match_labels = { env = "prod" } }] # error: ocm.predicates[0].match_labels: unsupported attribute; match_labels belongs in
  }
}

data "multicluster_placement" "ocm_predicate_label" {
  clusters = local.fleet
  ocm = {
    predicates = [{ env = "prod" }] # error: ocm.predicates[0].env: unsupported attribute; labels belong in match_labels, such as { required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }.
  }
}

data "multicluster_placement" "ocm_predicate_text" {
  clusters = local.fleet
  ocm = {
    predicates = ["env=prod"] # error: ocm.predicates[0]: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_predicate_second" {
  clusters = local.fleet
  ocm = {
    predicates = [ # error: ocm.predicates[1].required_cluster_selector.label_selectors: unsupported attribute; did you mean "label_selector"?
      { required_cluster_selector = { label_selector = local.prod } },
      { required_cluster_selector = { label_selectors = local.prod } },
    ]
  }
}

data "multicluster_placement" "ocm_selector_at_root_of_ocm" {
  clusters = local.fleet
  ocm = {
    required_cluster_selector = { label_selector = local.prod } # error: ocm.required_cluster_selector: unsupported attribute; required_cluster_selector belongs in ocm.predicates[0].required_cluster_selector
  }
}

data "multicluster_placement" "ocm_labels_at_root_of_ocm" {
  clusters = local.fleet
  ocm = {
    label_selector = local.prod # error: ocm.label_selector: unsupported attribute; label_selector belongs in ocm.predicates[0].required_cluster_selector.label_selector
  }
}

data "multicluster_placement" "ocm_match_labels_at_root_of_ocm" {
  clusters = local.fleet
  ocm = {
    match_labels = { env = "prod" } # error: ocm.match_labels: unsupported attribute; match_labels belongs in
  }
}

data "multicluster_placement" "ocm_match_labels_without_selector" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { match_labels = { env = "prod" } } }] # error: ocm.predicates[0].required_cluster_selector.match_labels: unsupported attribute; match_labels belongs in
  }
}

data "multicluster_placement" "ocm_match_expressions_without_selector" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { match_expressions = [{ key = "env", operator = "Exists" }] } }] # error: ocm.predicates[0].required_cluster_selector.match_expressions: unsupported attribute; match_expressions belongs in
  }
}

data "multicluster_placement" "ocm_selector_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { labelSelector = local.prod } }] # error: ocm.predicates[0].required_cluster_selector.labelSelector: unsupported attribute; did you mean "label_selector"?
  }
}

data "multicluster_placement" "ocm_selector_misspelt" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selektor = local.prod } }] # error: ocm.predicates[0].required_cluster_selector.label_selektor: unsupported attribute; did you mean "label_selector"?
  }
}

data "multicluster_placement" "ocm_selector_labels" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { labels = { env = "prod" } } }] # error: ocm.predicates[0].required_cluster_selector.labels: unsupported attribute
  }
}

data "multicluster_placement" "ocm_selector_list" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = [{ label_selector = local.prod }] }] # error: ocm.predicates[0].required_cluster_selector: found a list; it must be an object
  }
}

data "multicluster_placement" "ocm_selector_bare_label" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { env = "prod" } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.env: unsupported attribute; labels belong in match_labels, such as label_selector = { match_labels = { env = "prod" } }.
  }
}

data "multicluster_placement" "ocm_selector_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = "env=prod" } }] # error: ocm.predicates[0].required_cluster_selector.label_selector: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_match_labels_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { matchLabels = { env = "prod" } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.matchLabels: unsupported attribute; did you mean "match_labels"?
  }
}

data "multicluster_placement" "ocm_match_label_singular" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_label = { env = "prod" } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_label: unsupported attribute; did you mean "match_labels"?
  }
}

data "multicluster_placement" "ocm_match_labels_list" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = ["env=prod"] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels: found a list; it must be an object
  }
}

data "multicluster_placement" "ocm_match_labels_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = "env=prod" } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_match_labels_values" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = ["prod", "stage"] } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels["env"]: found a list; it must be a string
  }
}

data "multicluster_placement" "ocm_match_labels_value" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "pro duction" } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels["env"]: found "pro duction": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or
  }
}

data "multicluster_placement" "ocm_match_labels_key" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { "-env" = "prod" } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_labels["-env"]: found "-env": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with
  }
}

data "multicluster_placement" "ocm_selector_bare_labels" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { env = "prod", "example.com/region" = "eu" } }] # error: ocm.predicates[0].required_cluster_selector.env: unsupported attribute; labels belong in match_labels, such as required_cluster_selector = { label_selector = { match_labels = { env = "prod", "example.com/region" = "eu" } } }.
  }
}

data "multicluster_placement" "ocm_selector_bare_claims" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { claim_selector = { "platform.open-cluster-management.io" = "aws" } } }] # error: claim_selector.platform.open-cluster-management.io: unsupported attribute; claims belong in match_expressions, such as claim_selector = { match_expressions = [{ key = "platform.open-cluster-management.io", operator = "In", values = ["aws"] }] }.
  }
}
