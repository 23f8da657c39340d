#!/usr/bin/env bash
# Copyright (c) The terraform-provider-multicluster Authors
# SPDX-License-Identifier: MPL-2.0

# Prints the CLI configuration with which Terraform and OpenTofu find the provider: in the folder of `go install`
# (cli-config.sh dev), or in a filesystem mirror (cli-config.sh mirror FOLDER).
set -euo pipefail
address=terraform-multicluster/multicluster
case $1 in
dev)
  folder=$(go env GOBIN)
  cat <<EOT
# With dev_overrides, skip terraform init: it looks for the provider in the registry.
provider_installation {
  dev_overrides {
    "$address" = "${folder:-$(go env GOPATH)/bin}"
  }
  direct {}
}
EOT
  ;;
mirror)
  cat <<EOT
provider_installation {
  filesystem_mirror {
    path    = "$(cd "$2" && pwd)"
    include = ["$address"]
  }
  direct {
    exclude = ["$address"]
  }
}
EOT
  ;;
*)
  echo "usage: cli-config.sh dev | mirror FOLDER" >&2
  exit 1
  ;;
esac
