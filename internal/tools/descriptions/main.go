// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Command descriptions writes the comments of structs and their fields into the file from which package describe reads them.
//
//	go run ./internal/tools/descriptions
//
// A field with a JSON name is an attribute. An example is a block of code in the comment of the struct, after the line
// "Example for PAGE:", or "Example KEY for PAGE:" for an object in a map. The description of a resource, a data source or a
// function follows a heading in the comment of what declares it, such as "# Function explain".
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
		for _, comment := range parsed.Comments {
			blocks = append(blocks, pages(comment.Text())...)
		}
		for _, declaration := range parsed.Decls {
			if types, ok := declaration.(*ast.GenDecl); ok && types.Tok == token.TYPE {
				blocks = append(blocks, blocksOf(types, path.Dir(name))...)
			}
		}
		return nil
	})
	return strings.Join(blocks, "\n\n\n") + "\n", err
}

var heading = regexp.MustCompile(`(?m)^# ((?:Resource|Data source|Function) \w+)\n`)

// pages are the descriptions after the headings in a comment, in Markdown.
func pages(comment string) (blocks []string) {
	found := heading.FindAllStringSubmatchIndex(comment, -1)
	for i, at := range found {
		end := len(comment)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		blocks = append(blocks, "# "+comment[at[2]:at[3]]+markdown(comment[at[1]:end]))
	}
	return blocks
}

// markdown has a line for each paragraph and each item of a list.
func markdown(comment string) (text string) {
	separator := ""
	for line := range strings.SplitSeq(strings.TrimSpace(comment), "\n") {
		switch line = strings.TrimSpace(line); {
		case line == "":
			separator = "\n\n"
			continue
		case strings.HasPrefix(line, "- ") && separator == " ":
			separator = "\n"
		}
		text, separator = text+separator+line, " "
	}
	return "\n" + text
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
