// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

const (
	matchLabels      = "match_labels"
	matchExpressions = "match_expressions"
)

// bareLabels are the attributes of a selector that are probably labels or claims, which belong further inside: plain values whose
// names are not near that of an attribute. They are nil if there are none.
func (r *Reader) bareLabels(c container, fields []Field) []string {
	if r.selectsAll(c) == "" || c.labelsPath() == "" && typeOf(c.typ, matchExpressions) == nil {
		return nil
	}
	known := Names(c.typ)
	var labels []string
	for _, name := range slices.Sorted(maps.Keys(c.attributes)) {
		if !c.attributes[name].isPlain() || slices.ContainsFunc(fields, func(f Field) bool { return f.Attribute == name }) ||
			excerpt.Nearest(name, known) != "" || c.pathTo(name) != "" || r.placeAbove(name, c.path) != "" {
			continue
		}
		labels = append(labels, name)
	}
	return labels
}

// refuseLabels says where the labels or claims of a selector belong. It is one mistake, however many there are.
func (r *Reader) refuseLabels(c container, labels []string) {
	text, value, path := "claims belong in match_expressions", "", matchExpressions
	if below := c.labelsPath(); below != "" {
		text, path = "labels belong in match_labels", below
		value = writtenObject(Input{kind: kindObject, fields: c.attributes}, labels, writtenDepth)
	} else {
		expressions := make([]string, len(labels))
		for i, name := range labels {
			expressions[i] = fmt.Sprintf(`{ key = %s, operator = "In", values = [%s] }`,
				writtenText(name), writtenText(textOf(c.attributes[name])))
		}
		value = "[" + strings.Join(expressions, ", ") + "]"
	}
	for _, name := range slices.Backward(strings.Split(path, ".")) {
		value = "{ " + name + " = " + value + " }"
	}
	if c.path != nil && c.path.step.Name != "" {
		value = c.path.step.Name + " = " + value
	}
	r.Add(Mistake{
		At: c.path.Attribute(labels[0]), Summary: "Unsupported attribute", repeats: text,
		Message: "unsupported attribute; " + text + ", such as " + excerpt.Truncate(value, 2*writtenBytes),
	})
}

// labelsPath is where a selector has its labels; empty if it has none.
func (c *container) labelsPath() string {
	if typeOf(c.typ, matchLabels) != nil {
		return matchLabels
	}
	return c.pathTo(matchLabels)
}

// textOf is a plain value as a string.
func textOf(v Input) string {
	if v.kind == kindString {
		return v.text
	}
	return written(v, 1)
}
