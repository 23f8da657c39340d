// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package rollouts is multicluster_rollout, as a resource and as a data source, and the function waves.
package rollouts
