// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package lists makes lists, sets and indexes of the elements of lists.
package lists

import "iter"

// Map is a list with what a function makes of each element. It is never nil.
func Map[T, R any](list []T, value func(T) R) []R {
	mapped := make([]R, len(list))
	for i := range list {
		mapped[i] = value(list[i])
	}
	return mapped
}

// Filter is a list with what a function makes of the elements that it takes; nil if it takes none.
func Filter[T, R any](list []T, value func(T) (made R, taken bool)) []R {
	var filtered []R
	for i := range list {
		if made, taken := value(list[i]); taken {
			filtered = append(filtered, made)
		}
	}
	return filtered
}

// Partition separates the elements of a list that a function accepts from the others.
func Partition[T any](list []T, accept func(*T) bool) (accepted, others []T) {
	for i := range list {
		if accept(&list[i]) {
			accepted = append(accepted, list[i])
		} else {
			others = append(others, list[i])
		}
	}
	return accepted, others
}

// Pointers point to the elements of a list, in their order.
func Pointers[T any](list []T) []*T {
	pointers := make([]*T, len(list))
	for i := range list {
		pointers[i] = &list[i]
	}
	return pointers
}

// Set has what a function makes of each element.
func Set[T any, K comparable](list []T, key func(T) K) map[K]bool {
	set := make(map[K]bool, len(list))
	for i := range list {
		set[key(list[i])] = true
	}
	return set
}

// Index finds the elements of a list by their keys: of several with one key the last.
func Index[T any, K comparable](list []T, key func(T) K) map[K]*T {
	index := make(map[K]*T, len(list))
	for i := range list {
		index[key(list[i])] = &list[i]
	}
	return index
}

// Find is the first element that a function accepts; nil if it accepts none.
func Find[T any](list []T, accept func(*T) bool) *T {
	for i := range list {
		if accept(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// Choose yields the parts of a list that have a number of elements, in their order: those of the first elements before others.
func Choose[T any](list []T, count int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		if count == 0 {
			yield(nil)
			return
		}
		for i := range list {
			for rest := range Choose(list[i+1:], count-1) {
				if !yield(append([]T{list[i]}, rest...)) {
					return
				}
			}
		}
	}
}
