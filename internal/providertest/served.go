// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// Unserved is everything in the data sources and resources of a provider that package rawserver does not serve: methods that they
// lack, and what only the framework would run on the attributes that bypass it.
func Unserved(ctx context.Context, p provider.Provider) error {
	var errs []error
	report := func(subject string, problems []string) {
		for _, problem := range problems {
			errs = append(errs, fmt.Errorf("%s: %s", subject, problem))
		}
	}
	for _, create := range p.DataSources(ctx) {
		var name datasource.MetadataResponse
		var described datasource.SchemaResponse
		d := create()
		d.Metadata(ctx, datasource.MetadataRequest{}, &name)
		d.Schema(ctx, datasource.SchemaRequest{}, &described)
		problems := unsupportedOf(ctx, described.Schema.Attributes)
		if _, ok := d.(rawserver.FullDataSource); !ok {
			problems = append(problems, fmt.Sprintf("%T lacks a method of FullDataSource", d))
		}
		for block, member := range described.Schema.Blocks {
			problems = append(problems, unsupported(member, block)...)
		}
		report("data source "+name.TypeName, problems)
	}
	for _, create := range p.Resources(ctx) {
		var name resource.MetadataResponse
		var described resource.SchemaResponse
		r := create()
		r.Metadata(ctx, resource.MetadataRequest{}, &name)
		r.Schema(ctx, resource.SchemaRequest{}, &described)
		problems := unsupportedOf(ctx, described.Schema.Attributes)
		if _, ok := r.(rawserver.FullResource); !ok {
			problems = append(problems, fmt.Sprintf("%T lacks a method of FullResource", r))
		}
		report("resource "+name.TypeName, problems)
	}
	return errors.Join(errs...)
}

// unsupportedOf is what the bypassed attributes of a schema have that only the framework would run.
func unsupportedOf[A interface{ GetType() attr.Type }](ctx context.Context, attributes map[string]A) (problems []string) {
	for name, a := range attributes {
		if t := a.GetType().TerraformType(ctx); !t.Is(tftypes.String) && !t.Is(tftypes.Bool) && !t.Is(tftypes.Number) {
			problems = append(problems, unsupported(a, name)...)
		}
	}
	return problems
}

// frameworkOnly are the endings of the methods that return what the framework runs on an attribute, such as
// ListValidators.
var frameworkOnly = map[string]string{
	"Validators": "validators", "PlanModifiers": "plan modifiers", "DefaultValue": "a default",
}

// unsupported lists what a bypassed attribute, or one that is nested in it, has that only the framework would run. The
// framework's interfaces for it are internal, so methods are found by name.
func unsupported(a any, path string) []string {
	var problems []string
	value := reflect.ValueOf(a)
	for i := range value.NumMethod() {
		method := value.Type().Method(i)
		for ending, what := range frameworkOnly {
			if strings.HasSuffix(method.Name, ending) && returnsSomething(value.Method(i)) {
				problems = append(problems, fmt.Sprintf("%s has %s, which do not run on a bypassed attribute", path, what))
			}
		}
	}
	if writeOnly, ok := a.(interface{ IsWriteOnly() bool }); ok && writeOnly.IsWriteOnly() {
		problems = append(problems, path+" is write-only, which a bypassed attribute cannot be")
	}
	for _, nested := range nestedAttributes(value) {
		problems = append(problems, unsupported(nested.attribute, path+"."+nested.name)...)
	}
	slices.Sort(problems)
	return problems
}

// returnsSomething reports whether a method without parameters returns a list with elements, or a value that is not nil.
func returnsSomething(method reflect.Value) bool {
	if method.Type().NumIn() != 0 || method.Type().NumOut() != 1 {
		return false
	}
	switch result := method.Call(nil)[0]; result.Kind() {
	case reflect.Slice:
		return result.Len() > 0
	case reflect.Interface:
		return !result.IsNil()
	}
	return false
}

type nestedAttribute struct {
	name      string
	attribute any
}

// nestedAttributes are the attributes and blocks in the object of a nested attribute or of a block; other attributes have none.
func nestedAttributes(attribute reflect.Value) []nestedAttribute {
	object := attribute.MethodByName("GetNestedObject")
	if !object.IsValid() {
		return nil
	}
	var nested []nestedAttribute
	for _, method := range []string{"GetAttributes", "GetBlocks"} {
		members := object.Call(nil)[0].Elem().MethodByName(method)
		if !members.IsValid() {
			continue
		}
		for name, member := range members.Call(nil)[0].Seq2() {
			nested = append(nested, nestedAttribute{name: name.String(), attribute: member.Interface()})
		}
	}
	return nested
}
