#!/usr/bin/env bash
# Copyright (c) The terraform-provider-multicluster Authors
# SPDX-License-Identifier: MPL-2.0
#
# Usage: left-out.sh [package ...]. Says how many of the packages, by default all, have tests that were skipped because their API
# server is not built.
set -euo pipefail

if [[ -n "${KUBEBUILDER_ASSETS:-}${MULTICLUSTER_TEST_KUBECONFIG:-}" || "${MULTICLUSTER_TEST_HUB:-}" == none ]]; then
  exit 0
fi
missing=$(go run ./internal/tools/hub -missing)
if [[ -z "$missing" ]]; then
  exit 0
fi
packages=0
while read -r folder; do
  if grep -qE '(hubtest\.|[^.[:alnum:]])Start(Own)?\(t\)' "$folder"/*_test.go 2>/dev/null; then
    packages=$((packages + 1))
  fi
done < <(go list -f '{{.Dir}}' "${@:-./...}")
if [[ $packages -gt 0 ]]; then
  echo "LEFT OUT: the tests with an API server of $packages packages; run \`make hub\` once, which builds $missing" >&2
fi
