#!/bin/sh
# Writes a moved block for each file whose key is "prod-" and the name of the cluster.
set -eu
terraform state list | sed -n 's/^local_file\.web\["prod-\(.*\)"\]$/moved {\n  from = local_file.web["prod-\1"]\n  to   = local_file.web["\1"]\n}\n/p' >moved.tf
