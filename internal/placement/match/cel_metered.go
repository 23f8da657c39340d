// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match

import (
	"fmt"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/functions"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
	"k8s.io/apiserver/pkg/cel/library"
)

// implementations are the functions that pay before they run, by overload and by name, as cel-go looks them up.
type implementations map[string]functions.FunctionOp

func implementationsOf(env *cel.Env) (implementations, error) {
	known := implementations{
		operators.Equals: func(args ...ref.Val) ref.Val { return types.Equal(args[0], args[1]) },
		operators.NotEquals: func(args ...ref.Val) ref.Val {
			return types.Bool(types.Equal(args[0], args[1]) != types.True)
		},
		"quantity":   func(args ...ref.Val) ref.Val { return quantityOf(args[0]) },
		"isQuantity": func(args ...ref.Val) ref.Val { return isQuantity(args[0]) },
	}
	for name := range payments {
		if known[name] != nil {
			continue
		}
		bindings, err := env.Functions()[name].Bindings()
		if err != nil {
			return nil, err
		}
		if len(bindings) == 0 {
			return nil, fmt.Errorf("the CEL environment has no function %s", name)
		}
		for _, binding := range bindings {
			known[binding.Operator] = callOf(binding)
		}
	}
	return known, nil
}

// callOf calls the form of a function that takes as many arguments as there are.
func callOf(f *functions.Overload) functions.FunctionOp {
	return func(args ...ref.Val) ref.Val {
		switch {
		case len(args) == 1 && f.Unary != nil:
			return f.Unary(args[0])
		case len(args) == 2 && f.Binary != nil:
			return f.Binary(args[0], args[1])
		case f.Function != nil:
			return f.Function(args...)
		}
		return types.MaybeNoSuchOverloadErr(args[0])
	}
}

// metered is the program option that makes every step of an expression pay for what it builds. A call whose checked type
// has a fixed size builds nothing.
func (m *meter) metered(known implementations, tree *ast.AST) cel.ProgramOption {
	return cel.CustomDecoratorV2(func(step interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		switch s := step.(type) {
		case interpreter.InterpretableConst, interpreter.InterpretableAttribute:
		case interpreter.InterpretableCall:
			if call := m.paidBefore(s, known); call != nil {
				return call, nil
			}
			if hasFixedSize(tree.GetType(s.ID())) {
				return step, nil
			}
			return &meteredCall{InterpretableCall: s, meter: m}, nil
		case interpreter.InterpretableConstructor:
			return &meteredConstructor{InterpretableConstructor: s, meter: m}, nil
		}
		return step, nil
	})
}

// hasFixedSize reports whether all values of a type have the same size.
func hasFixedSize(t *types.Type) bool {
	switch t.Kind() {
	case types.BoolKind, types.IntKind, types.UintKind, types.DoubleKind, types.DurationKind, types.TimestampKind:
		return true
	}
	return false
}

// paidBefore is a call of the same function that pays before it runs, or nil for a function that pays afterwards.
func (m *meter) paidBefore(call interpreter.InterpretableCall, known implementations) interpreter.InterpretableCall {
	pay := payments[call.Function()]
	if pay == nil {
		return nil
	}
	run := known[call.OverloadID()]
	if run == nil {
		run = known[call.Function()]
	}
	if run == nil {
		return nil
	}
	return interpreter.NewCall(call.ID(), call.Function(), call.OverloadID(), call.Args(),
		func(args ...ref.Val) ref.Val {
			pay(m, args)
			value := run(args...)
			if builders[call.Function()] {
				m.takeText(value)
			}
			return value
		})
}

// meteredFindAll meters findAll with a constant regular expression: cel-go replaces the metered call with a call of its own.
func (m *meter) meteredFindAll() cel.ProgramOption {
	optimization := *library.FindAllRegexOptimization
	optimization.Factory = func(call interpreter.InterpretableCall, pattern string) (interpreter.InterpretableCall, error) {
		made, err := library.FindAllRegexOptimization.Factory(call, pattern)
		if err != nil {
			return nil, err
		}
		return &meteredCall{InterpretableCall: made, meter: m}, nil
	}
	return cel.OptimizeRegex(&optimization)
}

// meteredCall is a call that pays for its result.
type meteredCall struct {
	interpreter.InterpretableCall
	meter *meter
}

// Exec runs the call.
func (c *meteredCall) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	value := c.InterpretableCall.Exec(frame)
	c.meter.takeResult(value)
	return value
}

// Eval runs the call, for callers of cel-go's older interface.
func (c *meteredCall) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}

// meteredConstructor is the literal of a list or a map that pays for its result.
type meteredConstructor struct {
	interpreter.InterpretableConstructor
	meter *meter
}

// Exec creates the value.
func (c *meteredConstructor) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	value := c.InterpretableConstructor.Exec(frame)
	c.meter.takeResult(value)
	return value
}

// Eval creates the value, for callers of cel-go's older interface.
func (c *meteredConstructor) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}
