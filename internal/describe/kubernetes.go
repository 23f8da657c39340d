// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package describe

import (
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ofKubernetes are the structs of Kubernetes that arguments have. What their own comments say is not about clusters.
var ofKubernetes = map[reflect.Type]Attributes{
	reflect.TypeFor[metav1.LabelSelector](): {
		"match_labels":      {Text: "Labels that must be set, with exactly these values."},
		"match_expressions": {Text: "Requirements that must all be met."},
	},
	reflect.TypeFor[metav1.LabelSelectorRequirement](): {
		"key":      {Text: "The key of the label, or the name of the claim."},
		"operator": {Text: "`In`, `NotIn`, `Exists` or `DoesNotExist`. A missing key meets `NotIn` and `DoesNotExist`."},
		"values":   {Text: "For `In` and `NotIn`: at least one, all valid label values. Other operators accept none."},
	},
}

var exampleOfSelector = Example{
	Page: "guides/reference-fleet#cluster_setslabel_selector", Object: `{ match_labels = { env = "prod" } }`,
}
