run "apply" {
  assert {
    condition = alltrue([
      for cluster in ["eu-1", "eu-2", "us-1"] : endswith(
        local_file.web[cluster].filename,
        "/clusters/${cluster}/web.yaml"
      )
    ])
    error_message = "Each cluster should have a folder."
  }
  assert {
    condition = yamldecode(
      split("---\n", local_file.web["eu-1"].content)[1]
    ).spec.template.spec.containers[0].image == "registry.example/web:1"
    error_message = "The file should have all objects."
  }
}
