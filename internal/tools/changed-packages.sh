#!/usr/bin/env bash
# Copyright (c) The terraform-provider-multicluster Authors
# SPDX-License-Identifier: MPL-2.0

# Prints the packages whose Go files or test data differ from main, committed or not.
set -euo pipefail
{
  git diff --name-only --diff-filter=d --merge-base "${1:-main}"
  git ls-files --others --exclude-standard
} | sed -nE 's#^(.*)/testdata/.*#./\1#p; t; s#^(.*/)?[^/]+\.go$#./\1#p' | sed "s,/$,," | sort -u | while read -r folder; do
  # The API server of the tests and the test of policies are modules of their own.
  if compgen -G "$folder/*.go" >/dev/null && [[ $folder == . || ! -e $folder/go.mod ]]; then echo "$folder"; fi
done
