// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// site is where the Terraform Registry shows the documents.
const site = "https://registry.terraform.io/providers/terraform-multicluster/multicluster/latest/docs"

// index is the document that the registries show as the overview.
const index = "index"

// repository is where GitHub shows the files of the project.
const repository = "https://github.com/terraform-multicluster/terraform-provider-multicluster/tree/main/"

var (
	markdownLink = regexp.MustCompile(`\]\(([^)\s#]*)(#[^)\s]*)?\)`)
	// example is an example as templates and descriptions mention it: `examples/demo`.
	example = regexp.MustCompile("\\[?`(examples/[a-z0-9_./-]+)`")
)

// pages are the texts of all documents, by their paths without extension, such as guides/hub-ocm.
type pages map[string]string

// readPages reads the documents of a folder.
func readPages(folder string) (pages, error) {
	texts := pages{}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".md" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(folder, name)
		texts[strings.TrimSuffix(filepath.ToSlash(relative), ".md")] = string(text)
		return err
	})
	return texts, err
}

// link returns a text whose links to other documents lead to them in the repository. Templates and descriptions link without
// extension and relative to the document: ../guides/hub-ocm#the-connection. Documents link to each other with the extension. The
// registries do not have the examples: what is mentioned as `examples/hub_ocm` becomes a link to GitHub.
func (p pages) link(document, text string) string {
	text = example.ReplaceAllStringFunc(text, func(found string) string {
		if found[0] == '[' {
			return found
		}
		return "[" + found + "](" + repository + strings.Trim(found, "`") + ")"
	})
	return p.replaceLinks(document, text, func(to string) string {
		relative, _ := filepath.Rel(path.Dir(document), to)
		return filepath.ToSlash(relative) + ".md"
	})
}

// publish returns a text of link whose links lead to the documents on the Terraform Registry and on the OpenTofu Registry, which
// read them from the tag of a release.
//
// The registries remove the extension from a link within a folder. The OpenTofu Registry does not remove it from
// a link to another folder, and its folder of data sources is datasources; and from the overview, both resolve relative links in
// another folder than GitHub. So these links are absolute.
func (p pages) publish(document, text string) string {
	return p.replaceLinks(document, text, func(to string) string {
		switch {
		case to == index:
			return site
		case document == index || path.Dir(to) != path.Dir(document):
			return site + "/" + to
		}
		return path.Base(to) + ".md"
	})
}

// replaceLinks returns a text with other links to the documents: href is called with the path of a document without extension.
func (p pages) replaceLinks(document, text string, href func(to string) string) string {
	return markdownLink.ReplaceAllStringFunc(text, func(found string) string {
		parts := markdownLink.FindStringSubmatch(found)
		target, anchor := strings.TrimSuffix(parts[1], ".md"), parts[2]
		to := path.Join(path.Dir(document), target)
		if _, ok := p[to]; !ok || target == "" {
			return found
		}
		return "](" + href(to) + anchor + ")"
	})
}
