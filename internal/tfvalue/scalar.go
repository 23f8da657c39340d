// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// precision is the precision of Terraform's own numbers, in bits.
const precision = 512

// Limits of a number. Arithmetic with it, and its text above all, take time and memory by the size of its exponent and by
// the square of its length: the text of 1e300000000 takes minutes. No number that is read is beyond a float64.
const (
	numberBytes    = 500
	numberExponent = 1 << 10 // binary
)

// Text is a string; numbers and bools are converted to it. It is empty for anything else, which is a mistake.
func (r *Reader) Text(v Input, path *Path) string {
	switch v.kind {
	case kindString:
		return v.text
	case kindBool:
		return strconv.FormatBool(v.flag)
	case kindNumber:
		number, ok := r.number(v, path)
		if !ok {
			return ""
		}
		return number.Text('f', -1)
	}
	r.refuseKind(v, path, "a string")
	return ""
}

func (r *Reader) readWhole(v Input, into reflect.Value, path *Path) {
	number, ok := r.number(v, path)
	if !ok {
		return
	}
	whole, accuracy := number.Int64()
	switch {
	case !number.IsInt():
		const text = "it must be a whole number: round it, such as with floor()"
		r.Add(Mistake{At: path, Summary: "Invalid value", Message: "found " + number.Text('g', 20) + "; " + text, repeats: text})
		return
	case accuracy != big.Exact || into.OverflowInt(whole):
		r.Refuse(path, "found %s; it must be a whole number of at most %d bits", number.Text('g', 20), into.Type().Bits())
		return
	}
	into.SetInt(whole)
}

// number reads a number, or refuses it.
func (r *Reader) number(v Input, path *Path) (number big.Float, ok bool) {
	switch v.kind {
	case kindNumber:
		number.Set(v.number)
	case kindString:
		parsed, ok := parseNumber(v.text)
		if !ok {
			r.Refuse(path, "found %s; it must be a number%s", excerpt.Quote(v.text), inSeconds(v.text, path))
			return number, false
		}
		number.Set(parsed)
	default:
		r.refuseKind(v, path, "a number")
		return number, false
	}
	if exponent := number.MantExp(nil); number.IsInf() || exponent < -numberExponent || exponent > numberExponent {
		r.Refuse(path, "found a number that is too large or too close to zero; it must be between 1e-308 and 1e308")
		return number, false
	}
	return number, true
}

// inSeconds is what to say about a text in the place of a number of seconds.
func inSeconds(text string, path *Path) string {
	if path == nil || !strings.HasSuffix(path.step.Name, "_seconds") {
		return ""
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < time.Second || d%time.Second != 0 {
		return " of seconds"
	}
	return fmt.Sprintf(" of seconds, such as %d", d/time.Second)
}

// parseNumber parses a number as Terraform does, but none that is as long as to take minutes.
func parseNumber(text string) (*big.Float, bool) {
	if len(text) > numberBytes {
		return nil, false
	}
	number, _, err := big.ParseFloat(text, 10, precision, big.ToNearestEven)
	return number, err == nil && !number.IsInf()
}

func (r *Reader) bool(v Input, path *Path) bool {
	switch v.kind {
	case kindBool:
		return v.flag
	case kindString:
		if v.text != "true" && v.text != "false" {
			r.Refuse(path, "found %s; it must be true or false", excerpt.Quote(v.text))
		}
		return v.text == "true"
	}
	r.refuseKind(v, path, "true or false")
	return false
}

func (r *Reader) time(v Input, path *Path) time.Time {
	text := r.Text(v, path)
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		r.Refuse(path, `found %s; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"`, excerpt.Quote(text))
	}
	return t
}

func (r *Reader) duration(v Input, path *Path) time.Duration {
	text := r.Text(v, path)
	d, err := time.ParseDuration(text)
	if err != nil {
		r.Refuse(path, `found %s; it must be a duration such as "5m"`, excerpt.Quote(text))
	}
	return d
}
