import {
  to       = multicluster_placement.web
  identity = { name = "web" }
}
