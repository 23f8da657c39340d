# By name, or by namespace and name. Nothing is decided by that: the next plan decides.
terraform import multicluster_placement.web web
terraform import multicluster_placement.web shop/web
