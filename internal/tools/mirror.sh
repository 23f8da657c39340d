#!/usr/bin/env bash
# Copyright (c) The terraform-provider-multicluster Authors
# SPDX-License-Identifier: MPL-2.0

# Builds the provider into a filesystem mirror for Terraform and OpenTofu:
# <mirror>/<host>/terraform-multicluster/multicluster/<version>/<platform>/. The folder terraform.d/plugins of a configuration is a
# mirror that both tools know; any other one needs the CLI configuration that internal/tools/cli-config.sh prints.
set -euo pipefail
mirror=$1
version=0.1.0
platform=$(go env GOOS)_$(go env GOARCH)
name=terraform-provider-multicluster_v$version
for host in registry.terraform.io registry.opentofu.org; do
  place=$mirror/$host/terraform-multicluster/multicluster/$version/$platform
  mkdir -p "$place"
  if [ -z "${built:-}" ]; then
    CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o "$place/$name" .
    built=$place/$name
  else
    ln -f "$built" "$place/$name"
  fi
done
