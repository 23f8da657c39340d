// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	jsonpatch "github.com/evanphx/json-patch/v5"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Cluster is a chosen MemberCluster.
type Cluster struct {
	Name string
	// Labels include kubernetes-fleet.io/member-name, which a hub sets.
	Labels map[string]string
}

// program is what an override does to each object that it selects on some clusters. Equal programs are the same pointer. Nil does
// nothing: no rule matches the cluster.
type program struct {
	override *compiledOverride
	// number identifies the program in its rendering.
	number int
	steps  []*step
	// shape is the program with its variables as they are written; the program itself if it has none. It is nil where a variable has
	// to be replaced before the patches are applied.
	shape *program
}

// step is a matching rule: it fails, deletes the object, or patches it.
type step struct {
	failure string
	deletes bool
	// patch is nil if the rule changes nothing.
	patch func() jsonpatch.Patch
	// written is the step with its variables as they are written, as in the shape of a program.
	written *step
}

// compiledOverride is an override whose programs are kept.
type compiledOverride struct {
	*Override
	rules []compiledRule
	// programs has those of all clusters so far by the text of their steps, shapes those by the numbers of their rules.
	programs, shapes map[string]*program
	// steps has those with variables by the text of their patches, or by the number of the rule and the values of the variables.
	steps map[string]*step
}

func compile(o *Override) *compiledOverride {
	compiled := &compiledOverride{Override: o, programs: map[string]*program{}, shapes: map[string]*program{},
		steps: map[string]*step{}}
	if o.Spec.Policy != nil {
		compiled.rules = lists.Map(o.Spec.Policy.OverrideRules, func(r OverrideRule) compiledRule { return compileRule(&r) })
	}
	return compiled
}

// isNamed reports whether the override is named for a cluster: one of its rules matches. Rules after that are not looked at.
func (o *compiledOverride) isNamed(cluster *Cluster) (named bool, invalid string) {
	for i := range o.rules {
		if matches, invalid := o.rules[i].matches(cluster); matches || invalid != "" {
			return matches, invalid
		}
	}
	return false, ""
}

// program returns what the override does on a cluster for which it is named. Next is the number of a new program.
func (o *compiledOverride) program(cluster *Cluster, next *int) *program {
	var key, rules strings.Builder
	var steps []*step
	for i := range o.rules {
		rule := &o.rules[i]
		matches, invalid := rule.matches(cluster)
		if !matches && invalid == "" {
			continue
		}
		done, text := &step{failure: invalid}, invalid
		if invalid == "" {
			done, text = o.step(i, cluster)
		}
		key.WriteString(strconv.Itoa(len(text)) + ":" + text)
		rules.WriteString(strconv.Itoa(i) + " ")
		steps = append(steps, done)
		if done.failure != "" || done.deletes {
			break
		}
	}
	known := o.programs[key.String()]
	if known == nil {
		*next++
		known = &program{override: o, number: *next, steps: steps}
		known.shape = o.shape(known, rules.String(), next)
		o.programs[key.String()] = known
	}
	return known
}

// shape returns the program with its variables as they are written.
func (o *compiledOverride) shape(p *program, rules string, next *int) *program {
	written, same := make([]*step, len(p.steps)), true
	for i, step := range p.steps {
		if step.written == nil {
			return nil
		}
		written[i] = step.written
		same = same && step.written == step
	}
	if same {
		return p
	}
	known := o.shapes[rules]
	if known == nil {
		*next++
		known = &program{override: o, number: *next, steps: written}
		o.shapes[rules] = known
	}
	return known
}

// step returns what a matching rule does on a cluster, and a text that tells it from other steps of the override.
func (o *compiledOverride) step(number int, cluster *Cluster) (done *step, text string) {
	rule := &o.rules[number]
	if rule.written != nil && len(rule.variables) == 0 {
		return rule.written, rule.text
	}
	if rule.written != nil && rule.written.failure == "" {
		if values, plain := valuesOf(rule.variables, cluster); plain {
			text = strconv.Itoa(number) + "=" + values
			return o.known(text, func() *step {
				patch := sync.OnceValue(func() jsonpatch.Patch {
					text, _ := replacedText(rule.patches, cluster)
					patch, _ := jsonpatch.DecodePatch([]byte(text))
					return patch
				})
				return &step{patch: patch, written: rule.written}
			}), text
		}
	}
	text, err := replacedText(rule.patches, cluster)
	if err != nil {
		return &step{failure: err.Error()}, err.Error()
	}
	return o.known(text, func() *step { return newStep(text) }), text
}

// known returns the step of a text.
func (o *compiledOverride) known(text string, compute func() *step) *step {
	known, ok := o.steps[text]
	if !ok {
		known = compute()
		o.steps[text] = known
	}
	return known
}

// replacedText is the JSON of patches with the variables of a cluster.
func replacedText(patches []JSONPatch, cluster *Cluster) (string, error) {
	replaced := make([]JSONPatch, len(patches))
	size := 0
	for i, patch := range patches {
		value, err := replaceVariables(string(patch.Value), cluster)
		if err != nil {
			return "", err
		}
		if size += len(value); size > manifestBytes {
			return "", errTooLarge
		}
		patch.Value = PatchValue(value)
		replaced[i] = patch
	}
	return patchText(replaced), nil
}

// manifestBytes is the size that a manifest may reach by its patches. No API server takes an object of that size.
const manifestBytes = 8 << 20

var errTooLarge = fmt.Errorf("the patches make an object of more than %d MiB", manifestBytes>>20)

// patched is what programs make of an object: its JSON, empty for a deleted object, or a failure.
type patched struct {
	text []byte
	// failed is the index of the program that fails; why is empty for none.
	failed int
	why    string
	// longest is the size of the longest text on the way, in bytes.
	longest int
}

// run applies programs to the JSON of an object. Programs after one that deletes the object can still fail. It returns an error
// if ctx ends.
func run(ctx context.Context, text []byte, programs []*program) (patched, error) {
	longest := len(text)
	for index, p := range programs {
		for _, step := range p.steps {
			if err := placement.Interrupted(ctx, 0); err != nil {
				return patched{}, err
			}
			if step.deletes {
				text = nil
				break
			}
			next, why := step.apply(text)
			longest = max(longest, len(next))
			if why != "" {
				return patched{failed: index, why: why, longest: longest}, nil
			}
			text = next
		}
	}
	return patched{text: text, longest: longest}, nil
}

// apply patches the JSON of an object. A deleted object stays deleted. The result is of interest for its size if there is a why.
func (s *step) apply(text []byte) (result []byte, why string) {
	if s.failure != "" {
		return nil, s.failure
	}
	if s.patch == nil {
		return text, ""
	}
	defer func() {
		// The library panics where the operation "test", which no API server takes, compares lists with null.
		if recover() != nil {
			result, why = nil, "the patch cannot be applied"
		}
	}()
	result, err := s.patch().Apply(text)
	switch {
	case err != nil:
		return nil, err.Error()
	case len(result) > manifestBytes:
		return result, errTooLarge.Error()
	}
	return result, ""
}
