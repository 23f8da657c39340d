run "three_clusters" {
  command = plan

  assert {
    condition     = length(output.variants) == 3
    error_message = "Two regions, and one cluster outside production, get different manifests."
  }
  assert {
    condition     = output.replicas == { smartfish = 6, jumpingcat = 1 }
    error_message = "One replica outside production only."
  }
  assert {
    condition = strcontains(
      output.explanation,
      "+ /spec/template/spec/containers/0/image: \"eastus.registry.example.com/nginx:1.27\""
    )
    error_message = "The explanation shows the image of each region."
  }
}
