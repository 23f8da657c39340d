// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// vague are names that local variables, parameters and results do not have. A noun says what they are: of is the type, the owner
// or the cluster, at the path, the position or the time, found the findings or the matches, is the observation. What was there
// before a plan is prior, and what the plan makes of it is planned. An export, a method or a field may still be called so.
var vague = []string{"of", "at", "found", "is", "was", "before", "earlier", "predecessor"}

// isNamed reports whether a package is held to the names: all but tests and what only they and the tools use.
func isNamed(pkg string) bool {
	for support := range testSupport {
		if below(pkg, support) {
			return false
		}
	}
	return !below(pkg, "tools") && pkg != "conformance"
}

// TestNames keeps vague names out of the packages.
func TestNames(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		pkg := filepath.ToSlash(filepath.Dir(name))
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || !isNamed(pkg) {
			return err
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return err
		}
		for _, ident := range vagueNames(file) {
			t.Errorf("%s: %s needs the noun that it stands for", set.Position(ident.Pos()), ident.Name)
		}
		return nil
	})
	if err != nil || files < 300 {
		t.Errorf("%d files were read: %v", files, err)
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
