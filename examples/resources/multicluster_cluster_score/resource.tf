resource "multicluster_cluster_score" "usage" {
  for_each = { eu-1 = 80, eu-2 = -40 }
  cluster  = each.key
  name     = "usage"
  scores   = [{ name = "cpuratio", value = each.value }]
}

resource "multicluster_placement" "web" {
  name     = "web"
  clusters = [{ name = "eu-1" }, { name = "eu-2" }]
  scores   = values(multicluster_cluster_score.usage)

  ocm = {
    number_of_clusters = 1
    prioritizer_policy = {
      configurations = [{
        score_coordinate = {
          type   = "AddOn"
          add_on = { resource_name = "usage", score_name = "cpuratio" }
        }
      }]
    }
  }
}
