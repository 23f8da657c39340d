# A policy set of HCP Terraform, with the kind Sentinel.
policy "placements" {
  source            = "./placements.sentinel"
  enforcement_level = "hard-mandatory"
}
