package provider

import (
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Limits of a number. Arithmetic with it, and its text above all, take time and memory by the size of its exponent and by
// the square of its length: the text of 1e300000000 takes minutes. No number of the vocabulary is beyond a float64.
const (
	numberBytes    = 500
	numberExponent = 1 << 10 // binary
)

func (r *valueReader) readWhole(v tftypes.Value, into reflect.Value, at path.Path) {
	number, ok := r.number(v, at)
	if !ok {
		return
	}
	whole, accuracy := number.Int64()
	if accuracy != big.Exact || into.OverflowInt(whole) {
		r.refuse(at, "found %s; it must be a whole number of at most %d bits", number.Text('g', 20), into.Type().Bits())
		return
	}
	into.SetInt(whole)
}

func (r *valueReader) text(v tftypes.Value, at path.Path) string {
	switch {
	case v.Type().Is(tftypes.Number):
		number, ok := r.number(v, at)
		if !ok {
			return ""
		}
		return number.Text('f', -1)
	case r.free && v.Type().Is(tftypes.Bool):
		return strconv.FormatBool(r.bool(v, at))
	}
	var text string
	r.as(v, &text, at)
	return text
}

// number reads a number, or refuses it.
func (r *valueReader) number(v tftypes.Value, at path.Path) (number big.Float, ok bool) {
	if r.free && v.Type().Is(tftypes.String) {
		text := r.text(v, at)
		parsed, ok := parseNumber(text)
		if !ok {
			r.refuse(at, "found %s; it must be a number", excerpt.Quote(text))
			return number, false
		}
		number.Set(parsed)
	} else if !r.as(v, &number, at) {
		return number, false
	}
	if exponent := number.MantExp(nil); number.IsInf() || exponent < -numberExponent || exponent > numberExponent {
		r.refuse(at, "found a number that is too large or too close to zero; it must be between 1e-308 and 1e308")
		return number, false
	}
	return number, true
}

// parseNumber parses a number as Terraform does, but none that is as long as to take minutes.
func parseNumber(text string) (*big.Float, bool) {
	if len(text) > numberBytes {
		return nil, false
	}
	number, _, err := big.ParseFloat(text, 10, numberPrecision, big.ToNearestEven)
	return number, err == nil && !number.IsInf()
}

func (r *valueReader) bool(v tftypes.Value, at path.Path) bool {
	var b bool
	if r.free && v.Type().Is(tftypes.String) {
		text := r.text(v, at)
		if text != "true" && text != "false" {
			r.refuse(at, "found %s; it must be true or false", excerpt.Quote(text))
		}
		return text == "true"
	}
	r.as(v, &b, at)
	return b
}

func (r *valueReader) time(v tftypes.Value, at path.Path) time.Time {
	text := r.text(v, at)
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		r.refuse(at, `found %s; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"`, excerpt.Quote(text))
	}
	return t
}

func (r *valueReader) resources(v tftypes.Value, at path.Path) placement.Resources {
	var items map[string]tftypes.Value
	if !r.as(v, &items, at) {
		return nil
	}
	list := make(placement.Resources, 0, len(items))
	for name, item := range items {
		if !item.IsKnown() {
			r.unknown = append(r.unknown, at.AtMapKey(name))
			continue
		}
		if item.IsNull() {
			continue
		}
		text := r.text(item, at.AtMapKey(name))
		quantity, err := placement.ParseQuantity(text)
		if err != nil {
			r.refuse(at.AtMapKey(name),
				"found %s; it must be a quantity: a number with an optional suffix such as m, k, M, G, Ki, Mi or Gi", excerpt.Quote(text))
			continue
		}
		list = append(list, placement.NewResource(name, quantity))
	}
	slices.SortFunc(list, func(a, b placement.Resource) int { return strings.Compare(a.Name, b.Name) })
	return list
}
