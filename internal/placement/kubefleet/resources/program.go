// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"fmt"
	"strconv"
	"strings"

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
	// shape identifies what the program is with its variables as they are written. It is empty where a variable has to be replaced
	// before the patches are applied.
	shape string
	// varies says that the program is another one with its variables as they are written.
	varies bool
}

// step is a matching rule: it fails, deletes the object, or patches it.
type step struct {
	failure string
	deletes bool
	// patch is nil if the rule changes nothing.
	patch func() jsonpatch.Patch
	// written is the step with its variables as they are written; nil where one has to be replaced before the patches are applied.
	written *step
}

// compiledOverride is an override whose programs are kept.
type compiledOverride struct {
	*Override
	// number identifies the override in its rendering.
	number int
	rules  []compiledRule
	// programs has those of all clusters so far by the texts of their steps.
	programs map[string]*program
}

func compile(o *Override, number int) *compiledOverride {
	compiled := &compiledOverride{Override: o, number: number, programs: map[string]*program{}}
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
	var key strings.Builder
	p := &program{override: o, shape: strconv.Itoa(o.number) + ":"}
	for i := range o.rules {
		matches, invalid := o.rules[i].matches(cluster)
		if !matches && invalid == "" {
			continue
		}
		done, text := &step{failure: invalid}, invalid
		if invalid == "" {
			done, text = o.rules[i].step(cluster)
		}
		key.WriteString(strconv.Itoa(i) + " " + strconv.Itoa(len(text)) + ":" + text)
		p.add(done, i)
		if done.failure != "" || done.deletes {
			break
		}
	}
	known := o.programs[key.String()]
	if known == nil {
		*next++
		p.number = *next
		o.programs[key.String()] = p
		return p
	}
	return known
}

// add adds the step of a rule.
func (p *program) add(done *step, rule int) {
	p.steps = append(p.steps, done)
	p.varies = p.varies || done.written != done
	switch {
	case done.written == nil:
		p.shape = ""
	case p.shape != "":
		p.shape += strconv.Itoa(rule) + " "
	}
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

// run applies programs to the JSON of an object, with the variables of a cluster or as they are written. Programs after one that
// deletes the object can still fail. It returns an error if ctx ends.
func run(ctx context.Context, text []byte, programs []*program, asWritten bool) (patched, error) {
	longest := len(text)
	for index, p := range programs {
		for _, step := range p.steps {
			if asWritten {
				step = step.written
			}
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
