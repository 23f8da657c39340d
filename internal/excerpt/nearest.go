// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package excerpt

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agext/levenshtein"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// To compare two names takes time by the product of their lengths. Of longer names, and of more candidates, only those that
// are equal but for case and separators are near.
const (
	comparedBytes = 128
	comparedNames = 10_000
)

// Nearest returns the known name that was probably meant, or an empty string if none is near. Names that are equal but for
// upper and lower case, underscores and dashes are nearest, as placementType and placement_type are. Others are near if at most 2
// characters differ, or a quarter of a longer name, and no more than half of a short one, or if two neighbouring characters are
// swapped. The order of the known names does not matter, and the name itself is not a suggestion.
func Nearest(name string, known []string) string {
	folded := fold(name)
	if folded == "" {
		return ""
	}
	spellingOnly := len(known) > comparedNames
	best := suggestion{distance: math.MaxInt}
	for _, candidate := range known {
		other := fold(candidate)
		if candidate == name || other == "" || other != folded && spellingOnly {
			continue
		}
		if distance, near := distance(folded, other); near {
			best = best.orBetter(suggestion{candidate, distance})
		}
	}
	return best.name
}

// distance returns in how many characters two names differ, if they are near.
func distance(name, known string) (distance int, near bool) {
	switch {
	case name == known:
		return 0, true
	case swapped(name, known):
		return 1, true
	}
	if len(name) > comparedBytes || len(known) > comparedBytes {
		return 0, false
	}
	size, other := utf8.RuneCountInString(name), utf8.RuneCountInString(known)
	limit := min(max(2, size/4), max(size, other)/2)
	if size-other > limit || other-size > limit {
		return 0, false
	}
	// Not with a maximum: the package then returns too small a distance for some names.
	distance = levenshtein.Distance(name, known, nil)
	return distance, distance <= limit
}

// swapped reports whether two names differ in the order of two neighbouring characters.
func swapped(name, known string) bool {
	if len(name) != len(known) {
		return false
	}
	i := 0
	for i < len(name) && name[i] == known[i] {
		i++
	}
	return i+1 < len(name) && name[i] == known[i+1] && name[i+1] == known[i] && name[i+2:] == known[i+2:]
}

// suggestion is a known name, and its distance from the name that was found.
type suggestion struct {
	name     string
	distance int
}

func (s suggestion) orBetter(other suggestion) suggestion {
	if cmp.Or(cmp.Compare(other.distance, s.distance), cmp.Compare(other.name, s.name)) < 0 {
		return other
	}
	return s
}

// fold is a name without what the spellings of an API and of Terraform differ in.
func fold(name string) string {
	if strings.ContainsAny(name, "_-") {
		name = separators.Replace(name)
	}
	return strings.ToLower(name)
}

var separators = strings.NewReplacer("_", "", "-", "")

// DidYouMean returns the end of a message that suggests the nearest known name, such as `; did you mean "In"?`, or an
// empty string if none is near.
func DidYouMean(name string, known []string) string {
	nearest := Nearest(name, known)
	if nearest == "" {
		return ""
	}
	return "; did you mean " + Quote(nearest) + "?"
}

// OneOf returns the message about a name that is not a known one: the known ones, and the one that was probably meant.
func OneOf(name string, known []string) string {
	quoted := make([]string, len(known))
	for i := range known {
		quoted[i] = strconv.Quote(known[i])
	}
	text := "must be "
	if len(known) > 1 {
		text += "one of "
	}
	return text + List(quoted, ", ") + DidYouMean(name, known)
}

// NotSupported is the error about a value that is not one of a few. Unlike Kubernetes' own it has a suggestion.
func NotSupported[T ~string](path *field.Path, value T, allowed []T) *field.Error {
	known := make([]string, len(allowed))
	for i := range allowed {
		known[i] = string(allowed[i])
	}
	return &field.Error{
		Type: field.ErrorTypeNotSupported, Field: path.String(), BadValue: value, Detail: OneOf(string(value), known),
	}
}

// IsMisspelling reports whether a name may be another one misspelt: with a letter too few or too many, with letters in another
// order or in another case. Names with other numbers or with another letter are usually those of other clusters: eu-1 and eu-2,
// or eu-1 and us-1.
func IsMisspelling(name, other string) bool {
	name, other = withoutDigits(name), withoutDigits(other)
	return len(name) != len(other) || name != other && sortedLetters(name) == sortedLetters(other)
}

func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}

func sortedLetters(name string) string {
	letters := []rune(strings.ToLower(name))
	slices.Sort(letters)
	return string(letters)
}
