// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// attribute is what the attributes of data sources and of resources have in common.
type attribute interface {
	GetType() attr.Type
	IsComputed() bool
	IsOptional() bool
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

// UnknownConfiguration is the error of a data source that needs a part of the provider's configuration that is not known yet.
// Terraform defers reading the data source instead, if it can.
type UnknownConfiguration struct{ diag.ErrorDiagnostic }

func isUnknownConfiguration(d diag.Diagnostic) bool {
	_, ok := d.(UnknownConfiguration)
	return ok
}

// Read reads the data source, or defers that.
func (d strippedDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	d.FullDataSource.Read(ctx, req, resp)
	if req.ClientCapabilities.DeferralAllowed && slices.ContainsFunc(resp.Diagnostics, isUnknownConfiguration) {
		resp.Diagnostics = nil
		resp.Deferred = &datasource.Deferred{Reason: datasource.DeferredReasonProviderConfigUnknown}
	}
}

// unknownState is the state of a data source whose reading is deferred.
func unknownState() (*tfprotov6.DynamicValue, error) {
	// An unknown value is encoded without its type.
	state, err := tfprotov6.NewDynamicValue(tftypes.Object{}, tftypes.NewValue(tftypes.Object{}, tftypes.UnknownValue))
	return &state, err
}
