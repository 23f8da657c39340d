run "plan" {
  command = plan

  assert {
    condition     = kubernetes_manifest.deployment.manifest.metadata.namespace == multicluster_placement.store.resource_selectors[0].name
    error_message = "The placement should choose the namespace of the workload."
  }
  assert {
    condition     = output.status == {}
    error_message = "KubeFleet has not reported anything yet."
  }
}
