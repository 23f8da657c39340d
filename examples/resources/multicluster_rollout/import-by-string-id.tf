import {
  to = multicluster_rollout.shop
  id = "shop"
}
