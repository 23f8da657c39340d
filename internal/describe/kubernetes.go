// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package describe

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// LabelSelector describes an attribute that selects clusters by label, wherever it is.
var LabelSelector = Line{Text: "Matches the labels of the cluster.", Default: "every cluster"}

// ClaimSelector describes an attribute that selects clusters by claim, wherever it is.
var ClaimSelector = Line{Text: "Matches the claims of the cluster.", Default: "every cluster"}

// The structs of Kubernetes that arguments have. Their package describes nothing.
var (
	_ = Struct[metav1.LabelSelector](Attributes{
		"match_labels":      {Text: "Labels that must be set, with exactly these values."},
		"match_expressions": {Text: "Requirements that must all be met."},
	}, Example{Page: "guides/reference-fleet#cluster_setslabel_selector", Object: `{ match_labels = { env = "prod" } }`})
	_ = Struct[metav1.LabelSelectorRequirement](Attributes{
		"key":      {Text: "The key of the label, or the name of the claim."},
		"operator": {Text: "`In`, `NotIn`, `Exists` or `DoesNotExist`. A missing key meets `NotIn` and `DoesNotExist`."},
		"values":   {Text: "For `In` and `NotIn`: at least one, all valid label values. Other operators accept none."},
	})
)
