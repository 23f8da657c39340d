// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// TestNearest: a changed placement that moves nothing today says when it would; one that moves, and one that never differs, says
// nothing.
func TestNearest(t *testing.T) {
	clusters := labelled("region", "eu", "us")
	notApac := is("region", metav1.LabelSelectorOpNotIn, "apac")
	for name, test := range map[string]struct {
		clusters []placement.Cluster
		from, to *metav1.LabelSelector
		want     string
	}{
		"later": {clusters, is("region", metav1.LabelSelectorOpExists), notApac, `The placement "web" decides the same only today: ` +
			"The placement before this plan (from) and after it (to) decide the same today. They differ after this change: change the " +
			"labels of c1: "},
		"equal":     {clusters, is("region", metav1.LabelSelectorOpIn, "eu"), equals("region", "eu"), ""},
		"different": {clusters, equals("region", "eu"), notApac, ""},
		"unchanged": {clusters, notApac, notApac, ""},
		"not compared": {append(labelled("region", "eu"), labelled("region", "eu")...), equals("region", "eu"), notApac,
			`The placement "web" is not compared with what it was: `},
	} {
		t.Run(name, func(t *testing.T) {
			fleet := planner.Fleet{Clusters: test.clusters}
			from := world.Placement{Placement: selecting(placement.DialectOCM, test.from)}
			to := world.Placement{Placement: selecting(placement.DialectOCM, test.to)}
			findings := comparison.Nearest(t.Context(), `The placement "web"`, fleet, from, to, time.Time{})
			got := ""
			for _, f := range findings {
				got += f.Title + ": " + f.Text
			}
			if len(findings) > 1 || findings.HasError() || !strings.HasPrefix(got, test.want) || (got == "") != (test.want == "") {
				t.Errorf("got %q, want %q", got, test.want)
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if more := comparison.Nearest(ctx, "It", fleet, from, to, time.Time{}); more != nil {
				t.Errorf("an interrupted plan says %v", more)
			}
		})
	}
}

// TestOf_progress: a comparison whose budget ends says how far it came.
func TestOf_progress(t *testing.T) {
	one := int32(1)
	steady := func(weight int32) world.Placement {
		p := selecting(placement.DialectOCM, equals("env", "prod"))
		p.OCM.NumberOfClusters, p.OCM.PrioritizerPolicy = &one, byMemory(weight)
		return world.Placement{Placement: p}
	}
	fleet := planner.Fleet{Clusters: labelled("env", "prod", "prod", "dev")}
	for work, want := range map[int]string{1000: "the first 6 of ", 1_000_000: "found in "} {
		found, findings := comparison.Of(t.Context(), fleet, comparison.Pair{From: steady(1), To: steady(2)}, world.Options{}, work)
		if findings.HasError() || found.Verdict != comparison.NotFound || !strings.Contains(found.Text, want) ||
			work > 1000 && !strings.HasSuffix(found.Text, fmt.Sprintf("found in %d fleets.", found.Fleets)) {
			t.Errorf("%d: %+v %v", work, found, findings)
		}
	}
}
