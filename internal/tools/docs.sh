#!/usr/bin/env bash
# Copyright (c) The terraform-provider-multicluster Authors
# SPDX-License-Identifier: MPL-2.0

# Generates docs/ without asking a registry: the schema comes from the provider in a local mirror, by Terraform or
# OpenTofu from 1.12 on, which know the identities of resources, and is handed to tfplugindocs under the name that it
# looks for.
set -euo pipefail
tool=$1 generator=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The provider has the comments of its structs in it.
go run ./internal/tools/descriptions
internal/tools/mirror.sh "$folder/terraform.d/plugins"
cat > "$folder/main.tf" <<'EOT'
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
EOT
(cd "$folder" && "$tool" init -input=false >/dev/null && "$tool" providers schema -json) |
  sed -E 's#"registry\.(terraform\.io|opentofu\.org)/terraform-multicluster/multicluster"#"registry.terraform.io/hashicorp/multicluster"#' \
  > "$folder/schema.json"
# The output of the generator matters only if it fails.
"$generator" generate --provider-name multicluster --providers-schema "$folder/schema.json" > "$folder/log" 2>&1 ||
  { cat "$folder/log"; exit 1; }
# Structured arguments are dynamic: their reference is made from the structs that they are read into.
go run ./internal/tools/reference -schema "$folder/schema.json" docs
# The registries read the documents of the tag of a release.
if git describe --tags --exact-match --match 'v*' >/dev/null 2>&1; then go run ./internal/tools/reference -publish docs; fi
