run "plan" {
  command = plan

  assert {
    condition = join(
      ",",
      [
        for cluster in ["eu-1", "eu-2", "us-1"] :
        kubernetes_manifest.web[cluster].manifest.spec.kubeConfig.secretRef.name
      ]
    ) == "eu-1-kubeconfig,eu-2-kubeconfig,us-1-kubeconfig"
    error_message = "Each cluster should have a Kustomization."
  }
}
