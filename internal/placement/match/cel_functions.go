// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match

import (
	"encoding/json"
	"math"
	"unicode/utf8"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// scoresOf is the CEL function managedCluster.scores(name). A missing AddOnPlacementScore is an error and not an
// empty list; validUntil is ignored. A receiver that is not an object aborts the whole evaluation, as in upstream, and
// "|| true" does not absorb that: cel-go recovers from this panic and returns its text as the error.
func scoresOf(lookup ScoreLookup, cluster, name ref.Val) ref.Val {
	if _, ok := cluster.(traits.Mapper); !ok {
		panic(interpreter.EvalCancelledError{
			Message: "scores: the receiver is a value of type " + cluster.Type().TypeName() + ", not a cluster",
		})
	}
	clusterName, ok := nameOf(cluster)
	if !ok {
		return types.NewErr("scores: the object has no metadata.name")
	}
	text, ok := name.Value().(string)
	if !ok {
		return types.MaybeNoSuchOverloadErr(name)
	}
	values, ok := lookup(clusterName, text)
	if !ok {
		return types.NewErr("AddOnPlacementScore %q of cluster %q does not exist", text, clusterName)
	}
	list := lists.Map(values, func(v placement.ScoreValue) any { return map[string]any{"name": v.Name, "value": int64(v.Value)} })
	return types.DefaultTypeAdapter.NativeToValue(list)
}

func nameOf(object ref.Val) (string, bool) {
	for _, field := range []string{"metadata", "name"} {
		mapper, ok := object.(traits.Mapper)
		if !ok {
			return "", false
		}
		if object, ok = mapper.Find(types.String(field)); !ok {
			return "", false
		}
	}
	name, ok := object.Value().(string)
	return name, ok
}

// parseJSON is the CEL function "<text>".parseJSON(). Numbers become doubles, as encoding/json has them.
func parseJSON(text ref.Val) ref.Val {
	s, ok := text.Value().(string)
	if !ok {
		return types.MaybeNoSuchOverloadErr(text)
	}
	var value any
	if err := json.Unmarshal([]byte(s), &value); err != nil {
		return types.NewErr("parseJSON: %v", err)
	}
	return types.DefaultTypeAdapter.NativeToValue(value)
}

// quantityOf is the CEL function quantity(text). It rejects quantities that take minutes to compute with.
func quantityOf(text ref.Val) ref.Val {
	s, ok := text.Value().(string)
	if !ok {
		return types.MaybeNoSuchOverloadErr(text)
	}
	quantity, err := placement.ParseQuantity(s)
	if err != nil {
		return types.WrapErr(err)
	}
	return apiservercel.Quantity{Quantity: &quantity}
}

// isQuantity is the CEL function isQuantity(text): whether quantity(text) succeeds.
func isQuantity(text ref.Val) ref.Val {
	s, ok := text.Value().(string)
	if !ok {
		return types.MaybeNoSuchOverloadErr(text)
	}
	_, err := placement.ParseQuantity(s)
	return types.Bool(err == nil)
}

// callCost prices the functions that cel-go does not know. For every other function cel-go's own rules apply.
type callCost struct{}

// CallCost is the price of one call.
func (callCost) CallCost(function, _ string, args []ref.Val, result ref.Val) *uint64 {
	var cost uint64
	switch function {
	case "scores":
		const call, item = 10, 1 + 30
		cost = call
		if list, ok := result.(traits.Lister); ok {
			if size, ok := list.Size().(types.Int); ok {
				cost += uint64(size) * item
			}
		}
	case "parseJSON":
		if len(args) > 0 {
			if text, ok := args[0].Value().(string); ok {
				cost = uint64(math.Ceil(float64(utf8.RuneCountInString(text)) * 0.1))
			}
		}
		cost += structureCost(result)
	default:
		return nil
	}
	return &cost
}

// structureCost prices parsed JSON by its maps and lists; a scalar is free.
func structureCost(value ref.Val) (cost uint64) {
	const mapCost, listCost = 30, 10
	switch v := value.(type) {
	case traits.Mapper:
		cost = mapCost
		for it := v.Iterator(); it.HasNext() == types.True; {
			cost += structureCost(v.Get(it.Next()))
		}
	case traits.Lister:
		cost = listCost
		for it := v.Iterator(); it.HasNext() == types.True; {
			cost += structureCost(it.Next())
		}
	}
	return cost
}
