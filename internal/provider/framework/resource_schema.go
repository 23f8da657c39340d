// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

// ResourceAttributes converts attributes of a data source to attributes of a resource. The framework has different types
// for both.
func ResourceAttributes(attributes map[string]datasource.Attribute) map[string]schema.Attribute {
	converted := make(map[string]schema.Attribute, len(attributes))
	for name, attribute := range attributes {
		converted[name] = resourceAttribute(attribute)
	}
	return converted
}

// ofResources are the attributes of resources that have the same fields as those of data sources of the same name.
var ofResources = []schema.Attribute{
	schema.StringAttribute{}, schema.BoolAttribute{}, schema.Int64Attribute{}, schema.MapAttribute{}, schema.ListAttribute{},
	schema.ObjectAttribute{}, schema.DynamicAttribute{},
}

// resourceAttribute is an attribute of a data source as one of a resource.
func resourceAttribute(attribute datasource.Attribute) schema.Attribute {
	from := reflect.ValueOf(attribute)
	for _, same := range ofResources {
		if reflect.TypeOf(same).Name() != from.Type().Name() {
			continue
		}
		to := reflect.New(reflect.TypeOf(same)).Elem()
		for i := range from.NumField() {
			to.FieldByName(from.Type().Field(i).Name).Set(from.Field(i))
		}
		converted, _ := to.Interface().(schema.Attribute)
		return converted
	}
	panic(fmt.Sprintf("no resource has an attribute of %T", attribute))
}

// SchemaVersion is the version of the states of all resources. Version 0 had typed arguments, which a schema with dynamic ones
// cannot read. It was never released.
const SchemaVersion = 1

// RefusedStates refuses a state of version 0.
func RefusedStates() map[int64]resource.StateUpgrader {
	return map[int64]resource.StateUpgrader{0: {StateUpgrader: func(
		_ context.Context, _ resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse,
	) {
		resp.Diagnostics.AddError("The state was written by an earlier version of the provider",
			"A development version of the provider wrote the state of this resource, and this version cannot read it. Nothing outside "+
				"of Terraform depends on it: run terraform state rm with the address of the resource, then terraform import or terraform "+
				"apply. To keep the decisions of a placement, set previous_decisions to them for this apply.")
	}}}
}

// KeyAttribute is a part of the name of an object. A change of it replaces the object.
func KeyAttribute(required bool, description string) schema.StringAttribute {
	key := schema.StringAttribute{
		Required: required, Optional: !required, MarkdownDescription: description + describe.Replaces,
		PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
	}
	if !required {
		// An empty one would be another one than none, with the same id.
		key.Validators = []validator.String{stringvalidator.LengthAtLeast(1)}
	}
	return key
}

// Keys are attributes of a struct that together name an object.
func Keys[T any](names ...string) map[string]schema.Attribute {
	attributes := make(map[string]schema.Attribute, len(names))
	for _, name := range names {
		attributes[name] = KeyAttribute(fieldOf[T](name).Required, Describe[T](name))
	}
	return attributes
}

// ComputedText is a text that the provider computes.
func ComputedText(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

// AlsoComputed is an optional attribute that the provider computes if it is not set.
func AlsoComputed(attribute schema.Attribute) schema.Attribute {
	computed := reflect.New(reflect.TypeOf(attribute)).Elem()
	computed.Set(reflect.ValueOf(attribute))
	computed.FieldByName("Computed").SetBool(true)
	attribute, _ = computed.Interface().(schema.Attribute)
	return attribute
}

// Rewritten is the JSON of a state with its attributes rewritten. Numbers keep their digits.
func Rewritten(state []byte, rewrite func(attributes map[string]any)) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(state))
	decoder.UseNumber()
	var attributes map[string]any
	if err := decoder.Decode(&attributes); err != nil {
		return nil, err
	}
	rewrite(attributes)
	return json.Marshal(attributes)
}
