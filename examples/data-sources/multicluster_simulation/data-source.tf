# Two clusters are drained for maintenance, one after the other.
data "multicluster_simulation" "maintenance" {
  clusters = [
    { name = "eu-1", labels = { region = "eu" } },
    { name = "eu-2", labels = { region = "eu" } },
    { name = "us-1", labels = { region = "us" } },
  ]

  placement = {
    name               = "web"
    ocm                = { number_of_clusters = 2 }
    previous_decisions = [{ cluster_name = "eu-1" }, { cluster_name = "eu-2" }]
  }

  steps = [
    [{ taint = { clusters = ["eu-1"], key = "maintenance", effect = "NoSelect" } }],
    [
      { untaint = { clusters = ["eu-1"], key = "maintenance" } },
      { taint = { clusters = ["eu-2"], key = "maintenance", effect = "NoSelect" } },
    ],
  ]
}

output "joins" {
  value = [
    for result in data.multicluster_simulation.maintenance.results :
    flatten([for moves in result.moves : keys(moves.joined)])
  ]
}
