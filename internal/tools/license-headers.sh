#!/usr/bin/env bash
# Copyright (c) The terraform-provider-multicluster Authors
# SPDX-License-Identifier: MPL-2.0

# Adds the copyright and the licence to the Go files and scripts that lack them, as the linter goheader wants them. Its own fix would
# replace the first comment of a file.
set -euo pipefail
copyright="Copyright (c) The terraform-provider-multicluster Authors"
license="SPDX-License-Identifier: MPL-2.0"
git ls-files --cached --others --exclude-standard '*.go' 'internal/tools/*.sh' | while read -r file; do
  if [ ! -f "$file" ] || head -n 3 "$file" | grep -qF "$license"; then
    continue
  fi
  case $file in
  *.go) printf '// %s\n// %s\n\n%s\n' "$copyright" "$license" "$(cat "$file")" >"$file.new" ;;
  *) printf '%s\n# %s\n# %s\n\n%s\n' "$(head -n 1 "$file")" "$copyright" "$license" "$(tail -n +2 "$file")" >"$file.new" ;;
  esac
  cat "$file.new" >"$file"
  rm "$file.new"
done
