#!/usr/bin/env bash
# Copyright (c) The terraform-provider-multicluster Authors
# SPDX-License-Identifier: MPL-2.0

# Builds a version of Terraform or OpenTofu from its Go module, without the backends of clouds: some of them are modules of their
# own, which the module does not have, and the others are most of what would be compiled. The tests keep their states in files.
# usage: tool.sh terraform|tofu vX.Y.Z FILE
set -euo pipefail
tool=$1 version=$2 file=$3
case $tool in
  terraform) module=github.com/hashicorp/terraform main=. ;;
  tofu) module=github.com/opentofu/opentofu main=./cmd/tofu ;;
esac

echo "building $tool $version into $(dirname "$file"); this takes some minutes, once"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
module_folder=$(cd "$folder" && GOFLAGS= go mod download -json "$module@$version" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
cp -r "$module_folder/." "$folder"
chmod -R u+w "$folder"
cd "$folder"
sed -i.orig -E '/backend(Azure|Consul|Cos|GCS|Kubernetes|OCI|OSS|Pg|S3)[ .]/d' internal/backend/init/init.go
# What a module replaces by a folder of its repository has no version.
sed -i.orig -E "\#$module/internal/#d" go.mod
mkdir -p "$(dirname "$file")"
CGO_ENABLED=0 GOFLAGS=-trimpath go build -mod=mod -ldflags="-s -w -X $module/version.dev=no" -o "$file" "$main"
