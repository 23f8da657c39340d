// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"reflect"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/clusterreport"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/headroom"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// argumentsOf are the arguments of the data sources with structured arguments, which are those of a function, too.
var argumentsOf = map[string]reflect.Type{
	"placement": reflect.TypeFor[struct {
		planner.Request
		planner.Details
	}](),
	"placements": reflect.TypeFor[struct {
		planner.Together
		planner.Fleet
	}](),
	"rendered_manifests": reflect.TypeFor[struct {
		planner.Request
		rendered.Arguments
	}](),
	"cluster_report": reflect.TypeFor[struct {
		simulate.Question
		clusterreport.Subject
		planner.Fleet
	}](),
	"resilience": reflect.TypeFor[struct {
		resilience.Arguments
		planner.Fleet
	}](),
	"comparison": reflect.TypeFor[struct {
		comparison.Arguments
		planner.Fleet
	}](),
	"headroom": reflect.TypeFor[struct {
		headroom.Arguments
		planner.Fleet
	}](),
	"rollout": reflect.TypeFor[struct {
		step.PassRequest
		Clusters []placement.Cluster `json:"clusters"`
	}](),
	"simulation": reflect.TypeFor[struct {
		simulate.Arguments
		planner.Fleet
	}](),
}

// jsonSchemas returns a JSON schema (draft 7, which editors know best) of the arguments of each data source with structured
// arguments, by file name. Editors complete and check YAML with it, which yamldecode reads.
func jsonSchemas() (map[string][]byte, error) {
	files := map[string][]byte{}
	for name, of := range argumentsOf {
		text, err := marshal(jsonSchema(name, of))
		if err != nil {
			return nil, err
		}
		files[name+".schema.json"] = text
	}
	return files, nil
}

func jsonSchema(name string, of reflect.Type) map[string]any {
	all := sectionsOf([]root{{"", of, ""}})
	definitions := map[string]any{}
	for _, s := range all[1:] {
		definitions[definitionName(s)] = all.definition(s.of)
	}
	schema := all.definition(of)
	if properties, ok := schema["properties"].(map[string]any); ok {
		properties["manifests"] = map[string]any{
			"type": "array", "items": map[string]any{"type": "string"}, "description": "The fleet as texts of Kubernetes objects.",
		}
	}
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	schema["title"] = "Arguments of multicluster_" + name
	schema["definitions"] = definitions
	return schema
}

// definitionName is unique in a schema: no two structs have the same shortest path.
func definitionName(s *section) string { return strings.ReplaceAll(s.paths[0], "[*]", "") }

func (all sections) definition(of reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, l := range linesOf(of) {
		property := all.property(l.of)
		if l.JSON != nil {
			property = map[string]any{"type": "string"}
		}
		// In draft 7, what stands beside a reference is ignored.
		if _, isReference := property["$ref"]; isReference {
			property = map[string]any{"allOf": []any{property}}
		}
		if l.Text == "" { // of a struct that is only declared here
			l.Line = describe.Of(reflect.TypeFor[planner.Fleet]())[l.attribute]
		}
		property["description"] = strings.ReplaceAll(l.String(), "\n\n", " ")
		properties[l.attribute] = property
		if l.Required {
			required = append(required, l.attribute)
		}
	}
	definition := map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
	if len(required) > 0 {
		slices.Sort(required)
		definition["required"] = required
	}
	return definition
}

// property is the schema of a type.
func (all sections) property(t reflect.Type) map[string]any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	texts := map[string]any{"type": "string"}
	switch scalar := scalarOf(t); scalar {
	case "":
	case "any":
		return map[string]any{}
	case "bool":
		return map[string]any{"type": "boolean"}
	case "map of strings":
		return map[string]any{"type": "object", "additionalProperties": texts}
	case "string or list of strings":
		return map[string]any{"type": []string{"string", "array"}, "items": texts}
	case "list of objects or strings":
		return map[string]any{"type": "array", "items": map[string]any{"type": []string{"object", "string"}}}
	case "number", "string":
		return map[string]any{"type": scalar}
	default:
		return map[string]any{"type": strings.Split(scalar, " or ")}
	}
	switch t.Kind() {
	case reflect.Slice:
		return map[string]any{"type": "array", "items": all.property(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": all.property(t.Elem())}
	}
	return map[string]any{"$ref": "#/definitions/" + definitionName(all.find(t))}
}
