# A policy set of HCP Terraform, with the kind OPA.
policy "placements" {
  description       = "What one plan may change of placements and rollouts"
  query             = "data.multicluster.deny"
  enforcement_level = "mandatory"
}
