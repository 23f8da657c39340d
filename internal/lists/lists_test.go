// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lists_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

func TestLists(t *testing.T) {
	list := []int{3, 1, 2, 1}
	if diff := cmp.Diff([]string{"3", "1", "2", "1"}, lists.Map(list, strconv.Itoa)); diff != "" {
		t.Error(diff)
	}
	small := func(n int) (int, bool) { return 10 * n, n < 3 }
	if diff := cmp.Diff([]int{10, 20, 10}, lists.Filter(list, small)); diff != "" {
		t.Error(diff)
	}
	if lists.Map[int, int](nil, nil) == nil || lists.Filter(list[:1], small) != nil {
		t.Error("only what is filtered is nil if it is empty")
	}
	if diff := cmp.Diff(map[string]bool{"1": true, "2": true, "3": true}, lists.Set(list, strconv.Itoa)); diff != "" {
		t.Error(diff)
	}
	if index := lists.Index(list, strconv.Itoa); len(index) != 3 || index["1"] != &list[3] || index["3"] != &list[0] {
		t.Errorf("got %v", index)
	}
	if pointers := lists.Pointers(list); len(pointers) != 4 || pointers[2] != &list[2] {
		t.Errorf("got %v", pointers)
	}
	one := func(n *int) bool { return *n == 1 }
	if lists.Find(list, one) != &list[1] || lists.Find(list[:1], one) != nil {
		t.Error("Find is not the first one")
	}
	if ones, others := lists.Partition(list, one); len(ones) != 2 || len(others) != 2 || ones[0] != 1 || others[1] != 2 {
		t.Errorf("got %v and %v", ones, others)
	}
	for count, want := range [][][]int{{nil}, {{3}, {1}, {2}}, {{3, 1}, {3, 2}, {1, 2}}, {{3, 1, 2}}, nil} {
		if diff := cmp.Diff(want, slices.Collect(lists.Choose(list[:3], count))); diff != "" {
			t.Errorf("%d elements: %s", count, diff)
		}
	}
	for part := range lists.Choose(list, 2) {
		if diff := cmp.Diff([]int{3, 1}, part); diff != "" {
			t.Error(diff)
		}
		break
	}
}
