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
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
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
		var number big.Float
		r.as(v, &number, at)
		return number.Text('f', -1)
	case r.free && v.Type().Is(tftypes.Bool):
		return strconv.FormatBool(r.bool(v, at))
	}
	var text string
	r.as(v, &text, at)
	return text
}

func (r *valueReader) number(v tftypes.Value, at path.Path) (number big.Float, ok bool) {
	if r.free && v.Type().Is(tftypes.String) {
		text := r.text(v, at)
		parsed, _, err := big.ParseFloat(text, 10, numberPrecision, big.ToNearestEven)
		if err != nil || parsed.IsInf() {
			r.refuse(at, "found %s; it must be a number", placement.Quote(text))
			return number, false
		}
		return *parsed, true
	}
	return number, r.as(v, &number, at)
}

func (r *valueReader) bool(v tftypes.Value, at path.Path) bool {
	var b bool
	if r.free && v.Type().Is(tftypes.String) {
		text := r.text(v, at)
		if text != "true" && text != "false" {
			r.refuse(at, "found %s; it must be true or false", placement.Quote(text))
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
		r.refuse(at, `found %s; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"`, placement.Quote(text))
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
		quantity, err := resource.ParseQuantity(text)
		if err != nil {
			r.refuse(at.AtMapKey(name),
				"found %s; it must be a quantity: a number with an optional suffix such as m, k, M, G, Ki, Mi or Gi", placement.Quote(text))
			continue
		}
		list = append(list, placement.NewResource(name, quantity))
	}
	slices.SortFunc(list, func(a, b placement.Resource) int { return strings.Compare(a.Name, b.Name) })
	return list
}
