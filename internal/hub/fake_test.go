// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
)

// script returns a plugin that runs a shell script.
func script(text string) *apiserver.Exec {
	return &apiserver.Exec{APIVersion: "client.authentication.k8s.io/v1", Command: "sh", Args: []string{"-c", text}}
}
