// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"strings"
)

// maxComment limits a text of what-if questions in bytes, so that it fits a comment on a pull request with room for others. Rows
// that do not fit any more are counted.
const maxComment = 56_000

// comment is a text that ends before it is too long.
type comment struct{ strings.Builder }

// fits reports whether there is room for more.
func (c *comment) fits(more int) bool { return c.Len()+more <= maxComment }

// table writes the rows of a table that fit, and how many of all were left out.
func (c *comment) table(t *table) {
	if len(t.rows) == 0 {
		return
	}
	c.WriteString("\n" + t.head())
	written := 0
	for ; written < len(t.rows); written++ {
		line := t.line(written)
		if !c.fits(len(line)) {
			break
		}
		c.WriteString(line)
	}
	more(&c.Builder, t.all-written)
}
