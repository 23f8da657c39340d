# The id is the name, behind the namespace and a slash if there is one. Nothing is decided
# by an import: the next plan decides, and with max_moves it needs previous_decisions.
terraform import multicluster_placement.web web
