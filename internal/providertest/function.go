// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// ResultOf is a data source with its arguments and its outputs, with or without a report.
func ResultOf(t testing.TB, config object, withReport bool) tftypes.Value {
	t.Helper()
	config = maps.Clone(config)
	config["with_report"] = withReport
	read, diags := PlanPlacement(t, Config(t, PlacementType(), config))
	for _, d := range diags {
		t.Fatal(Shown(d))
	}
	return tftypes.NewValue(PlacementType(), read)
}

// Call calls a function as Terraform does. Dynamic arguments say their type.
func Call(t testing.TB, name string, result tftypes.Type, arguments ...any) (tftypes.Value, *tfprotov6.FunctionError) {
	t.Helper()
	server := NewServer()
	functions, err := server.GetFunctions(t.Context(), &tfprotov6.GetFunctionsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	req := &tfprotov6.CallFunctionRequest{Name: name}
	for i, argument := range arguments {
		value := DynamicOf(t, argument)
		parameter := functions.Functions[name].VariadicParameter
		if i < len(functions.Functions[name].Parameters) {
			parameter = functions.Functions[name].Parameters[i]
		}
		encoded, err := tfprotov6.NewDynamicValue(parameter.Type, value)
		if err != nil {
			t.Fatal(err)
		}
		req.Arguments = append(req.Arguments, &encoded)
	}
	resp, err := server.CallFunction(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Error != nil {
		return tftypes.Value{}, resp.Error
	}
	value, err := resp.Result.Unmarshal(result)
	if err != nil {
		t.Fatal(err)
	}
	return value, nil
}

// CallText calls a function that returns text.
func CallText(t testing.TB, name string, arguments ...any) string {
	t.Helper()
	value, mistake := Call(t, name, tftypes.String, arguments...)
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	var text string
	if err := value.As(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

// CheckDecodedPlacement decodes a text, encodes what comes out, and decodes it again, and places it.
func CheckDecodedPlacement(t *testing.T, text string) tftypes.Value {
	t.Helper()
	decoded, mistake := Call(t, "decode_placement", functions.PlacementObject.TerraformType(t.Context()), text)
	if mistake != nil {
		t.Errorf("%s: decoding: %s", text, mistake.Text)
		return tftypes.Value{}
	}
	encoded, mistake := Call(t, "encode_placement", tftypes.String, decoded)
	if mistake != nil {
		t.Errorf("%s: encoding: %s", text, mistake.Text)
		return tftypes.Value{}
	}
	again, mistake := Call(t, "decode_placement", functions.PlacementObject.TerraformType(t.Context()), encoded)
	if mistake != nil {
		t.Errorf("%s: decoding what was encoded: %s", text, mistake.Text)
	} else if !again.Equal(decoded) {
		t.Errorf("%s: decoded, encoded and decoded again it is %s, and was %s", text, again, decoded)
	}
	var parts map[string]tftypes.Value
	if err := decoded.As(&parts); err != nil {
		t.Fatal(err)
	}
	argument := object{"clusters": list{object{"name": "a"}}, "on_unsatisfied": "accept"}
	for name, part := range parts {
		if name != "name" && name != "namespace" {
			argument[name] = part
		}
	}
	if _, mistake := Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()), argument); mistake != nil {
		t.Errorf("%s: placing: %s", text, mistake.Text)
	}
	return decoded
}
