# The id is the name.
terraform import multicluster_disruption_budget.web web
