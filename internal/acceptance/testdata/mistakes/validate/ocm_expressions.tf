data "multicluster_placement" "ocm_expressions_object" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = { key = "env", operator = "Exists" } } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions: found an object; it must be a list of objects, such as [{ key = "env", operator = "Exists" }]
  }
}

data "multicluster_placement" "ocm_expressions_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { matchExpressions = [{ key = "env", operator = "Exists" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.matchExpressions: unsupported attribute; did you mean "match_expressions"?
  }
}

data "multicluster_placement" "ocm_expression_lower_case" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "in", values = ["prod"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator: found "in": must be one of "In", "NotIn", "Exists", "DoesNotExist"; did you mean "In"?
  }
}

data "multicluster_placement" "ocm_expression_sql" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "=", values = ["prod"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator: found "=": must be one of "In", "NotIn", "Exists", "DoesNotExist"
  }
}

data "multicluster_placement" "ocm_expression_gt" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "cpu", operator = "Gt", values = ["3"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator: found "Gt": must be one of "In", "NotIn", "Exists", "DoesNotExist"
  }
}

data "multicluster_placement" "ocm_expression_exists_values" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "Exists", values = ["prod"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].values: may not be specified when `operator` is 'Exists' or 'DoesNotExist'
  }
}

data "multicluster_placement" "ocm_expression_in_no_values" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].values: must be specified when `operator` is 'In' or 'NotIn'
  }
}

data "multicluster_placement" "ocm_expression_value" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In", value = "prod" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].value: unsupported attribute; did you mean "values"?
  }
}

data "multicluster_placement" "ocm_expression_values_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In", values = "prod" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].values: found a string; it must be a list of strings, such as ["prod"]
  }
}

data "multicluster_placement" "ocm_expression_values_null" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", operator = "In", values = ["prod", null] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].values[1]: must not be null; remove the element
  }
}

data "multicluster_placement" "ocm_expression_no_operator" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", values = ["prod"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator: the attribute must be set
  }
}

data "multicluster_placement" "ocm_expression_no_key" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ operator = "Exists" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].key: the attribute must be set
  }
}

data "multicluster_placement" "ocm_expression_label" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ label = "env", operator = "Exists" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].label: unsupported attribute
  }
}

data "multicluster_placement" "ocm_expression_op" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [{ key = "env", op = "Exists" }] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].op: unsupported attribute
  }
}

data "multicluster_placement" "ocm_expression_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = ["env in (prod)"] } } }] # error: ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0]: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_claim_match_labels" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { claim_selector = { match_labels = { env = "prod" } } } }] # error: ocm.predicates[0].required_cluster_selector.claim_selector.match_labels: unsupported attribute; match_labels is an attribute of
  }
}

data "multicluster_placement" "ocm_claim_operator" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { claim_selector = { match_expressions = [{ key = "platform", operator = "Equals", values = ["AWS"] }] } } }] # error: ocm.predicates[0].required_cluster_selector.claim_selector.match_expressions[0].operator: found "Equals": must be one of "In", "NotIn", "Exists", "DoesNotExist"
  }
}

data "multicluster_placement" "ocm_cel_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = "managedCluster.metadata.name == 'a'" } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_cel_list" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = ["true"] } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector: found a list; it must be an object
  }
}

data "multicluster_placement" "ocm_cel_camel" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { celExpressions = ["true"] } } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector.celExpressions: unsupported attribute; did you mean "cel_expressions"?
  }
}

data "multicluster_placement" "ocm_cel_expression_singular" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expression = "true" } } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector.cel_expression: unsupported attribute; did you mean "cel_expressions"?
  }
}

data "multicluster_placement" "ocm_cel_expressions_text" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = "true" } } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector.cel_expressions: found a string; it must be a list of strings, such as ["true"]
  }
}

data "multicluster_placement" "ocm_cel_syntax" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = ["managedCluster.metadata.name =="] } } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector.cel_expressions[0]: found "managedCluster.metadata.name ==": compilation failed: ERROR: <input>:1:32: Syntax error: mismatched
  }
}

data "multicluster_placement" "ocm_cel_variable" {
  clusters = local.fleet
  ocm = {
    predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = ["cluster.metadata.name == 'a'"] } } }] # error: ocm.predicates[0].required_cluster_selector.cel_selector.cel_expressions[0]: found "cluster.metadata.name == 'a'": compilation failed: ERROR: <input>:1:1: undeclared reference to
  }
}
