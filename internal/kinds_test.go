// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// maxFilesOfKind is in how many files of production code a kind of objects on a hub is named that behaves like the others: what
// it is, its place among the kinds, its row of its dialect, and its resource. What else a kind needs follows from these.
const maxFilesOfKind = 4

// TestFilesOfKind: a further kind of objects costs few files.
func TestFilesOfKind(t *testing.T) {
	kinds := []string{"ManagedClusterSet", "ManagedClusterSetBinding", "DisruptionBudget"}
	files := map[string][]string{}
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		pkg := filepath.ToSlash(filepath.Dir(name))
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || !isNamed(pkg) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		named := kindsIn(pkg, file)
		for _, kind := range kinds {
			if named[kind] {
				files[kind] = append(files[kind], name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range kinds {
		if n := len(files[kind]); n == 0 || n > maxFilesOfKind {
			t.Errorf("%s is named in %d files, not in 1 to %d: %s", kind, n, maxFilesOfKind, strings.Join(files[kind], ", "))
		}
	}
}

// kindsIn are the names that a file has of package hubobject: behind its name or, in the package itself, alone.
func kindsIn(pkg string, file *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch node := n.(type) {
		case *ast.SelectorExpr:
			if owner, ok := node.X.(*ast.Ident); ok && owner.Name == "hubobject" {
				names[node.Sel.Name] = true
			}
			return pkg != "hubobject"
		case *ast.Ident:
			names[node.Name] = names[node.Name] || pkg == "hubobject"
		}
		return true
	})
	return names
}
