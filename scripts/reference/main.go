// Command reference completes the generated documentation: it replaces every line "<!-- reference: ocm -->" in a folder of
// Markdown files with the tables of that page, which come from the structs of the provider.
//
//	go run ./scripts/reference docs
package main

import (
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"regexp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/reference"
)

var marker = regexp.MustCompile(`(?m)^<!-- reference: (.*) -->\n`)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: reference FOLDER")
	}
	if err := complete(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// complete replaces the markers in all files of a folder.
func complete(folder string) error {
	return filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".md" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		completed, err := replace(text)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return os.WriteFile(name, completed, 0o600)
	})
}

// replace replaces the markers in a text.
func replace(text []byte) ([]byte, error) {
	var failed error
	completed := marker.ReplaceAllFunc(text, func(line []byte) []byte {
		tables, err := reference.Markdown(string(marker.FindSubmatch(line)[1]))
		if err != nil {
			failed = err
		}
		return []byte(tables)
	})
	return completed, failed
}
