data "multicluster_placement" "ocm_policy_list" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = [{ weight = 1 }] # error: ocm.prioritizer_policy: found a list; it must be an object
  }
}

data "multicluster_placement" "ocm_policy_mode" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { mode = "exact", configurations = [] } # error: ocm.prioritizer_policy.mode: found "exact": must be one of "Additive", "Exact"; did you mean "Exact"?
  }
}

data "multicluster_placement" "ocm_policy_mode_other" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { mode = "Multiplicative" } # error: ocm.prioritizer_policy.mode: found "Multiplicative": must be one of "Additive", "Exact"
  }
}

data "multicluster_placement" "ocm_policy_configuration_singular" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configuration = [{ score_coordinate = { built_in = "Steady" } }] } # error: ocm.prioritizer_policy.configuration: unsupported attribute; did you mean "configurations"?
  }
}

data "multicluster_placement" "ocm_policy_configurations_object" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = { score_coordinate = { built_in = "Steady" } } } # error: ocm.prioritizer_policy.configurations: found an object; it must be a list of objects, such as [{ score_coordinate = { built_in = "Steady" } }]
  }
}

data "multicluster_placement" "ocm_prioritizers" {
  clusters = local.fleet
  ocm = {
    prioritizers = [{ name = "Steady", weight = 1 }] # error: ocm.prioritizers: unsupported attribute
  }
}

data "multicluster_placement" "ocm_configuration_built_in_too_high" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ built_in = "Steady", weight = 2 }] } # error: ocm.prioritizer_policy.configurations[0].built_in: unsupported attribute; built_in belongs in ocm.prioritizer_policy.configurations[0].score_coordinate.built_in
  }
}

data "multicluster_placement" "ocm_configuration_no_coordinate" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ weight = 2 }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate: must be set to the score to weight, such as { built_in = "Steady" }
  }
}

data "multicluster_placement" "ocm_configuration_name" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ name = "Steady", weight = 2 }] } # error: ocm.prioritizer_policy.configurations[0].name: unsupported attribute
  }
}

data "multicluster_placement" "ocm_configuration_weight_11" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = 11 }] } # error: ocm.prioritizer_policy.configurations[0].weight: found 11: must be between -10 and 10
  }
}

data "multicluster_placement" "ocm_configuration_weight_minus_11" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = -11 }] } # error: ocm.prioritizer_policy.configurations[0].weight: found -11: must be between -10 and 10
  }
}

data "multicluster_placement" "ocm_configuration_weight_word" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = "high" }] } # error: ocm.prioritizer_policy.configurations[0].weight: found "high"; it must be a number
  }
}

data "multicluster_placement" "ocm_configuration_weight_fraction" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Steady" }, weight = 0.5 }] } # error: ocm.prioritizer_policy.configurations[0].weight: found 0.5; it must be a whole number
  }
}

data "multicluster_placement" "ocm_configuration_coordinate_text" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = "Steady" }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_configuration_coordinate_camel" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ scoreCoordinate = { built_in = "Steady" } }] } # error: ocm.prioritizer_policy.configurations[0].scoreCoordinate: unsupported attribute; did you mean "score_coordinate"?
  }
}

data "multicluster_placement" "ocm_coordinate_builtin" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { builtin = "Steady" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.builtin: unsupported attribute; did you mean "built_in"?
  }
}

data "multicluster_placement" "ocm_coordinate_built_in_camel" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { builtIn = "Steady" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.builtIn: unsupported attribute; did you mean "built_in"?
  }
}

data "multicluster_placement" "ocm_coordinate_misspelt_prioritizer" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "Stedy" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.built_in: found "Stedy": must be one of "Balance", "Steady", "ResourceAllocatableCPU", "ResourceAllocatableMemory"; did
  }
}

data "multicluster_placement" "ocm_coordinate_lower_case" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "balance" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.built_in: found "balance": must be one of "Balance", "Steady", "ResourceAllocatableCPU", "ResourceAllocatableMemory";
  }
}

data "multicluster_placement" "ocm_coordinate_memory" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "AllocatableMemory" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.built_in: found "AllocatableMemory": must be one of "Balance", "Steady", "ResourceAllocatableCPU",
  }
}

data "multicluster_placement" "ocm_coordinate_type" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "Addon", add_on = { resource_name = "cpu", score_name = "free" } } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.type: found "Addon": must be one of "BuiltIn", "AddOn"; did you mean "AddOn"?
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_missing" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.add_on: names the score of type AddOn: set resource_name and score_name
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_without_type" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { add_on = { resource_name = "cpu", score_name = "free" } } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.built_in: names the prioritizer of a score of type BuiltIn: must be one of "Balance", "Steady",
  }
}

data "multicluster_placement" "ocm_coordinate_addon" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", addon = { resource_name = "cpu", score_name = "free" } } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.addon: unsupported attribute; did you mean "add_on"?
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_text" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", add_on = "cpu/free" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.add_on: found a string; it must be an object
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_camel" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", add_on = { resourceName = "cpu", score_name = "free" } } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.add_on.resourceName: unsupported attribute; did you mean "resource_name"?
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_score" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", add_on = { resource_name = "cpu" } } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.add_on.score_name: the attribute must be set
  }
}

data "multicluster_placement" "ocm_coordinate_add_on_too_high" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = { type = "AddOn", score_name = "free" } }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.score_name: unsupported attribute; score_name belongs in
  }
}

data "multicluster_placement" "ocm_coordinate_empty" {
  clusters = local.fleet
  ocm = {
    prioritizer_policy = { configurations = [{ score_coordinate = {} }] } # error: ocm.prioritizer_policy.configurations[0].score_coordinate.built_in: names the prioritizer of a score of type BuiltIn: must be one of "Balance", "Steady",
  }
}
