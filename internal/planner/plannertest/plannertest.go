// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package plannertest has what the tests of the planner and of its packages have in common.
package plannertest

import (
	"reflect"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// Placement is a placement of a dialect that asks for nothing. It has no dialect if a placement has no field of its name.
func Placement(dialect placement.Dialect) (p manifest.Placement) {
	value := reflect.ValueOf(&p).Elem()
	for i := range value.NumField() {
		if name, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ","); name == string(dialect) {
			value.Field(i).Set(reflect.New(value.Field(i).Type().Elem()))
		}
	}
	return p
}

// Labelled selects the cluster of a name of [Clusters] by its label.
func Labelled(name string) *ocm.Spec {
	return &ocm.Spec{Predicates: []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{
		LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"name": name}},
	}}}}
}

// Clusters is a fleet of clusters of no kind, each with its name as a label.
func Clusters(names ...string) (choice fleet.Fleet) {
	for _, name := range names {
		choice.Clusters = append(choice.Clusters, placement.Cluster{Name: name, Labels: map[string]string{"name": name}})
	}
	return choice
}

// ProdFleet is a fleet of the clusters a, b and c, of which a and b are in the cluster set prod.
func ProdFleet(sets ...placement.ClusterSet) fleet.Fleet {
	choice := Clusters("a", "b", "c")
	for i := range choice.Clusters[:2] {
		choice.Clusters[i].Labels[placement.ClusterSetLabel] = "prod"
	}
	choice.ClusterSets = sets
	return choice
}

// Texts are findings as lines: what they are, where, title, text.
func Texts(findings finding.List) string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, severity(&f)+" "+f.At+": "+f.Title+": "+f.Text)
	}
	return strings.Join(lines, "\n")
}

// WantParts wants findings whose texts have all parts of a text, which are separated by |.
func WantParts(t *testing.T, findings finding.List, want string) {
	t.Helper()
	got := Texts(findings)
	if want == "" && got != "" {
		t.Errorf("found %s", got)
	}
	for part := range strings.SplitSeq(want, "|") {
		if !strings.Contains(got, part) {
			t.Errorf("found %s\nwant %s", got, part)
		}
	}
}

// Titles are the titles of findings in one line, with what they are and where, without the name of the placement x/web.
func Titles(findings finding.List) string {
	var titles []string
	for _, f := range findings {
		titles = append(titles, severity(&f)+" "+f.At+": "+strings.Replace(f.Title, `The placement "x/web" `, "", 1))
	}
	return strings.Join(titles, "; ")
}

func severity(f *finding.Finding) string {
	if f.Warning {
		return "warning"
	}
	return "error"
}
