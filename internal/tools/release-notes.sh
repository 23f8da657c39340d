#!/usr/bin/env bash
# Copyright (c) The terraform-provider-multicluster Authors
# SPDX-License-Identifier: MPL-2.0

# Prints what the changelog says of a version, as 0.1.0 or v0.1.0; fails if that is nothing.
set -euo pipefail
version=${1#v}
changelog=${2:-CHANGELOG.md}
notes=$(awk -v version="$version" '/^## / { wanted = $2 == version; next } wanted' "$changelog" | sed -e '/./,$!d')
[ -n "$notes" ] || { echo "$changelog says nothing of version $version" >&2; exit 1; }
echo "$notes"
