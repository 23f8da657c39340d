// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package agents runs the provider beside the real controllers and agents of Open Cluster Management and KubeFleet. Its tests are
// stories: what a user does, what the agents do, and what the provider has to say of it. See `make real`.
package agents
