#!/usr/bin/env bash
# Builds the provider into a local mirror inside a folder, where terraform init and tofu init find it without any
# configuration: <folder>/terraform.d/plugins/<host>/<namespace>/<name>/<version>/<platform>/.
set -euo pipefail
folder=$1
version=0.0.1
platform=$(go env GOOS)_$(go env GOARCH)
name=terraform-provider-multicluster_v$version
for host in registry.terraform.io registry.opentofu.org; do
  place=$folder/terraform.d/plugins/$host/terraform-multicluster/multicluster/$version/$platform
  mkdir -p "$place"
  if [ -z "${built:-}" ]; then
    CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o "$place/$name" .
    built=$place/$name
  else
    ln -f "$built" "$place/$name"
  fi
done
