# The id is the name. Nothing is decided by an import: the next plan decides, and with
# max_moves it needs previous_decisions in each placement.
terraform import multicluster_placements.teams teams
