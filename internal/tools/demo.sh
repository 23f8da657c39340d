#!/usr/bin/env bash
# Copyright (c) The terraform-provider-multicluster Authors
# SPDX-License-Identifier: MPL-2.0

# Applies the demo three times with Terraform or OpenTofu: a decision, a move, and a move that max_moves refuses.
set -euo pipefail
tool=$1 folder=$2
log=$(mktemp)
trap 'rm -rf "$log" "$folder"/{.terraform,.terraform.lock.hcl,terraform.d,terraform.tfstate*}' EXIT
internal/tools/mirror.sh "$folder/terraform.d/plugins"
cd "$folder"
step() { # what is shown, and the arguments of apply; true if it succeeds
  printf '\n%s\n$ terraform apply%s\n' "$1" "${2:+ $2}"
  # shellcheck disable=SC2086 # The arguments have no spaces.
  "$tool" apply -input=false -auto-approve -no-color ${2:-} > "$log" 2>&1
}
rm -f terraform.tfstate*
"$tool" init -input=false > "$log" || { cat "$log"; exit 1; }
step "1. The shop runs on three of six clusters, those with the most memory:" || { cat "$log"; exit 1; }
"$tool" output -no-color decisions
step "2. us-1 is drained. It gets a taint, and the shop moves:" '-var=drained=["us-1"]' || { cat "$log"; exit 1; }
grep '^Plan:' "$log"
"$tool" output -no-color moves
if step "3. eu-3 is drained as well, and no cluster may lose the shop:" '-var=drained=["us-1","eu-3"] -var=max_moves=0'; then
  cat "$log"
  exit 1
fi
sed -n '/Error:/,$p' "$log"
