locals {
  translated = provider::multicluster::translate_placement(
    file("${path.module}/rule.yaml"), "ocm"
  )
}

output "placement" {
  value = provider::multicluster::encode_placement(local.translated.placement)
}

# The condition OK is read as ManagedClusterConditionAvailable.
output "untranslated" {
  value = local.translated.untranslated
}
