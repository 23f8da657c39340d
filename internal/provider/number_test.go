// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/tinylib/msgp/msgp"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// nastyNumbers take minutes or gigabytes to parse, to compute with or to print, or are at the end of what numbers can be.
var nastyNumbers = []string{
	"1e300000000", "1e-300000000", "1e99999999999", "0e999999999", "1p300000000", "1e309", "1e-400", "9223372036854775808",
	"0x1p-1074", "Inf", "NaN", "",
	"1" + strings.Repeat("0", 1_000), "0." + strings.Repeat("0", 1_000) + "1",
}

// nastyTexts are numbers that Terraform itself cannot make a number of.
var nastyTexts = []string{strings.Repeat("9", 1_000_000), "0." + strings.Repeat("9", 1_000_000), "1e" +
	strings.Repeat("9", 1_000_000)}

// placeholder is where a nasty number comes into an encoded value: to encode it takes minutes, too.
const placeholder = int64(424_242)

func withNumber(encoded []byte, number string) []byte {
	return bytes.ReplaceAll(encoded, msgp.AppendInt64(nil, placeholder), msgp.AppendString(nil, number))
}

// replaceNumber replaces a number of test data, the nth in the order of the names. It reports whether there is one, and
// whether it was given as text.
func replaceNumber(data any, n *int, number, text any) (replaced any, found, isText bool) {
	switch v := data.(type) {
	case object:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if v[name], found, isText = replaceNumber(v[name], n, number, text); found {
				return v, true, isText
			}
		}
	case list:
		for i := range v {
			if v[i], found, isText = replaceNumber(v[i], n, number, text); found {
				return v, true, isText
			}
		}
	case int64:
		if *n--; *n < 0 {
			return number, true, false
		}
	case string:
		if _, err := resource.ParseQuantity(strings.TrimSuffix(v, "%")); err != nil {
			return data, false, false
		}
		if *n--; *n < 0 {
			return text, true, true
		}
	}
	return data, false, false
}

// soon fails the test if something takes as long as with a nasty number.
func soon(t *testing.T, what, number string, do func()) {
	t.Helper()
	const limit = time.Minute
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
	case <-time.After(limit):
		t.Fatalf("%s with %.40s takes more than %s", what, number, limit)
	}
}

// TestNastyNumbers_function: every number of a placement that a function takes, as a number and as text.
func TestNastyNumbers_function(t *testing.T) {
	t.Parallel()
	for dialect := range providertest.FullConfigs() {
		count := 0
		for ; ; count++ {
			n := count
			if _, found, _ := replaceNumber(providertest.FullConfigs()[dialect], &n, nil, nil); !found {
				break
			}
			for _, number := range slices.Concat(nastyNumbers, nastyTexts) {
				variants := []any{number, placeholder}
				if slices.Contains(nastyTexts, number) {
					variants = variants[:1]
				}
				for _, as := range variants {
					n := count
					config, _, _ := replaceNumber(providertest.FullConfigs()[dialect], &n, as, as)
					soon(t, dialect, number, func() { placeRaw(t, config, number) })
				}
			}
		}
		if count < 8 {
			t.Errorf("%s has %d numbers", dialect, count)
		}
	}
}

func placeRaw(t *testing.T, config any, number string) {
	value := providertest.DynamicOf(t, config)
	server := providertest.NewServer()
	functions, err := server.GetFunctions(t.Context(), &tfprotov6.GetFunctionsRequest{})
	if err != nil {
		t.Error(err)
		return
	}
	encoded, err := tfprotov6.NewDynamicValue(functions.Functions["place"].Parameters[0].Type, value)
	if err != nil {
		t.Error(err)
		return
	}
	encoded.MsgPack = withNumber(encoded.MsgPack, number)
	resp, err := server.CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{
		Name: "place", Arguments: []*tfprotov6.DynamicValue{&encoded},
	})
	if err != nil {
		t.Error(err)
		return
	}
	if resp.Error != nil && len(resp.Error.Text) > 3_000 {
		t.Errorf("%.40s: the error has %d characters", number, len(resp.Error.Text))
	}
}

// TestNastyNumbers_config: every number of a data source.
func TestNastyNumbers_config(t *testing.T) {
	t.Parallel()
	for dialect := range providertest.FullConfigs() {
		for count := 0; ; count++ {
			n := count
			_, found, isText := replaceNumber(providertest.FullConfigs()[dialect], &n, nil, nil)
			if !found {
				break
			}
			numbers := nastyNumbers
			if isText {
				numbers = slices.Concat(nastyNumbers, nastyTexts)
			}
			for _, number := range numbers {
				n := count
				config, _, _ := replaceNumber(providertest.FullConfigs()[dialect], &n, placeholder, number)
				soon(t, dialect, number, func() { planRaw(t, config, number) })
			}
		}
	}
}

func planRaw(t *testing.T, config any, number string) {
	server := providertest.NewServer()
	providertest.ConfigureWith(t, server, nil)
	encoded, err := tfprotov6.NewDynamicValue(providertest.PlacementType(),
		providertest.Config(t, providertest.PlacementType(), config))
	if err != nil {
		t.Error(err)
		return
	}
	encoded.MsgPack = withNumber(encoded.MsgPack, number)
	validated, err := server.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: "multicluster_placement", Config: &encoded,
	})
	if err != nil {
		return // It is no number, which Terraform would not have sent.
	}
	diags := validated.Diagnostics
	if len(diags) == 0 {
		read, err := server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
			TypeName: "multicluster_placement", Config: &encoded,
		})
		if err != nil {
			t.Error(err)
			return
		}
		diags = read.Diagnostics
	}
	for _, d := range diags {
		if len(d.Detail) > 3_000 {
			t.Errorf("%.40s: an error has %d characters", number, len(d.Detail))
		}
	}
}
