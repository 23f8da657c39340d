run "the_real_fleet" {
  command = plan

  assert {
    condition     = length(data.multicluster_placement.web.decisions_by_cluster) == 2
    error_message = "Web should run on two clusters."
  }
  expect_failures = [check.two_regions] # fleet.yaml: eu-1 and eu-2 come first by name
}

run "a_fleet_of_the_test" {
  command = plan

  variables {
    fleet = [
      "{ apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: { name: ap-1, labels: { env: prod } } }",
      "{ apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: { name: eu-1, labels: { env: prod } } }",
      "{ apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: { name: eu-2, labels: { env: dev } } }",
    ]
  }
  assert {
    condition     = join(",", keys(terraform_data.web)) == "ap-1,eu-1"
    error_message = "Web should run on the production clusters."
  }
}

# Without a scheduler and without a hub: what depends on the decisions is tested with
# given ones.
run "given_decisions" {
  command = plan

  override_data {
    target = data.multicluster_placement.web
    values = {
      decisions_by_cluster = { # OpenTofu needs every attribute of an element
        eu-9 = { kind = null, namespace = null, labels = null, claims = null }
        us-9 = { kind = null, namespace = null, labels = null, claims = null }
      }
    }
  }
  assert {
    condition     = terraform_data.web["us-9"].input == "web on us-9"
    error_message = "Every chosen cluster should get the workload."
  }
}
