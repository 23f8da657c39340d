locals {
  room = provider::multicluster::headroom({
    clusters = [
      { name = "eu-1", allocatable = { cpu = "16" } },
      { name = "us-1", allocatable = { cpu = "8" } },
    ]
    placement = {
      kubefleet = { placement_type = "PickN", number_of_clusters = 2 }
      demand    = { cpu = "2" }
    }
  })
}

# Three more: then us-1 has no cpu left, and a copy needs both clusters.
output "room" {
  value = { copies = local.room.copies, ended_by = local.room.resources }
}
