// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"encoding/binary"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/sets"
)

// kinds are kinds of clusters: those of a kind look the same to the selectors of all stages. There are usually about as many
// kinds as stages, so that a selector is asked once for each kind and not for each cluster.
type kinds struct {
	// ofMember is the kind of each member, and labels are those of one member of each kind.
	ofMember []int32
	labels   []labels.Set
}

func newKinds(stages []Stage, members []member) kinds {
	unique := sets.New[string]()
	for i := range stages {
		if s := stages[i].LabelSelector; s != nil {
			for key := range s.MatchLabels {
				unique.Insert(key)
			}
			for k := range s.MatchExpressions {
				unique.Insert(s.MatchExpressions[k].Key)
			}
		}
	}
	keys := unique.UnsortedList()
	kinds := kinds{ofMember: make([]int32, len(members))}
	numbers := map[string]int32{}
	var text []byte
	for i := range members {
		text = text[:0]
		for _, key := range keys {
			if value, ok := members[i].Labels[key]; ok {
				text = append(binary.AppendUvarint(text, uint64(len(value))+1), value...)
			} else {
				text = append(text, 0)
			}
		}
		number, ok := numbers[string(text)]
		if !ok {
			number = int32(len(kinds.labels))
			numbers[string(text)] = number
			kinds.labels = append(kinds.labels, members[i].Labels)
		}
		kinds.ofMember[i] = number
	}
	return kinds
}

// selected reports for each kind whether a selector matches it.
func (k *kinds) selected(selector labels.Selector) []bool {
	selected := make([]bool, len(k.labels))
	for i, set := range k.labels {
		selected[i] = selector.Matches(set)
	}
	return selected
}
