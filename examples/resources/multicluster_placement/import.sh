# The id is the name, behind the namespace and a slash if there is one. The next plan
# decides.
terraform import multicluster_placement.web web
