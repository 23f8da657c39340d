// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

func TestMain(m *testing.M) { cli.Main(m) }
