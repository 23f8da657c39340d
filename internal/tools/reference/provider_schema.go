// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

// schemas are the schemas of a provider.
type schemas struct {
	Provider    schema            `json:"provider"`
	Resources   map[string]schema `json:"resource_schemas"`
	DataSources map[string]schema `json:"data_source_schemas"`
}

type schema struct {
	Block struct {
		Attributes map[string]attribute `json:"attributes"`
		// Blocks are nested blocks, which tfplugindocs describes by itself.
		Blocks map[string]json.RawMessage `json:"block_types"`
	} `json:"block"`
}

type attribute struct {
	Type        json.RawMessage `json:"type"`
	Description string          `json:"description"`
	Required    bool            `json:"required"`
	Computed    bool            `json:"computed"`
}

// readSchemas reads the output of terraform providers schema -json, which has one provider.
func readSchemas(name string) (schemas, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return schemas{}, err
	}
	var read struct {
		Providers map[string]schemas `json:"provider_schemas"`
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return schemas{}, fmt.Errorf("%s: %w", name, err)
	}
	for _, provider := range read.Providers {
		return provider, nil
	}
	return schemas{}, fmt.Errorf("%s has no provider", name)
}

// schema returns the schema that a document is about.
func (s schemas) schema(document string) schema {
	if name, ok := strings.CutPrefix(document, "resources/"); ok {
		return s.Resources["multicluster_"+name]
	} else if name, ok := strings.CutPrefix(document, "data-sources/"); ok {
		return s.DataSources["multicluster_"+name]
	}
	return s.Provider
}

// hasBlocks reports whether the schema that a document is about has nested blocks.
func (s schemas) hasBlocks(document string) bool { return len(s.schema(document).Block.Blocks) > 0 }

// of returns the attributes of a document: the required ones first, then by name.
func (s schemas) of(document string) []schemaAttribute {
	found := s.schema(document)
	var list []schemaAttribute
	for _, required := range []bool{true, false} {
		for _, name := range slices.Sorted(maps.Keys(found.Block.Attributes)) {
			if a := found.Block.Attributes[name]; a.Required == required {
				list = append(list, schemaAttribute{
					Name: name, Type: typeName(a.Type), Required: a.Required, Computed: a.Computed, Description: withoutExample(a.Description),
				})
			}
		}
	}
	return list
}

// withoutExample is a description without what only editors show.
func withoutExample(description string) string {
	text, _, _ := strings.Cut(description, describe.ExampleBegin)
	return text
}

// typeName is a type in the words of HCL; empty for objects, and for what has no type.
func typeName(raw json.RawMessage) string {
	var scalar string
	if err := json.Unmarshal(raw, &scalar); err == nil {
		if scalar == "dynamic" {
			return ""
		}
		return scalar
	}
	var collection []json.RawMessage
	if err := json.Unmarshal(raw, &collection); err != nil || len(collection) != 2 {
		return ""
	}
	of := typeName(collection[1])
	if err := json.Unmarshal(collection[0], &scalar); err != nil || of == "" || scalar == "object" {
		return ""
	}
	return scalar + " of " + of + "s"
}
