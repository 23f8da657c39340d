// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

// waveTexts are waves in a short form: the index of a group, a name, and the clusters.
func waveTexts(waves []Wave) []string {
	var texts []string
	for _, w := range waves {
		group := "-"
		if w.Group != nil {
			group = fmt.Sprint(*w.Group)
		}
		texts = append(texts, fmt.Sprintf("%s %q %s", group, w.Name, strings.Join(w.ClusterNames, " ")))
	}
	return texts
}

func sizePointer(text string) *intstr.IntOrString {
	size := intstr.Parse(text)
	return &size
}

func TestWavesOf(t *testing.T) {
	mandatory := []ocm.MandatoryGroup{{GroupName: "canary"}, {GroupIndex: 3}}
	groups := Target{DecisionGroups: []Group{
		{Index: 2, Name: "canary", ClusterNames: []string{"f", "b"}}, {Index: 0, ClusterNames: []string{"h"}},
		{Index: 1, Name: "east", ClusterNames: []string{"g", "d"}}, {Index: 3, Name: "west", ClusterNames: []string{"e"}},
		{Index: 1, Name: "east", ClusterNames: []string{"a"}},
	}}
	sevenLabels := groups
	for i, name := range []string{"a", "b", "d", "e", "f", "g", "h"} {
		sevenLabels.Fleet = append(sevenLabels.Fleet, Member{Name: name, Labels: map[string]string{
			"stage": []string{"one", "two"}[i%2], "rank": fmt.Sprint((10 - i) / 2),
		}})
	}
	key := "rank"
	one, none, two := stageOf("one", 1, nil, nil), stageOf("none", 1, nil, nil), stageOf("two", 1, nil, nil)
	one.SortingLabelKey = &key
	some := Target{Decisions: []Decision{{"c", 1}, {"a", 1}, {"e", 0}, {"d", 1}, {"b", 0}}}
	for name, test := range map[string]struct {
		strategy rollout.Strategy
		target   Target
		want     []string
	}{
		"All":                         {all, groups, []string{`- "" a b d e f g h`, `- "removal" z`}},
		"All of none":                 {all, Target{Decisions: []Decision{}}, []string{`- "removal" g z`}},
		"Progressive":                 {progressive(2), some, []string{`- "" a b`, `- "" c d`, `- "" e`, `- "removal" g z`}},
		"Progressive, one block less": {strategyOf(ocm.TypeProgressive), some, []string{`- "" a b c d e`, `- "removal" g z`}},
		"Progressive after mandatory groups": {
			rollout.Strategy{OCMStrategy: ocm.Strategy{Type: ocm.TypeProgressive, Progressive: &ocm.Progressive{
				MandatoryDecisionGroups: mandatory, MaxConcurrency: intstr.FromString("51%"),
			}}}, groups,
			[]string{`2 "canary" b f`, `3 "west" e`, `- "" a d g`, `- "" h`, `- "removal" z`},
		},
		"ProgressivePerGroup": {
			rollout.Strategy{OCMStrategy: ocm.Strategy{
				Type: ocm.TypeProgressivePerGroup, ProgressivePerGroup: &ocm.ProgressivePerGroup{MandatoryDecisionGroups: mandatory},
			}}, groups,
			[]string{`2 "canary" b f`, `3 "west" e`, `0 "" h`, `1 "east" a d g`, `- "removal" z`},
		},
		"ProgressivePerGroup of decisions": {
			strategyOf(ocm.TypeProgressivePerGroup), some, []string{`0 "" b e`, `1 "" a c d`, `- "removal" g z`},
		},
		"RollingUpdate": {rolling, some, []string{`- "" a b`, `- "" c d`, `- "" e`, `- "removal" g z`}},
		"RollingUpdate of more": {
			rolling, Target{Decisions: some.Decisions, NumberOfClusters: number(12)},
			[]string{`- "" a b c`, `- "" d e`, `- "removal" g z`},
		},
		"RollingUpdate, none unavailable": {
			rollout.Strategy{OCMStrategy: rolling.OCMStrategy, RollingUpdate: &rollingupdate.Config{MaxUnavailable: sizePointer("0")}},
			Target{Decisions: some.Decisions[:2]}, []string{`- "" a`, `- "" c`, `- "removal" g z`},
		},
		"External": {external(two, none, one), sevenLabels, []string{`- "two" b e g`, `- "none" `, `- "one" h f d a`, `- "removal" z`}},
	} {
		t.Run(name, func(t *testing.T) {
			r := Request{Strategy: test.strategy, Target: test.target, ClusterStatus: map[string]ClusterStatus{"z": {}, "g": {}}}
			waves, err := WavesOf(&r)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, waveTexts(waves), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
