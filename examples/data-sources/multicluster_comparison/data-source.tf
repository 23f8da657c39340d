# A selector is written anew: before and after.
locals {
  selectors = {
    from = { key = "region", operator = "In", values = ["eu", "us"] }
    to   = { key = "region", operator = "NotIn", values = ["apac"] }
  }
  placements = { for name, s in local.selectors : name => { ocm = { predicates = [
    { required_cluster_selector = { label_selector = { match_expressions = [s] } } },
  ] } } }
}

data "multicluster_comparison" "web" {
  clusters = [
    { name = "eu-1", labels = { region = "eu" } },
    { name = "us-1", labels = { region = "us" } },
  ]
  from = [local.placements.from]
  to   = [local.placements.to]
}

# Nothing moves today. It would with a cluster without a region.
check "the_new_selector_means_the_same" {
  assert {
    condition     = data.multicluster_comparison.web.verdict == "equal"
    error_message = values(data.multicluster_comparison.web.comparisons)[0].text
  }
}
