// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// choices turn the bytes of a fuzzer into decisions. When they are used up, every decision is the first one.
type choices struct{ bytes []byte }

func (c *choices) next() int {
	if len(c.bytes) == 0 {
		return 0
	}
	b := c.bytes[0]
	c.bytes = c.bytes[1:]
	return int(b)
}

// of decides for a number below n.
func (c *choices) of(n int) int { return (c.next()<<8 | c.next()) % n }

func (c *choices) text() string {
	if c.of(4) > 0 {
		return fuzzTexts[c.of(len(fuzzTexts))]
	}
	size := min(c.of(12), len(c.bytes))
	text := make([]rune, size) // Terraform's texts are UTF-8.
	for i := range text {
		text[i] = rune(c.next())
	}
	return string(text)
}

// fuzzTexts are texts that some attribute has a use for, and some that none has.
var fuzzTexts = []string{
	"", "a", "eu-1", "In", "NotIn", "Exists", "DoesNotExist", "Equal", "NoSelect", "NoSchedule", "PickN",
	"PickAll", "PickFixed", "Ge",
	"50%", "101%", "-1", "0", "3", "1e3", "1e-400", "0x10", "NaN", "Inf", "true", "10", "1Gi", "500m",
	"1e99999", "2026-08-11T12:00:00Z",
	"9999-12-31T23:59:59+14:00", "0001-01-01T00:00:00Z", "env", "prod", "AddOn", "BuiltIn", "Steady", "Balance",
	"ResourceAllocatableCPU",
	"Exact", "cluster", "deployer", "ibminfra", "kubernetes", "predicate", "veto", "previous", "warn", "accept", "fail", "keep",
	"cluster.open-cluster-management.io/clusterset", "resources.kubernetes-fleet.io/available-cpu", "ExclusiveClusterSetLabel",
	"LabelSelector",
	`managedCluster.metadata.labels["env"] == "prod"`, `managedCluster.`, `[1,2,3].map(x, x / 0)`, `{"costs":{"eu-1":"0.5"}}`, `{"weights":`,
	"\x00", providertest.Injected, "é\u0301", "\u2028", "a/b", "a\nb", "x.y[0]", "]", "日本",
	"apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {name: eu-2}",
	`{"apiVersion":"cluster.kubernetes-fleet.io/v1beta1","kind":"MemberCluster","metadata":{"name":"eu-1"}}`,
}

func (c *choices) number() *big.Float {
	switch c.of(6) {
	case 0:
		return big.NewFloat(float64(c.of(8)))
	case 1:
		return big.NewFloat(-float64(c.of(1000)))
	case 2:
		return big.NewFloat(float64(c.next()) / 7)
	case 3:
		return new(big.Float).SetMantExp(big.NewFloat(1), c.of(200))
	case 4:
		return new(big.Float).SetMantExp(big.NewFloat(1), -c.of(200))
	}
	return new(big.Float).SetMantExp(big.NewFloat(1), c.of(1100))
}

// value makes any value of a type.
func (c *choices) value(typ tftypes.Type, depth int) tftypes.Value {
	if depth > 6 {
		return tftypes.NewValue(typ, nil)
	}
	switch c.of(8) {
	case 0:
		return tftypes.NewValue(typ, nil)
	case 1:
		if c.of(4) == 0 {
			return tftypes.NewValue(typ, tftypes.UnknownValue)
		}
	}
	switch of := typ.(type) {
	case tftypes.List:
		values := make([]tftypes.Value, c.of(4))
		for i := range values {
			values[i] = c.value(of.ElementType, depth+1)
		}
		return tftypes.NewValue(typ, values)
	case tftypes.Map:
		values := map[string]tftypes.Value{}
		for range c.of(4) {
			values[c.text()] = c.value(of.ElementType, depth+1)
		}
		return tftypes.NewValue(typ, values)
	case tftypes.Object:
		values := map[string]tftypes.Value{}
		for _, name := range slices.Sorted(maps.Keys(of.AttributeTypes)) {
			values[name] = c.value(of.AttributeTypes[name], depth+1)
		}
		return tftypes.NewValue(typ, values)
	}
	switch {
	case typ.Is(tftypes.String):
		return tftypes.NewValue(typ, c.text())
	case typ.Is(tftypes.Number):
		return tftypes.NewValue(typ, c.number())
	case typ.Is(tftypes.Bool):
		return tftypes.NewValue(typ, c.of(2) == 1)
	}
	return c.dynamic(depth)
}

// Dynamic makes any value of any type.
func (c *choices) dynamic(depth int) tftypes.Value {
	kinds := 8
	if depth > 6 {
		kinds = 5
	}
	switch c.of(kinds) {
	case 0, 1:
		return tftypes.NewValue(tftypes.String, c.text())
	case 2:
		return tftypes.NewValue(tftypes.Number, c.number())
	case 3:
		return tftypes.NewValue(tftypes.Bool, c.of(2) == 1)
	case 4:
		return tftypes.NewValue([]tftypes.Type{tftypes.DynamicPseudoType, tftypes.String,
			tftypes.List{ElementType: tftypes.String}}[c.of(3)], nil)
	case 5:
		items := make([]tftypes.Value, c.of(4))
		for i := range items {
			items[i] = c.dynamic(depth + 1)
		}
		return providertest.TupleOf(items)
	case 6:
		return c.value(tftypes.List{ElementType: tftypes.Map{ElementType: tftypes.String}}, depth)
	}
	attributes := map[string]tftypes.Value{}
	for range c.of(4) {
		attributes[c.text()] = c.dynamic(depth + 1)
	}
	return providertest.ObjectOf(attributes)
}

// mutated replaces a few values inside of one by values of the same types.
func (c *choices) mutated(v tftypes.Value) tftypes.Value {
	for range c.of(4) {
		v = c.mutate(v, 0)
	}
	return v
}

func (c *choices) mutate(v tftypes.Value, depth int) tftypes.Value {
	typ := v.Type()
	if !v.IsKnown() || v.IsNull() || depth > 0 && c.of(5) == 0 {
		return c.value(typ, depth)
	}
	switch typ.(type) {
	case tftypes.List:
		var items []tftypes.Value
		if v.As(&items) != nil || len(items) == 0 {
			return v
		}
		items = slices.Clone(items)
		at := c.of(len(items))
		items[at] = c.mutate(items[at], depth+1)
		return tftypes.NewValue(typ, items)
	case tftypes.Map, tftypes.Object:
		var items map[string]tftypes.Value
		if v.As(&items) != nil || len(items) == 0 {
			return v
		}
		items = maps.Clone(items)
		name := slices.Sorted(maps.Keys(items))[c.of(len(items))]
		if of, ok := typ.(tftypes.Object); ok && of.AttributeTypes[name].Is(tftypes.DynamicPseudoType) {
			items[name] = c.freely(items[name], depth+1)
		} else {
			items[name] = c.mutate(items[name], depth+1)
		}
		return tftypes.NewValue(typ, items)
	}
	return c.value(typ, depth)
}

// freely mutates a value that no schema has given its type: what replaces a value may be of another type.
func (c *choices) freely(v tftypes.Value, depth int) tftypes.Value {
	if v.IsNull() || !v.IsKnown() || depth > 0 && c.of(5) == 0 {
		return c.dynamic(depth)
	}
	switch v.Type().(type) {
	case tftypes.Tuple:
		var items []tftypes.Value
		if v.As(&items) != nil || len(items) == 0 {
			return v
		}
		items = slices.Clone(items)
		at := c.of(len(items))
		items[at] = c.freely(items[at], depth+1)
		return providertest.TupleOf(items)
	case tftypes.Object:
		var items map[string]tftypes.Value
		if v.As(&items) != nil {
			return v
		}
		items = maps.Clone(items)
		if len(items) == 0 || c.of(12) == 0 {
			items[c.text()] = c.dynamic(depth + 1)
			return providertest.ObjectOf(items)
		}
		name := slices.Sorted(maps.Keys(items))[c.of(len(items))]
		items[name] = c.freely(items[name], depth+1)
		return providertest.ObjectOf(items)
	}
	return c.dynamic(depth)
}

// addChoices gives a fuzzer bytes to start from: the i-th time i times step.
func addChoices(f *testing.F, step int) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 64 {
		bytes := make([]byte, i*step)
		for k := range bytes {
			bytes[k] = byte(random.Uint32())
		}
		f.Add(bytes)
	}
}
