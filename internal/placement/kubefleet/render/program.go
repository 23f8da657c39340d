package render

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
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
	steps  []step
}

// step is a matching rule: it fails, deletes the object, or patches it.
type step struct {
	failure string
	deletes bool
	patch   jsonpatch.Patch
}

// compiledOverride is an override whose programs are kept.
type compiledOverride struct {
	*Override
	rules []compiledRule
	// programs has those of all clusters so far by the text of their steps.
	programs map[string]*program
	// steps has those of rules by the text of their patches.
	steps map[string]step
}

// compiledRule is a rule whose selectors are compiled.
type compiledRule struct {
	terms []term
	// everywhere says that the rule matches every cluster.
	everywhere bool
	deletes    bool
	patches    []JSONPatch
	// text is the JSON of the patches if no value has variables.
	text string
}

// term is a term of a rule's cluster selector. Without a selector it matches no cluster.
type term struct {
	selector labels.Selector
	// invalid says why the selector cannot be compiled.
	invalid string
}

func compile(o *Override) *compiledOverride {
	compiled := &compiledOverride{Override: o, programs: map[string]*program{}, steps: map[string]step{}}
	if o.Spec.Policy == nil {
		return compiled
	}
	for i := range o.Spec.Policy.OverrideRules {
		rule := &o.Spec.Policy.OverrideRules[i]
		next := compiledRule{deletes: rule.OverrideType == DeleteOverride, patches: compactValues(rule.JSONPatchOverrides)}
		if rule.ClusterSelector != nil {
			next.everywhere = len(rule.ClusterSelector.ClusterSelectorTerms) == 0
			next.terms = compileTerms(rule.ClusterSelector.ClusterSelectorTerms)
		}
		variables := false
		for _, patch := range next.patches {
			variables = variables || hasVariables(string(patch.Value))
		}
		if !variables {
			next.text = patchText(next.patches)
		}
		compiled.rules = append(compiled.rules, next)
	}
	return compiled
}

func compileTerms(terms []kubefleet.ClusterSelectorTerm) []term {
	list := make([]term, len(terms))
	for i := range terms {
		selector := terms[i].LabelSelector
		if selector == nil {
			continue
		}
		compiled, err := metav1.LabelSelectorAsSelector(selector)
		if err != nil {
			list[i].invalid = fmt.Sprintf("invalid cluster label selector %s: %s", selector, err)
		}
		list[i].selector = compiled
	}
	return list
}

// compactValues returns the patches with values as an API server keeps them: compact, keys sorted, null for no value.
func compactValues(patches []JSONPatch) []JSONPatch {
	list := make([]JSONPatch, len(patches))
	for i, patch := range patches {
		patch.Value = compactValue(patch.Value)
		list[i] = patch
	}
	return list
}

func compactValue(value json.RawMessage) json.RawMessage {
	if len(value) == 0 {
		return json.RawMessage("null")
	}
	decoder := json.NewDecoder(strings.NewReader(string(value)))
	decoder.UseNumber() // Numbers of a patch keep their spelling.
	var decoded any
	if err := decoder.Decode(&decoded); err != nil {
		return value
	}
	return encode(decoded)
}

// patchText is the JSON of patches. It is written by hand because a replaced variable can make the text of a value invalid, which
// is an error of the patch.
func patchText(patches []JSONPatch) string {
	var text strings.Builder
	for i, patch := range patches {
		text.WriteString(map[bool]string{true: "[", false: ","}[i == 0])
		fmt.Fprintf(&text, `{"op":%s,"path":%s,"value":%s}`, encode(patch.Op), encode(patch.Path), patch.Value)
	}
	text.WriteString("]")
	return text.String()
}

// matches reports whether the rule matches a cluster; invalid says why a selector that had to be looked at cannot be. Terms after
// one that matches are not looked at.
func (r *compiledRule) matches(cluster *Cluster) (matches bool, invalid string) {
	if r.everywhere {
		return true, ""
	}
	for i := range r.terms {
		switch term := &r.terms[i]; {
		case term.invalid != "":
			return false, term.invalid
		case term.selector != nil && term.selector.Matches(labels.Set(cluster.Labels)):
			return true, ""
		}
	}
	return false, ""
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
	var steps []step
	for i := range o.rules {
		rule := &o.rules[i]
		matches, invalid := rule.matches(cluster)
		if !matches && invalid == "" {
			continue
		}
		step, text := step{failure: invalid}, invalid
		if invalid == "" {
			step, text = o.step(rule, cluster)
		}
		key.WriteString(strconv.Itoa(len(text)) + ":" + text)
		steps = append(steps, step)
		if step.failure != "" || step.deletes {
			break
		}
	}
	known := o.programs[key.String()]
	if known == nil {
		*next++
		known = &program{override: o, number: *next, steps: steps}
		o.programs[key.String()] = known
	}
	return known
}

// step returns what a matching rule does on a cluster, and a text that tells it from other steps of the override.
func (o *compiledOverride) step(rule *compiledRule, cluster *Cluster) (done step, text string) {
	if rule.deletes {
		return step{deletes: true}, "delete"
	}
	if len(rule.patches) == 0 {
		return step{}, ""
	}
	text = rule.text
	if text == "" {
		patches := make([]JSONPatch, len(rule.patches))
		for i, patch := range rule.patches {
			value, err := replaceVariables(string(patch.Value), cluster)
			if err != nil {
				return step{failure: err.Error()}, err.Error()
			}
			patch.Value = json.RawMessage(value)
			patches[i] = patch
		}
		text = patchText(patches)
	}
	known, ok := o.steps[text]
	if !ok {
		patch, err := jsonpatch.DecodePatch([]byte(text))
		known = step{patch: patch}
		if err != nil {
			known.failure = err.Error()
		}
		o.steps[text] = known
	}
	return known, text
}

// manifestBytes is the size that a manifest may reach by its patches. No API server takes an object of that size.
const manifestBytes = 8 << 20

// patched is what programs make of an object: its JSON, empty for a deleted object, or a failure.
type patched struct {
	text []byte
	// failed is the program that fails; nil for none.
	failed *program
	why    string
}

// run applies programs to the JSON of an object. Programs after one that deletes the object can still fail. It returns an error
// if ctx ends.
func run(ctx context.Context, text []byte, programs []*program) (patched, error) {
	for _, p := range programs {
		for i := range p.steps {
			if err := placement.Interrupted(ctx, 0); err != nil {
				return patched{}, err
			}
			step := &p.steps[i]
			if step.deletes {
				text = nil
				break
			}
			next, why := step.apply(text)
			if why != "" {
				return patched{failed: p, why: why}, nil
			}
			text = next
		}
	}
	return patched{text: text}, nil
}

// apply patches the JSON of an object. A deleted object stays deleted.
func (s *step) apply(text []byte) (result []byte, why string) {
	if s.failure != "" {
		return nil, s.failure
	}
	result, err := s.patch.Apply(text)
	switch {
	case err != nil:
		return nil, err.Error()
	case len(result) > manifestBytes:
		return nil, fmt.Sprintf("the patches make an object of more than %d MiB", manifestBytes>>20)
	}
	return result, ""
}
