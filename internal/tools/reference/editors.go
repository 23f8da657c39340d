// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"os"
	"path/filepath"

	"github.com/hashicorp/hcl/v2/hclwrite"
)

// snippets is the file of snippets of Visual Studio Code. It is found in the folder .vscode of a workspace.
const snippets = "multicluster.code-snippets"

// editorFiles are the files for editors, by name.
func editorFiles() (map[string][]byte, error) {
	files, err := jsonSchemas()
	if err != nil {
		return nil, err
	}
	files[snippets], err = snippetFile(hclwrite.Format)
	return files, err
}

// writeEditors writes the files for editors.
func writeEditors(folder string) error {
	files, err := editorFiles()
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}
