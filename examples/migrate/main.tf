locals {
  fleet = [file("${path.module}/fleet.yaml")] # With a hub: null.
  rules = { for file in fileset(path.module, "rules/*.yaml") :
    trimsuffix(basename(file), ".yaml") => file("${path.module}/${file}")
  }
  translated = { for name, rule in local.rules :
    name => provider::multicluster::translate_placement(rule, "ocm")
  }
  # A rule sees all clusters. A Placement sees the sets that its namespace is bound to.
  placements = { for name, t in local.translated :
    name => merge(t.placement, { namespace = "policies" })
  }
}

# What a Placement cannot say.
output "untranslated" {
  value = { for name, t in local.translated : name => t.untranslated[*].reason }
}

data "multicluster_comparison" "rule" {
  for_each  = local.rules
  manifests = local.fleet
  from      = [provider::multicluster::decode_placement(each.value)]
  to        = [local.placements[each.key]]
}

locals {
  compared = { for name, c in data.multicluster_comparison.rule :
    name => c.comparisons[name]
  }
}

output "comment" {
  value = { for name, c in data.multicluster_comparison.rule :
    name => provider::multicluster::explain(c)
  }
}

resource "multicluster_placement" "rule" {
  for_each  = local.placements
  name      = each.value.name
  namespace = each.value.namespace
  ocm       = each.value.ocm
  manifests = local.fleet

  lifecycle {
    precondition {
      condition     = local.compared[each.key].verdict != "different"
      error_message = local.compared[each.key].text
    }
  }
}
