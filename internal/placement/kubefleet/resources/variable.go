// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"fmt"
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
