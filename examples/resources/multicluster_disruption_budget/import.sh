# The id is the name. The other attributes come from the configuration with the next
# apply.
terraform import multicluster_disruption_budget.web web
