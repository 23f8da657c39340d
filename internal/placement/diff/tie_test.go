// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff_test

import (
	"strings"
	"testing"
)

// TestCompareTie has two scores that fell alike: the cause is the first column, whatever its name is.
func TestCompareTie(t *testing.T) {
	before := ranked(1, candidate("a", 80, 80), candidate("b", 60, 60))
	after := ranked(1, candidate("b", 60, 60), candidate("a", 20, 20))
	for _, names := range [][2]string{{"ResourceAllocatableMemory", "Balance"}, {"Balance", "ResourceAllocatableMemory"}} {
		for i, name := range names {
			before.Prioritizers[i].Name, after.Prioritizers[i].Name = name, name
		}
		for _, sentence := range reported(compare(&before, &after, false)) {
			if !strings.Contains(sentence, names[0]) || strings.Contains(sentence, names[1]) {
				t.Errorf("%v: %s", names, sentence)
			}
		}
	}
}
