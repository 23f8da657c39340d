// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

// property is the schema of a field, with what decides what a server accepts, fills in, and keeps apart.
type property struct {
	Type                 string              `json:"type"`
	Format               string              `json:"format"`
	Enum                 []any               `json:"enum"`
	Default              any                 `json:"default"`
	Nullable             bool                `json:"nullable"`
	Required             []string            `json:"required"`
	Minimum              *float64            `json:"minimum"`
	Maximum              *float64            `json:"maximum"`
	MinLength            *int64              `json:"minLength"`
	MaxLength            *int64              `json:"maxLength"`
	MinItems             *int64              `json:"minItems"`
	MaxItems             *int64              `json:"maxItems"`
	Pattern              string              `json:"pattern"`
	IntOrString          bool                `json:"x-kubernetes-int-or-string"`
	PreserveUnknown      bool                `json:"x-kubernetes-preserve-unknown-fields"`
	ListType             string              `json:"x-kubernetes-list-type"`
	ListMapKeys          []string            `json:"x-kubernetes-list-map-keys"`
	MapType              string              `json:"x-kubernetes-map-type"`
	Validations          []validation        `json:"x-kubernetes-validations"`
	Properties           map[string]property `json:"properties"`
	Items                *property           `json:"items"`
	AdditionalProperties *property           `json:"additionalProperties"`
}

// validation is a rule in CEL.
type validation struct {
	Rule string `json:"rule"`
}

// walk calls visit for every field of the schema, with its path: "spec.taints[].key", or "status.capacity{}" for what is in a
// map.
func (p *property) walk(path string, visit func(path string, p *property)) {
	visit(path, p)
	for name, field := range p.Properties {
		at := path + "." + name
		if path == "" {
			at = name
		}
		field.walk(at, visit)
	}
	if p.Items != nil {
		p.Items.walk(path+"[]", visit)
	}
	if p.AdditionalProperties != nil {
		p.AdditionalProperties.walk(path+"{}", visit)
	}
}
