// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccPlacementResource_nearest: a selector is refactored. The plan moves nothing, and tells the label after which it will.
func TestAccPlacementResource_nearest(t *testing.T) {
	cli.NeedAcceptance(t)
	config := func(ocm string) string {
		return cli.Fleet(2, "") + cli.Placement("with_report = true\nocm = "+ocm)
	}
	w := cli.NewWorkspace(t, cli.Mirror(t), config("{}"))
	w.MustSettle(t)
	w.Write(t, "main.tf", "terraform {\n  required_providers {\n    multicluster = { source = "+
		"\"terraform-multicluster/multicluster\" }\n  }\n}\n"+config(`{
    predicates = [{ required_cluster_selector = { label_selector = { match_expressions = [
      { key = "region", operator = "NotIn", values = ["apac"] },
    ] } } }]
  }`))
	out, err := w.Run(t, "plan", "-input=false", "-no-color")
	out = strings.Join(strings.Fields(strings.ReplaceAll(out, "│", " ")), " ")
	for _, want := range []string{`Warning: The placement "web" decides the same only today`,
		"They differ after this change: change the labels of ", ": set region=apac."} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("nothing says %q: %v\n%s", want, err, out)
		}
	}
}
