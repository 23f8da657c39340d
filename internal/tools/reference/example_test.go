// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

const (
	// maxDescription is how many characters a description of a structured argument may have: it is read in a window over the code.
	maxDescription = 1400
	// maxExample is how many lines a example may have.
	maxExample = 9
)

// withoutExamples are structured arguments whose objects are not those of one struct.
var withoutExamples = []string{"multicluster_manifest_work.manifests", "multicluster_rendered_manifests.objects",
	"multicluster_rollout.approved_stages", "multicluster_staged_update_run.approved_stages"}

// besides are arguments that a structured argument needs beside it.
var besides = map[string]map[string]any{
	"multicluster_cluster_set.label_selector":           {"selector_type": "LabelSelector"},
	"multicluster_resource_override.resource_selectors": {"namespace": "apps"},
}

// schemasOf are the schemas of the provider as a tool gets them.
func schemasOf(t *testing.T) *tfprotov6.GetProviderSchemaResponse {
	t.Helper()
	create := provider.NewServer(t.Context(), "test")
	resp, err := create().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// values are the arguments of a block of HCL without variables.
func values(t *testing.T, body *hclsyntax.Body) map[string]any {
	t.Helper()
	all := map[string]any{}
	for name, attribute := range body.Attributes {
		value, diags := attribute.Expr.Value(nil)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		text, err := ctyjson.Marshal(value, value.Type())
		if err != nil {
			t.Fatal(err)
		}
		var read any
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		all[name] = read
	}
	return all
}

// bodyOf parses HCL, which must be formatted.
func bodyOf(t *testing.T, text string) *hclsyntax.Body {
	t.Helper()
	if formatted := string(hclwrite.Format([]byte(text))); formatted != text {
		t.Errorf("this is not formatted:\n%s\nbut this is:\n%s", text, formatted)
	}
	file, diags := hclsyntax.ParseConfig([]byte(text), "text.tf", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", diags, text)
	}
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok {
		t.Fatalf("this has no body:\n%s", text)
	}
	return body
}

// validateBlock validates a resource, or a data source.
func validateBlock(t *testing.T, kind, typeName string, data map[string]any) []*tfprotov6.Diagnostic {
	t.Helper()
	if kind == "resource" {
		r := providertest.NewResource(t, t, typeName)
		return r.Validate(providertest.Config(t, r.Type(), data))
	}
	typ := providertest.DataSchema(typeName).Type
	encoded, err := tfprotov6.NewDynamicValue(typ, providertest.Config(t, typ, data))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := providertest.NewServer().ValidateDataResourceConfig(t.Context(),
		&tfprotov6.ValidateDataResourceConfigRequest{TypeName: typeName, Config: &encoded})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Diagnostics
}

// isAt reports whether a diagnostic is about an argument, or something in it.
func isAt(d *tfprotov6.Diagnostic, attribute string) bool {
	if d.Attribute == nil {
		return false
	}
	steps := d.Attribute.Steps()
	return len(steps) > 0 && steps[0] == tftypes.AttributeName(attribute)
}

// checkExample checks the description of a structured argument.
func checkExample(t *testing.T, kind, typeName string, a *tfprotov6.SchemaAttribute) {
	t.Helper()
	text, example, found := strings.Cut(a.Description, describe.ExampleBegin)
	example, link, _ := strings.Cut(example, "```\n\n")
	switch name := typeName + "." + a.Name; {
	case !found:
		if !slices.Contains(withoutExamples, name) {
			t.Errorf("%s %s has no example", kind, name)
		}
		return
	case text == "", len(a.Description) > maxDescription, strings.Count(example, "\n") > maxExample:
		t.Errorf("%s %s: the description has %d characters, and the example %d lines", kind, name, len(a.Description),
			strings.Count(example, "\n"))
	case !strings.HasPrefix(link, "[All attributes](https://") || !strings.Contains(link, "#"):
		t.Errorf("%s %s: the link is %s", kind, name, link)
	}
	data := values(t, bodyOf(t, example))
	maps.Copy(data, besides[typeName+"."+a.Name])
	if kind == "provider" {
		for _, d := range providertest.ConfigureRaw(t, providertest.NewServer(), data).Diagnostics {
			if !strings.Contains(d.Detail, "the file does not exist") {
				t.Errorf("%s: %s", a.Name, providertest.Shown(d))
			}
		}
		return
	}
	for _, d := range validateBlock(t, kind, typeName, data) {
		if isAt(d, a.Name) {
			t.Errorf("%s %s.%s: %s", kind, typeName, a.Name, providertest.Shown(d))
		}
	}
}

// TestExamples: everything has a description, and that of a structured argument a valid example and a link to all attributes.
func TestExamples(t *testing.T) {
	resp, size := schemasOf(t), 0
	for name, f := range resp.Functions {
		if f.Description == "" {
			t.Errorf("the function %s has no description: write it behind the heading # Function %s in a comment", name, name)
		}
	}
	check := func(kind, typeName string, schema *tfprotov6.Schema) {
		if schema.Block.Description == "" {
			t.Errorf("%s %s has no description: write it behind a heading in a comment, such as # Data source rollout", kind, typeName)
		}
		for _, a := range schema.Block.Attributes {
			size += len(a.Description)
			if a.Type.Is(tftypes.DynamicPseudoType) && (a.Required || a.Optional) {
				checkExample(t, kind, typeName, a)
			}
		}
	}
	check("provider", "", resp.Provider)
	for _, name := range slices.Sorted(maps.Keys(resp.ResourceSchemas)) {
		check("resource", name, resp.ResourceSchemas[name])
	}
	for _, name := range slices.Sorted(maps.Keys(resp.DataSourceSchemas)) {
		check("data", name, resp.DataSourceSchemas[name])
	}
	t.Logf("the descriptions have %d bytes", size)
	if size > 150_000 {
		t.Errorf("the descriptions have %d bytes", size)
	}
}
