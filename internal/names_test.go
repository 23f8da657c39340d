// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// vague are names that local variables, parameters and results do not have. A noun says what they are: of is the type, the owner
// or the cluster, at the path, the position or the time, found the findings or the matches, is the observation. What was there
// before a plan is prior, and what the plan makes of it is planned. An export, a method or a field may still be called so.
var vague = []string{"of", "at", "found", "is", "was", "before", "earlier", "predecessor"}

// named are the packages without vague names. Who cleans one adds it.
var named = []string{
	"advisor", "describe", "effects", "excerpt", "explain", "finding", "heap", "hub", "hub/apiserver", "hubdecision", "hubobject",
	"hubview", "managed", "manifest", "manifest/api", "manifest/apiobject", "manifest/decode", "manifest/document",
	"manifest/inventory", "manifestwork", "placed", "placement/kubefleet/resources", "planner", "planner/fleet",
	"planner/lint", "planner/plannertest", "planner/shortfall", "provider", "provider/framework", "provider/functions",
	"provider/hubresource", "provider/placementconfig", "provider/placements", "provider/placementspec",
	"provider/providerdata", "provider/renderings", "provider/rollouts", "provider/simulations", "rawserver", "rendered",
	"replicas", "resilience", "rollout", "rollout/condition", "rollout/ocm", "rollout/rollingupdate", "rollout/staged",
	"sharedread", "simulate", "simulate/edit", "step", "tfvalue", "workload", "world",
}

// TestNames keeps vague names out of the packages that have none.
func TestNames(t *testing.T) {
	for _, pkg := range named {
		files, err := filepath.Glob(filepath.Join(filepath.FromSlash(pkg), "*.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s has no files: %v", pkg, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, ident := range vagueNames(file) {
				t.Errorf("%s: %s needs the noun that it stands for", set.Position(ident.Pos()), ident.Name)
			}
		}
	}
}

// vagueNames are the local variables, parameters and results of a file that have vague names.
func vagueNames(file *ast.File) (names []*ast.Ident) {
	check := func(declared ...ast.Expr) {
		for _, expr := range declared {
			if ident, ok := expr.(*ast.Ident); ok && slices.Contains(vague, ident.Name) {
				names = append(names, ident)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch node := n.(type) {
		case *ast.StructType, *ast.InterfaceType:
			return false
		case *ast.Field:
			for _, name := range node.Names {
				check(name)
			}
		case *ast.ValueSpec:
			for _, name := range node.Names {
				check(name)
			}
		case *ast.AssignStmt:
			if node.Tok == token.DEFINE {
				check(node.Lhs...)
			}
		case *ast.RangeStmt:
			if node.Tok == token.DEFINE {
				check(node.Key, node.Value)
			}
		}
		return true
	})
	return names
}

// TestVagueNames makes sure that each kind of declaration is found.
func TestVagueNames(t *testing.T) {
	const source = `package x
type of struct{ at int }
func (is of) was(at int, f func(before int)) (found int) {
	var earlier of
	for predecessor := range earlier.at {
		_ = of{at: predecessor}
	}
	if found, at := 1, at; found == at {
		earlier.at = found
	}
	return at
}`
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, ident := range vagueNames(file) {
		names = append(names, ident.Name)
	}
	if text := strings.Join(names, " "); text != "is at before found earlier predecessor found at" {
		t.Error(text)
	}
}
