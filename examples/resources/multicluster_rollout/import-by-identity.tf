import {
  to       = multicluster_rollout.shop
  identity = { name = "shop" }
}
