// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Command descriptions writes the comments of structs and their fields into the file from which package describe reads them.
//
//	go run ./internal/tools/descriptions
//
// A field with a JSON name is an attribute. An example is a block of code in the comment of the struct, after the line
// "Example for PAGE:", or "Example KEY for PAGE:" for an object in a map.
package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"os"
	"path"
	"reflect"
	"regexp"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

func main() {
	text, err := descriptions(os.DirFS("internal"))
	if err == nil {
		err = os.WriteFile("internal/"+file, []byte(text), 0o600)
	}
	if err != nil {
		log.Fatal(err)
	}
}

const file = "describe/comments.txt"

// descriptions are those of all structs below a folder.
func descriptions(folder fs.FS) (string, error) {
	var blocks []string
	err := fs.WalkDir(folder, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		source, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, declaration := range parsed.Decls {
			if types, ok := declaration.(*ast.GenDecl); ok && types.Tok == token.TYPE {
				blocks = append(blocks, blocksOf(types, path.Dir(name))...)
			}
		}
		return nil
	})
	return strings.Join(blocks, "\n\n") + "\n", err
}

var example = regexp.MustCompile(`(?m)^Example (?:(\S+) )?for (\S+):\n\n((?:\t.*\n)+)`)

// blocksOf are the attributes of the structs that are declared together, and their examples.
func blocksOf(types *ast.GenDecl, pkg string) (blocks []string) {
	for _, spec := range types.Specs {
		declared, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		name := pkg + "." + declared.Name.Name
		if lines := attributes(declared.Type); lines != "" {
			blocks = append(blocks, name+lines)
		}
		if found := example.FindStringSubmatch(types.Doc.Text() + declared.Doc.Text()); found != nil {
			object := strings.TrimPrefix(strings.TrimSuffix(strings.ReplaceAll(found[3], "\n\t", "\n"), "\n"), "\t")
			blocks = append(blocks, strings.TrimSpace(name+" "+found[2]+" "+found[1])+"\n"+object)
		}
	}
	return blocks
}

// attributes have a line each, with a comment as far as it is a description.
func attributes(of ast.Expr) (lines string) {
	declared, ok := of.(*ast.StructType)
	if !ok {
		return ""
	}
	for _, field := range declared.Fields.List {
		if field.Tag == nil || field.Doc == nil {
			continue
		}
		name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		text, _, _ := strings.Cut("\n"+field.Doc.Text(), "\n---\n")
		lines += "\n" + tfvalue.SnakeCase(name) + ": " + strings.Join(strings.Fields(text), " ")
	}
	return lines
}
