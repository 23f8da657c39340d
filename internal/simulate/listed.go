// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

// shownNames is how many names an output lists.
const shownNames = 10

// Names are the first of some names, and how many there are.
type Names struct {
	// The first 10 names.
	Names []string `json:"names"`
	// How many there are.
	Count int `json:"count"`
}

// NamesOf are some names as an output.
func NamesOf(all []string) Names {
	return Names{Names: append([]string{}, all[:min(len(all), shownNames)]...), Count: len(all)}
}

// Add adds a name.
func (n *Names) Add(name string) {
	if n.Count++; n.Count <= shownNames {
		n.Names = append(n.Names, name)
	}
}
