// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The variables of the value of a patch.
const (
	variablePrefix       = "${MEMBER-CLUSTER-"
	clusterNameVariable  = "${MEMBER-CLUSTER-NAME}"
	clusterLabelVariable = "${MEMBER-CLUSTER-LABEL-KEY-"
)

// hasVariables reports whether the JSON of a value has variables.
func hasVariables(value string) bool {
	return strings.Contains(value, clusterNameVariable) || strings.Contains(value, clusterLabelVariable)
}

// replaceVariables replaces the variables in the JSON of a value: the cluster's name, and then its labels. They are replaced in
// the text, also in keys of objects, so that the name may be a part of the key of a label.
func replaceVariables(value string, cluster *Cluster) (string, error) {
	if strings.Count(value, clusterNameVariable)*len(cluster.Name) > manifestBytes {
		return "", errTooLarge
	}
	value = strings.ReplaceAll(value, clusterNameVariable, cluster.Name)
	var done strings.Builder
	for rest := value; ; {
		literal, after, hasVariable := strings.Cut(rest, clusterLabelVariable)
		done.WriteString(literal)
		if !hasVariable {
			return done.String(), nil
		}
		key, further, closed := strings.Cut(after, "}")
		if !closed {
			return "", fmt.Errorf("input %s is missing the closing bracket `}`", value)
		}
		label, ok := cluster.Labels[key]
		if !ok {
			return "", fmt.Errorf("label key %s not found on cluster %s", key, cluster.Name)
		}
		if done.Len()+len(label) > manifestBytes {
			return "", errTooLarge
		}
		done.WriteString(label)
		rest = further
	}
}

// KubeFleet replaces variables and then applies patches. For nearly all patches the other way round is the same, and the patches
// are applied once for all clusters. It is the same if
//   - the patches add, replace or remove, and none replaces the whole document: no other operation looks at a value;
//   - variables are in texts of their values, not in keys, and complete: none is made of another one, or reaches over the end of
//     a text;
//   - what replaces them has no character that is written otherwise in JSON, or that could make another variable.

// variable is the key of a label of a cluster; empty is the cluster's name.
type variable string

// value returns the value of the variable on a cluster.
func (v variable) value(cluster *Cluster) (string, bool) {
	if v == "" {
		return cluster.Name, true
	}
	value, ok := cluster.Labels[string(v)]
	return value, ok
}

// lateVariables returns the variables of patches if they can be replaced after the patches have been applied.
func lateVariables(patches []JSONPatch) (variables []variable, late bool) {
	for _, patch := range patches {
		if patch.Op != "add" && patch.Op != "replace" && patch.Op != "remove" || !strings.HasPrefix(patch.Path, "/") {
			return nil, false
		}
		value, err := decodeValue(patch.Value)
		if err != nil || !collectVariables(value, &variables) {
			return nil, false
		}
	}
	return variables, true
}

// collectVariables adds the variables in the texts of a value. It reports whether all of them can be replaced late.
func collectVariables(value any, variables *[]variable) bool {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if strings.Contains(key, "${") || !collectVariables(value[key], variables) {
				return false
			}
		}
	case []any:
		for _, element := range value {
			if !collectVariables(element, variables) {
				return false
			}
		}
	case string:
		return collectFromText(value, variables)
	}
	return true
}

func collectFromText(value string, collected *[]variable) bool {
	if !strings.Contains(value, "${") {
		return true
	}
	text, complete := parseText(value)
	if !complete {
		return false
	}
	*collected = append(*collected, text.variables...)
	return !slices.ContainsFunc(text.pieces, func(piece string) bool { return strings.Contains(piece, "${") })
}

// variableText is a text with variables: there is one more piece than variables, and each variable is between two.
type variableText struct {
	pieces    []string
	variables []variable
}

// parseText finds the variables of a text. Complete is false if one has no end, or a label's key that is not plain.
func parseText(text string) (parsed variableText, complete bool) {
	for {
		literal, after, hasVariable := strings.Cut(text, variablePrefix)
		if !hasVariable {
			parsed.pieces = append(parsed.pieces, text)
			return parsed, true
		}
		name, rest, closed := strings.Cut(after, "}")
		key, isLabel := strings.CutPrefix(name, "LABEL-KEY-")
		if !closed || !isPlain(key) || name != "NAME" && (!isLabel || key == "") {
			return parsed, false
		}
		if !isLabel {
			key = ""
		}
		parsed.pieces = append(parsed.pieces, literal)
		parsed.variables = append(parsed.variables, variable(key))
		text = rest
	}
}

// appendTo appends the text on a cluster, which has the labels.
func (t *variableText) appendTo(buffer []byte, cluster *Cluster) []byte {
	for i, v := range t.variables {
		value, _ := v.value(cluster)
		buffer = append(append(buffer, t.pieces[i]...), value...)
	}
	return append(buffer, t.pieces[len(t.pieces)-1]...)
}

// maxPlain is the length of the longest value of a variable that is replaced late, in bytes: that of the longest name.
const maxPlain = 253

// isPlain reports whether a text is the same in JSON and cannot be a part of a variable.
func isPlain(text string) bool {
	if len(text) > maxPlain {
		return false
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || strings.IndexByte(`"\<>&${}`, c) >= 0 {
			return false
		}
	}
	return true
}

// valuesOf returns the values of variables on a cluster, a line each. Plain is false if the cluster lacks one, or if one has to
// be replaced before patches are applied.
func valuesOf(variables []variable, cluster *Cluster) (values string, plain bool) {
	var text strings.Builder
	for _, v := range variables {
		value, ok := v.value(cluster)
		if !ok || !isPlain(value) {
			return "", false
		}
		text.WriteString(value)
		text.WriteByte('\n')
	}
	return text.String(), true
}
