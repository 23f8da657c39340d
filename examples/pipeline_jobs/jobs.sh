#!/bin/sh
# The jobs one after the other, for a pipeline without a matrix.
set -eu
terraform output -raw matrix | jq -r '.include[] | "\(.action) \(.cluster)"' | while read -r action cluster; do
  ./deploy.sh "$action" "$cluster" </dev/null
done
