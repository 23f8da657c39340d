// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package placement holds the types that the placement algorithms share: their input (clusters, cluster sets,
// bindings, scores, earlier decisions) and their output (decisions, rejections, scores, groups, conditions). It also
// holds what works the same in all of them: decision groups and the sentences of reasons.
//
// A dialect package (ocm, kubefleet, hybrid) takes a request and an [Inventory] and returns a [Result].
//
//	result, err := ocm.Schedule(ctx, request, inventory)
//
// Every dialect package guarantees:
//
//   - Pure: no I/O, no clock, no randomness, no goroutines. The time is [Inventory.Now].
//   - Total: every cluster of the inventory is in exactly one of Decisions, NotPicked and Rejected of the Result.
//   - Ordered: results are slices with a documented total order; the order of the inputs never matters.
//   - A rejected cluster is data with a reason; an error means that the request itself is wrong.
package placement
