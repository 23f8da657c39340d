// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	jsonpatch "github.com/evanphx/json-patch/v5"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// compiledRule is a rule whose selectors and patches are compiled.
type compiledRule struct {
	terms []term
	// everywhere says that the rule matches every cluster.
	everywhere bool
	patches    []JSONPatch
	// written is the rule without variables, or with variables as they are written if they can be replaced after the patches. It is
	// nil where they have to be replaced before.
	written *step
	// text is the JSON of the patches as they are written.
	text string
	// variables are those of the values of the patches.
	variables []variable
}

// term is a term of a rule's cluster selector. Without a selector it matches no cluster.
type term struct {
	selector labels.Selector
	// invalid says why the selector cannot be compiled.
	invalid string
}

func compileRule(rule *OverrideRule) compiledRule {
	next := compiledRule{patches: compactValues(rule.JSONPatchOverrides)}
	if rule.ClusterSelector != nil {
		next.everywhere = len(rule.ClusterSelector.ClusterSelectorTerms) == 0
		next.terms = compileTerms(rule.ClusterSelector.ClusterSelectorTerms)
	}
	switch {
	case rule.OverrideType == DeleteOverride:
		next.patches = nil
		next.written = &step{deletes: true}
		next.text = "delete"
	case len(next.patches) == 0:
		next.written = &step{}
	case slices.ContainsFunc(next.patches, func(p JSONPatch) bool { return strings.Contains(p.Path, variablePrefix) }):
		// A path keeps the text of a variable, which would be taken for one after the patches.
	case !slices.ContainsFunc(next.patches, func(p JSONPatch) bool { return hasVariables(string(p.Value)) }):
		next.text = patchText(next.patches)
		next.written = newStep(next.text)
	default:
		next.text = patchText(next.patches)
		if variables, late := lateVariables(next.patches); late {
			next.variables = variables
			next.written = newStep(next.text)
		}
	}
	if next.written != nil {
		next.written.written = next.written
	}
	return next
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

func compactValue(value PatchValue) PatchValue {
	if len(value) == 0 {
		return PatchValue("null")
	}
	decoded, err := decodeValue(value)
	if err != nil {
		return value
	}
	return encode(decoded)
}

// decodeValue reads the value of a patch, whose numbers keep their spelling.
func decodeValue(value PatchValue) (any, error) {
	decoder := json.NewDecoder(strings.NewReader(string(value)))
	decoder.UseNumber()
	var decoded any
	err := decoder.Decode(&decoded)
	return decoded, err
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

// step returns what a matching rule does on a cluster, and a text that tells it from what the rule does on others.
func (r *compiledRule) step(cluster *Cluster) (done *step, text string) {
	if r.written != nil && len(r.variables) == 0 {
		return r.written, r.text
	}
	if r.written != nil && r.written.failure == "" {
		if values, plain := valuesOf(r.variables, cluster); plain {
			patch := sync.OnceValue(func() jsonpatch.Patch {
				text, _ := replacedText(r.patches, cluster)
				patch, _ := jsonpatch.DecodePatch([]byte(text))
				return patch
			})
			return &step{patch: patch, written: r.written}, "values " + values
		}
	}
	text, err := replacedText(r.patches, cluster)
	if err != nil {
		return &step{failure: err.Error()}, err.Error()
	}
	return newStep(text), text
}

// newStep returns the step of patches.
func newStep(text string) *step {
	patch, err := jsonpatch.DecodePatch([]byte(text))
	if err != nil {
		return &step{failure: err.Error()}
	}
	return &step{patch: func() jsonpatch.Patch { return patch }}
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
