// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"encoding/binary"
	"errors"
	"math"
)

// errPass is the error of an encoded pass that no Encode made.
var errPass = errors.New("the encoded pass is malformed")

// writer appends values to the bytes of a pass. Equal things stand together, so that they compress well.
type writer struct{ bytes []byte }

func (w *writer) uint(n int)    { w.bytes = binary.AppendUvarint(w.bytes, uint64(n)) }
func (w *writer) int(n int64)   { w.bytes = binary.AppendVarint(w.bytes, n) }
func (w *writer) text(s string) { w.uint(len(s)); w.bytes = append(w.bytes, s...) }
func (w *writer) raw(s string)  { w.bytes = append(w.bytes, s...) }

func (w *writer) flag(set bool) {
	n := 0
	if set {
		n = 1
	}
	w.uint(n)
}

// column writes a list of numbers: the smallest, how many bytes the differences to it have, then the lowest bytes of all
// differences, then the next ones.
func (w *writer) column(values []int64) {
	if len(values) == 0 {
		return
	}
	smallest, largest := values[0], values[0]
	for _, v := range values {
		smallest, largest = min(smallest, v), max(largest, v)
	}
	width := 1
	for spread := uint64(largest) - uint64(smallest); spread > math.MaxUint8; spread >>= 8 {
		width++
	}
	w.int(smallest)
	w.uint(width)
	for plane := range width {
		for _, v := range values {
			w.bytes = append(w.bytes, byte((uint64(v)-uint64(smallest))>>(8*plane)))
		}
	}
}

// reader reads what a writer has written. After an error it returns zeros. What it allocates is in proportion to the bytes.
type reader struct {
	bytes []byte
	err   error
}

func (r *reader) fail() {
	r.bytes, r.err = nil, errPass
}

func (r *reader) uvarint() uint64 {
	n, size := binary.Uvarint(r.bytes)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.bytes = r.bytes[size:]
	return n
}

// uint reads a number of at most most.
func (r *reader) uint(most int) int {
	n := r.uvarint()
	if n > uint64(most) {
		r.fail()
		return 0
	}
	return int(n)
}

// count reads the number of things that have at least one byte each.
func (r *reader) count() int { return r.uint(len(r.bytes)) }

func (r *reader) int() int64 {
	n, size := binary.Varint(r.bytes)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.bytes = r.bytes[size:]
	return n
}

func (r *reader) flag() bool { return r.uint(1) == 1 }

func (r *reader) text() string { return string(r.take(r.count())) }

// take reads n bytes.
func (r *reader) take(n int) []byte {
	if n > len(r.bytes) {
		r.fail()
		return nil
	}
	taken := r.bytes[:n]
	r.bytes = r.bytes[n:]
	return taken
}

// column reads n numbers.
func (r *reader) column(n int) []int64 {
	if n == 0 || r.err != nil {
		return nil
	}
	smallest, width := r.int(), r.uint(8)
	if width == 0 || n > len(r.bytes)/width {
		r.fail()
		return nil
	}
	values := make([]int64, n)
	for plane := range width {
		for i, b := range r.take(n) {
			values[i] |= int64(uint64(b) << (8 * plane))
		}
	}
	for i := range values {
		values[i] = int64(uint64(values[i]) + uint64(smallest))
	}
	return values
}

// indexes reads n numbers from 0 to below limit.
func (r *reader) indexes(n, limit int) []int64 {
	values := r.column(n)
	for _, v := range values {
		if v < 0 || v >= int64(limit) {
			r.fail()
			return nil
		}
	}
	return values
}
