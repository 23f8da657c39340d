package tfvalue

import (
	"math/big"
	"reflect"
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// precision is that of Terraform's own numbers, in bits.
const precision = 512

// Text is a text; numbers, and bools unless the reader is lenient, are converted to it. It is empty for anything else,
// which is a mistake.
func (r *Reader) Text(v tftypes.Value, at *Path) string {
	switch {
	case v.Type().Is(tftypes.Number):
		number, _ := r.number(v, at)
		return number.Text('f', -1)
	case !r.Lenient && v.Type().Is(tftypes.Bool):
		return strconv.FormatBool(r.bool(v, at))
	}
	var text string
	if err := v.As(&text); err != nil {
		r.refuseKind(v, at, "text")
	}
	return text
}

func (r *Reader) readWhole(v tftypes.Value, into reflect.Value, at *Path) {
	number, ok := r.number(v, at)
	if !ok {
		return
	}
	whole, accuracy := number.Int64()
	if accuracy != big.Exact || into.OverflowInt(whole) {
		r.Refuse(at, "found %s; it must be a whole number of at most %d bits", number.Text('g', 20), into.Type().Bits())
		return
	}
	into.SetInt(whole)
}

func (r *Reader) number(v tftypes.Value, at *Path) (number big.Float, ok bool) {
	if !r.Lenient && v.Type().Is(tftypes.String) {
		text := r.Text(v, at)
		parsed, _, err := big.ParseFloat(text, 10, precision, big.ToNearestEven)
		if err != nil || parsed.IsInf() {
			r.Refuse(at, "found %q; it must be a number", text)
			return number, false
		}
		return *parsed, true
	}
	if err := v.As(&number); err != nil {
		r.refuseKind(v, at, "a number")
		return number, false
	}
	return number, true
}

func (r *Reader) bool(v tftypes.Value, at *Path) bool {
	if !r.Lenient && v.Type().Is(tftypes.String) {
		text := r.Text(v, at)
		if text != "true" && text != "false" {
			r.Refuse(at, "found %q; it must be true or false", text)
		}
		return text == "true"
	}
	var b bool
	if err := v.As(&b); err != nil {
		r.refuseKind(v, at, "true or false")
	}
	return b
}

func (r *Reader) time(v tftypes.Value, at *Path) time.Time {
	text := r.Text(v, at)
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		r.Refuse(at, `found %q; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"`, text)
	}
	return t
}
