// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match

import (
	"strings"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
)

// resultBytes bounds the memory of all intermediate results of one evaluation. CEL's cost does not: upstream prices most
// functions at 1, regardless of what they return, so that a short expression can build texts of gigabytes. It is more than
// the functions with a price by length can build: 10 million characters of up to four bytes.
const resultBytes = 64 << 20

// The approximate sizes of a list element and a map entry, in bytes.
const (
	elementBytes = 16
	entryBytes   = 48
)

// meter counts down the bytes that the intermediate results of an evaluation may still take. A function whose result can
// be much larger than its arguments pays before it runs.
type meter struct{ left int }

// take pays for a value of the given size.
func (m *meter) take(size int) {
	m.need(size)
	m.left -= size
}

// need aborts the evaluation if a value of the given size is too large. cel-go recovers from this panic, which it also uses
// to abort an evaluation that costs too much; no "||" absorbs it.
func (m *meter) need(size int) {
	if size < 0 || size > m.left {
		panic(interpreter.EvalCancelledError{
			Message: "the values that the expression builds take more than 64 MiB",
			Cause:   interpreter.CostLimitExceeded,
		})
	}
}

// takeProduct takes the product of two sizes, which may overflow an int.
func (m *meter) takeProduct(count, size int) {
	if size > 0 && count > m.left/size {
		m.take(-1)
	}
	m.take(count * size)
}

// takeResult pays for the result of a step.
func (m *meter) takeResult(value ref.Val) {
	switch v := value.(type) {
	case types.Bool, types.Int:
	case types.String:
		m.take(len(v))
	case types.Bytes:
		m.take(len(v))
	case traits.MutableLister:
		m.take(elementBytes) // the list of a comprehension, which grows by one element at a time
	case traits.Lister:
		m.takeProduct(sizeOf(v), elementBytes)
	case traits.Mapper:
		m.takeProduct(sizeOf(v), entryBytes)
	}
}

// takeText pays for the text of a value, including everything in it.
func (m *meter) takeText(value ref.Val) { m.take(weigh(value, m.left)) }

// takeComparison pays for the comparison of two values, which ends with the smaller one at the latest. Comparing scalars
// is free, and CEL has its own price for comparing texts.
func (m *meter) takeComparison(a, b ref.Val) {
	if isContainer(a) && isContainer(b) {
		m.take(weigh(b, weigh(a, m.left)))
	}
}

func isContainer(value ref.Val) bool {
	switch value.(type) {
	case traits.Lister, traits.Mapper, *types.Optional:
		return true
	}
	return false
}

// weigh returns the length of a value's text, plus a constant for every element, because visiting them takes time. It stops
// above a limit: a list can contain another list many times, so that a small value can have a text of any length.
func weigh(value ref.Val, limit int) int {
	const scalar, element = 24, 64
	weight := scalar
	switch v := value.(type) {
	case types.String:
		return len(v)
	case types.Bytes:
		return len(v)
	case *types.Optional:
		if v.HasValue() {
			return weigh(v.GetValue(), limit)
		}
	case traits.Mapper:
		for it := v.Iterator(); weight <= limit && it.HasNext() == types.True; {
			key := it.Next()
			weight += weigh(key, limit-weight) + element
			weight += weigh(v.Get(key), limit-weight) + element
		}
	case traits.Lister:
		for it := v.Iterator(); weight <= limit && it.HasNext() == types.True; {
			weight += weigh(it.Next(), limit-weight) + element
		}
	}
	return weight
}

func sizeOf(value traits.Sizer) int {
	size, _ := value.Size().(types.Int)
	return int(size)
}

// builders are the functions whose result shares nothing with other values, so that they pay for all of it.
var builders = map[string]bool{"parseJSON": true}

// payments are what functions pay before they run, by name.
var payments = map[string]func(m *meter, args []ref.Val){
	"format": func(m *meter, args []ref.Val) {
		for _, arg := range args {
			m.takeText(arg)
		}
	},
	"join": func(m *meter, args []ref.Val) {
		m.takeText(args[0])
		if list, ok := args[0].(traits.Lister); ok && len(args) > 1 {
			m.takeProduct(sizeOf(list), textLength(args[1]))
		}
	},
	"replace": func(m *meter, args []ref.Val) {
		m.take(textLength(args[0]))
		m.takeProduct(occurrences(args), textLength(args[2]))
	},
	"split": func(m *meter, args []ref.Val) {
		m.takeProduct(occurrences(args)+1, elementBytes)
	},
	"parseJSON": func(m *meter, args []ref.Val) {
		const most = entryBytes / len("{},") // bytes of the result for each character of JSON
		m.need(most * textLength(args[0]))
	},
	"quantity":    func(m *meter, args []ref.Val) { m.take(textLength(args[0])) },
	"isQuantity":  func(m *meter, args []ref.Val) { m.take(textLength(args[0])) },
	"indexOf":     paySearch,
	"lastIndexOf": paySearch,
	"@in":         func(m *meter, args []ref.Val) { paySearch(m, []ref.Val{args[1], args[0]}) },
	"_==_":        func(m *meter, args []ref.Val) { m.takeComparison(args[0], args[1]) },
	"_!=_":        func(m *meter, args []ref.Val) { m.takeComparison(args[0], args[1]) },
}

// paySearch pays for the comparison of an element with those of a list.
func paySearch(m *meter, args []ref.Val) {
	if list, ok := args[0].(traits.Lister); ok && isContainer(args[1]) {
		m.take(weigh(list, m.left))
	}
}

func textLength(value ref.Val) int {
	text, _ := value.(types.String)
	return len(text)
}

// occurrences is how often the first argument contains the second, as strings.Count counts.
func occurrences(args []ref.Val) int {
	text, _ := args[0].(types.String)
	part, _ := args[1].(types.String)
	return strings.Count(string(text), string(part))
}
