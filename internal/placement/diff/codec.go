// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// errPass is the error of an encoded pass that no Encode made.
var errPass = errors.New("the encoded pass is malformed")

// codec writes values to bytes or reads them back: each method is both, so that the form of a pass is written down once. After an
// error it reads zeros. What it allocates is in proportion to the bytes. Equal things stand together, so that they compress well.
type codec struct {
	bytes   []byte
	reading bool
	err     error
}

func (c *codec) fail() {
	c.bytes, c.err = nil, errPass
}

// read takes a number of the given size from the bytes; 0 bytes or fewer are an error.
func (c *codec) read(size int) {
	if size <= 0 {
		c.fail()
		return
	}
	c.bytes = c.bytes[size:]
}

// uint is a number of at most most.
func (c *codec) uint(n *int, most int) {
	if !c.reading {
		c.bytes = binary.AppendUvarint(c.bytes, uint64(*n))
		return
	}
	number, size := binary.Uvarint(c.bytes)
	if c.read(size); number > uint64(most) {
		c.fail()
	}
	if *n = int(number); c.err != nil {
		*n = 0
	}
}

func (c *codec) int(n *int64) {
	if !c.reading {
		c.bytes = binary.AppendVarint(c.bytes, *n)
		return
	}
	number, size := binary.Varint(c.bytes)
	*n = number
	c.read(size)
}

// count is the number of things that have at least one byte each.
func (c *codec) count(n int) int {
	c.uint(&n, len(c.bytes))
	return n
}

func (c *codec) flag(set *bool) {
	n := 0
	if *set {
		n = 1
	}
	c.uint(&n, 1)
	*set = n == 1
}

func text[T ~string](c *codec, s *T) {
	n := c.count(len(*s))
	if c.reading {
		*s = T(c.take(n))
	} else {
		c.bytes = append(c.bytes, *s...)
	}
}

// list is a list before its elements are written or read.
func list[T any](c *codec, elements []T) []T {
	n := c.count(len(elements))
	if !c.reading {
		return elements
	}
	if n == 0 {
		return nil
	}
	return make([]T, n)
}

// take reads n bytes.
func (c *codec) take(n int) []byte {
	if n > len(c.bytes) {
		c.fail()
		return nil
	}
	taken := c.bytes[:n]
	c.bytes = c.bytes[n:]
	return taken
}

// column is a list of numbers whose length is known: the smallest, how many bytes the differences to it have, then the lowest
// bytes of all differences, then the next ones.
func (c *codec) column(values []int64) {
	if len(values) == 0 || c.err != nil {
		return
	}
	smallest, largest, width := slices.Min(values), slices.Max(values), 1
	for spread := uint64(largest) - uint64(smallest); spread > math.MaxUint8; spread >>= 8 {
		width++
	}
	c.int(&smallest)
	c.uint(&width, 8)
	if !c.reading {
		for plane := range width {
			for _, v := range values {
				c.bytes = append(c.bytes, byte((uint64(v)-uint64(smallest))>>(8*plane)))
			}
		}
		return
	}
	if width == 0 || len(values) > len(c.bytes)/width {
		c.fail()
		return
	}
	for plane := range width {
		for i, b := range c.take(len(values)) {
			values[i] |= int64(uint64(b) << (8 * plane))
		}
	}
	for i := range values {
		values[i] = int64(uint64(values[i]) + uint64(smallest))
	}
}

// indexes are a column of numbers from 0 to below limit.
func (c *codec) indexes(values []int64, limit int) {
	c.column(values)
	if c.reading && slices.ContainsFunc(values, func(v int64) bool { return v < 0 || v >= int64(limit) }) {
		c.fail()
	}
}

// numbers are a column with a number of each cluster, from 0 to below limit.
func (c *codec) numbers(clusters []*cluster, limit int, number func(*cluster) int64, set func(*cluster, int64)) {
	values := make([]int64, len(clusters))
	for i, cluster := range clusters {
		if !c.reading {
			values[i] = number(cluster)
		}
	}
	if c.indexes(values, limit); !c.reading || c.err != nil {
		return
	}
	for i, cluster := range clusters {
		set(cluster, values[i])
	}
}
