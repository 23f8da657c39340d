// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package onhub

import (
	"strings"
)

// RuleConfig is a PlacementRule with a number of replicas.
func RuleConfig(r *PlacedRun, replicas int64) object {
	return object{"name": r.Name, "namespace": r.Namespace, "hybrid": object{
		"replicas": replicas, "target_labels": object{"match_labels": object{"test": strings.TrimSuffix(r.F.Prefix, "-")}},
		"advisors": list{object{"name": "alphabet"}},
	}}
}
