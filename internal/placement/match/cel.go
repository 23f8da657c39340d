// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match

import (
	"context"
	"fmt"
	"regexp"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/ext"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Limits of the cost of CEL evaluation, in cel-go's units.
const (
	// expressionCost aborts the evaluation of one expression for one cluster.
	expressionCost = 1_000_000
	// selectorCost bounds all expressions of a selector together for one cluster.
	selectorCost = 10_000_000
	// interruptFrequency is how many comprehension steps pass between two checks of the context.
	interruptFrequency = 100
)

// CEL compiles the CEL expressions of a placement. Predicates often repeat expressions: each text is compiled once.
type CEL struct {
	scores ScoreLookup
	// env is created for the first expression, because that takes milliseconds.
	env *cel.Env
	// paid are the functions that pay the meter before they run.
	paid implementations
	// known are the expressions that were compiled.
	known map[string]*Expression
}

// ScoreLookup finds the AddOnPlacementScore of a name on a cluster, for the CEL function scores.
type ScoreLookup func(cluster, name string) (values []placement.ScoreValue, ok bool)

// NewCEL compiles expressions whose function scores looks up scores.
func NewCEL(scores ScoreLookup) *CEL { return &CEL{scores: scores, known: map[string]*Expression{}} }

// makeEnvironment makes the environment of Open Cluster Management: the variable managedCluster, its function scores, the
// function parseJSON of strings, CEL's optional types and strings extension, and the Kubernetes libraries. As in
// upstream, these are missing: sets, math, two-variable comprehensions, the two-argument semver, authorizer.
func (c *CEL) makeEnvironment() error {
	object := cel.MapType(cel.StringType, cel.DynType)
	env, err := cel.NewEnv(
		cel.OptionalTypes(),
		ext.Strings(),
		library.Lists(), library.Regex(), library.URLs(), library.Quantity(),
		library.IP(), library.CIDR(), library.Format(), library.SemverLib(),
		cel.Variable(clusterVariable, object),
		cel.Function("scores", cel.MemberOverload("cluster_scores_string",
			[]*cel.Type{cel.DynType, cel.StringType}, cel.ListType(cel.DynType),
			cel.BinaryBinding(func(cluster, name ref.Val) ref.Val { return scoresOf(c.scores, cluster, name) }))),
		cel.Function("parseJSON", cel.MemberOverload("string_parse_json",
			[]*cel.Type{cel.StringType}, cel.DynType,
			cel.UnaryBinding(parseJSON))),
	)
	if err != nil {
		return fmt.Errorf("making the CEL environment: %w", err)
	}
	paid, err := implementationsOf(env)
	if err != nil {
		return fmt.Errorf("making the CEL environment: %w", err)
	}
	c.env, c.paid = env, paid
	return nil
}

const clusterVariable = "managedCluster"

// Expression is a compiled CEL expression. It evaluates for one cluster at a time.
type Expression struct {
	// Text is the expression as it was written.
	Text    string
	program cel.Program
	meter   *meter
	// constant is true if the expression does not refer to the cluster, so that one evaluation is enough for all clusters.
	constant bool
	answer   *answer
}

// answer is the outcome of an evaluation.
type answer struct {
	value  ref.Val
	failed error
	cost   uint64
}

// Compile compiles an expression. The error is cel-go's text after "compilation failed: ", or after "instantiation
// failed: " for a mistake that is found only when the program is created, such as a wrong constant regular expression.
func (c *CEL) Compile(text string) (*Expression, error) {
	if expression := c.known[text]; expression != nil {
		return expression, nil
	}
	if c.env == nil {
		if err := c.makeEnvironment(); err != nil {
			return nil, err
		}
	}
	ast, issues := c.env.Compile(text)
	if issues.Err() != nil {
		return nil, fmt.Errorf("compilation failed: %w", issues.Err())
	}
	meter := &meter{}
	program, err := c.env.Program(ast,
		cel.CostLimit(expressionCost),
		cel.CostTracking(callCost{}),
		cel.InterruptCheckFrequency(interruptFrequency),
		meter.metered(c.paid, ast.NativeRep()), meter.meteredFindAll(),
	)
	if err != nil {
		return nil, fmt.Errorf("instantiation failed: %w", err)
	}
	c.known[text] = &Expression{Text: text, program: program, meter: meter, constant: isConstant(ast.NativeRep())}
	return c.known[text], nil
}

// isConstant reports whether an expression does not refer to the cluster. The result of every function of the
// environment depends on its arguments only.
func isConstant(tree *ast.AST) bool {
	for _, reference := range tree.ReferenceMap() {
		if reference.Name == clusterVariable {
			return false
		}
	}
	return true
}

// Budget counts what the expressions of one selector cost for one cluster.
type Budget struct {
	spent uint64
}

// Spent is what the expressions cost so far.
func (b *Budget) Spent() uint64 { return b.spent }

// Evaluate runs the expression for a cluster, given as the data of its object. If the expression is not true, found says
// what it is: false, a value that is not a bool, an error, or too expensive. The scheduler treats all of these as a cluster
// that does not match. An error means that the context has ended.
func (e *Expression) Evaluate(
	ctx context.Context, cluster map[string]any, budget *Budget,
) (matched bool, instead string, err error) {
	if e.answer == nil || !e.constant {
		made := e.evaluate(ctx, cluster)
		if err := placement.Interrupted(ctx, 0); err != nil {
			return false, "", err
		}
		e.answer = &made
	}
	budget.spent += e.answer.cost
	matched, instead = e.answer.verdict(budget)
	return matched, instead, nil
}

func (e *Expression) evaluate(ctx context.Context, cluster map[string]any) answer {
	e.meter.left = resultBytes
	value, details, err := e.program.ContextEval(ctx, map[string]any{clusterVariable: cluster})
	made := answer{value: value, failed: err}
	if details != nil && details.ActualCost() != nil {
		made.cost = *details.ActualCost()
	}
	return made
}

// verdict says what a value is if it is not true. An optional stands for the value that it holds.
func (a *answer) verdict(budget *Budget) (matched bool, instead string) {
	value := a.value
	for {
		optional, ok := value.(*types.Optional)
		if !ok || !optional.HasValue() {
			break
		}
		value = optional.GetValue()
	}
	switch {
	case a.failed != nil:
		return false, "an error (" + excerpt.Text(a.failed.Error()) + ")"
	case budget.spent > selectorCost:
		return false, "too expensive together with the expressions before it"
	case value == types.True:
		return true, ""
	case value == types.False:
		return false, "false"
	}
	return false, "a value of type " + value.Type().TypeName() + ", not a bool"
}

// undeclared finds the name in cel-go's error about one that an expression uses and that nothing declares.
var undeclared = regexp.MustCompile(`undeclared reference to '([^']*)'`)

// identifier matches the functions that are called by name, and not as an operator.
var identifier = regexp.MustCompile(`^[A-Za-z]\w*$`)

// Hint says what there is in place of a name that is not declared. It is empty for any other error of [CEL.Compile].
func (c *CEL) Hint(err error) string {
	names := undeclared.FindStringSubmatch(err.Error())
	if names == nil {
		return ""
	}
	known := []string{clusterVariable}
	for name := range c.env.Functions() {
		if identifier.MatchString(name) {
			known = append(known, name)
		}
	}
	return "The only variable is " + clusterVariable + ", as in " + clusterVariable + `.metadata.labels["env"] == "prod"; ` +
		"beside the functions of Kubernetes there are " + clusterVariable + `.scores("name") and text.parseJSON()` +
		excerpt.DidYouMean(names[1], known)
}
