// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package manifest reads and writes placements as the Kubernetes objects of their APIs, with the objects that have the strategy
// of their rollout. The packages below it read texts, the other objects of a fleet, and what a hub has decided.
package manifest
