// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package excerpt prepares what a sentence repeats of its input. It cuts it: a reason is written for every cluster, so that a
// whole list of values in it would make a report grow with the product of both. And it keeps it on one line, without control
// characters.
package excerpt

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Items is how many elements of a list a sentence names.
const Items = 10

const (
	// textBytes is longer than any name, label or taint key of Kubernetes, which has 317 bytes at most.
	textBytes = 320
	// detailBytes is room for the errors of the CEL compiler, which take several lines.
	detailBytes = 2048
)

// cutMark is where a text goes on.
const cutMark = "…"

// Text is a text on one line, or as much of it as a sentence repeats.
func Text(text string) string { return Line(text, textBytes) }

// Quote is an excerpt between quotes.
func Quote(text string) string { return strconv.Quote(Truncate(text, textBytes)) }

// Truncate is a text of at most size bytes, and a mark if it was longer. It is for texts of our own, and for data between quotes.
func Truncate(text string, size int) string {
	if shown := head(text, size); len(shown) < len(text) {
		return shown + cutMark
	}
	return text
}

// Error is a validation error that quotes an excerpt of the wrong value.
func Error(err *field.Error) *field.Error {
	shown := *err
	shown.Field = Text(err.Field)
	if value := reflect.ValueOf(err.BadValue); value.Kind() == reflect.String {
		shown.BadValue = Truncate(value.String(), textBytes)
	}
	shown.Detail = Lines(err.Detail, detailBytes)
	return &shown
}

// Count is a number of things, such as "1 cluster" and "2 clusters".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Agree is a number of things with a verb, such as "1 cluster is" and "2 clusters are".
func Agree(n int, noun, singular, plural string) string {
	if n == 1 {
		return Count(n, noun) + " " + singular
	}
	return Count(n, noun) + " " + plural
}

// Duration is a duration in its shortest form, such as "5m" and "1h30m".
func Duration(d time.Duration) string {
	text := d.String()
	for _, zero := range []struct{ after, digits string }{{"m", "0s"}, {"h", "0m"}} {
		if strings.HasSuffix(text, zero.after+zero.digits) {
			text = strings.TrimSuffix(text, zero.digits)
		}
	}
	return text
}

// List are the first elements of a list, and how many more there are.
func List(items []string, separator string) string {
	shown := slices.Clone(items[:min(len(items), Items)])
	for i := range shown {
		shown[i] = Text(shown[i])
	}
	return First(shown, Items, separator, len(items)-len(shown))
}

// First are the first texts of a list, and how many more there are, with those that the list leaves out.
func First(texts []string, most int, separator string, omitted int) string {
	text := strings.Join(texts[:min(len(texts), most)], separator)
	if more := max(len(texts)-most, 0) + omitted; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Sentence is a text that ends as a sentence or a question does. The excerpt of a CEL expression ends with a mark below it.
func Sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "^") {
		return text
	}
	return text + "."
}

// FoundAndWanted returns what was found, if anything, and what is allowed.
func FoundAndWanted(err *field.Error) string {
	text := withoutPattern(strings.TrimPrefix(Error(err).ErrorBody(), err.Type.String()+": "))
	switch err.Type {
	case field.ErrorTypeInvalid, field.ErrorTypeNotSupported, field.ErrorTypeDuplicate, field.ErrorTypeTooMany:
		return "found " + text
	}
	return text
}

// withoutPattern is a message of Kubernetes about a name without the regular expression at its end. The sentence before it says
// the same.
func withoutPattern(text string) string {
	start := strings.LastIndex(text, "regex used for validation is '")
	if start < 0 || !strings.HasSuffix(text, "')") {
		return text
	}
	if example, ok := strings.CutSuffix(text[:start], ", "); ok {
		return example + ")"
	}
	return strings.TrimSuffix(text[:start], " (")
}

// TooLong is the error about a text of more than limit bytes. Unlike Kubernetes' own it has the length that was found.
func TooLong(path *field.Path, text string, limit int) *field.Error {
	err := field.TooLong(path, text, limit)
	err.Detail = fmt.Sprintf("found %s: must have at most %d", Count(len(text), "byte"), limit)
	return err
}

// Duplicate is the error about a value that another field has already. Unlike Kubernetes' own it names that field.
func Duplicate(path *field.Path, value any, first *field.Path) *field.Error {
	err := field.Duplicate(path, value)
	err.Detail = first.String() + alreadyHas
	return err
}

const alreadyHas = " already has this value"

// EarlierField is the path of the field that has the value of a Duplicate already.
func EarlierField(err *field.Error) (path string, ok bool) {
	return strings.CutSuffix(err.Detail, alreadyHas)
}
