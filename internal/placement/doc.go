// Package placement holds the vocabulary that the placement algorithms share: the nouns that go in (clusters,
// cluster sets, bindings, scores, earlier decisions) and the nouns that come out (decisions, rejections, scores,
// groups, conditions), with the little that is the same for all of them: decision groups and sentences.
//
// The flow is always the same: a dialect package (ocm, kubefleet) takes a request and an [Inventory] and returns a [Result].
//
//	result, err := ocm.Schedule(ctx, request, inventory)
//
// Guarantees, kept by every package below this one:
//
//   - Pure: no I/O, no clock, no randomness, no goroutines. The time is [Inventory.Now].
//   - Total: every cluster of the inventory is in exactly one of Decisions, NotPicked and Rejected of the Result.
//   - Ordered: results are slices with a documented total order; the order of the inputs never matters.
//   - A rejected cluster is data with a reason; an error means that the request itself is wrong.
package placement
