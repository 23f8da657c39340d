// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package rollout has the strategies of rollouts: the vocabulary of both hubs in one struct, and its rules. What a strategy does
// next is in the packages below: in [ocm], which follows the rollout handler of Open Cluster Management, and in [rollingupdate]
// and [staged], which follow the controllers of KubeFleet. They say which of the chosen clusters receive a change now, which
// wait, and why.
//
// The packages are pure: no I/O, no clock, no randomness, no goroutines. The time is part of the request.
package rollout
