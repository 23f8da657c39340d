import {
  to = multicluster_placement.web
  id = "web"
}
