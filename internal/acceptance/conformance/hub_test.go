// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kubejson "k8s.io/apimachinery/pkg/util/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

const (
	// hubCases is how many recorded cases of a dialect are written to a hub.
	hubCases = 100
	// hubCaseObjects bounds the objects of such a case: most of the time of the test goes into writing them.
	hubCaseObjects = 25
)

// hubCase is a recorded case as objects of a hub.
type hubCase struct {
	name    string
	objects []*unstructured.Unstructured
	// placement is the manifest that the arguments of the data source are decoded from.
	placement *unstructured.Unstructured
	now       time.Time
	// fails says that the scheduler refuses the placement.
	fails bool
	// compare returns what differs between the recorded answer and that of the data source.
	compare func(outputs map[string]any, report *placement.Report) string
}

// TestConformanceHub writes recorded cases to a real API server, reads them through the provider's hub, and compares what the
// data source decides with what the real scheduler has decided.
func TestConformanceHub(t *testing.T) {
	t.Parallel()
	server := hubtest.StartOwn(t)
	for dialect, cases := range map[string]func(*testing.T) ([]hubCase, map[string]int){"ocm": ocmHubCases,
		"kubefleet": kubeFleetHubCases} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			all, leftOut := cases(t)
			runHubCases(t, server, dialect, all, leftOut)
		})
	}
}

// runHubCases runs every k-th case, so that there are as many as are wanted. A case that the API server or the provider refuses
// gives its turn to the next one: a cluster cannot have the name of a namespace if it has a dot, and mistakes that a scheduler
// finds only if it comes so far are refused before anything is read.
func runHubCases(t *testing.T, server *hubtest.Hub, dialect string, cases []hubCase, leftOut map[string]int) {
	t.Helper()
	filler := server.Filler()
	passed, failed := 0, 0
	step := max(1, len(cases)/hubCases)
	for at := 0; at < len(cases) && passed+failed < hubCases; at++ {
		if turn := at / step; passed+failed > turn {
			continue
		}
		c := &cases[at]
		config, err := c.config(t)
		if err != nil {
			leftOut["the provider refuses the arguments"]++
			continue
		}
		if err := filler.Fill(t.Context(), c.objects); err != nil {
			leftOut["the API server refuses an object"]++
		} else if difference := c.run(t, server, config); difference != "" {
			failed++
			t.Errorf("%s: %s", c.name, difference)
		} else {
			passed++
		}
		if err := filler.Clear(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("left out: %v", leftOut)
	fmt.Printf("conformance hub %s: %d passed, %d failed of %d\n", dialect, passed, failed, passed+failed)
	if passed+failed < hubCases {
		t.Errorf("ran %d cases, want %d", passed+failed, hubCases)
	}
}

// run decides the placement of a case by what the hub has.
func (c *hubCase) run(t *testing.T, server *hubtest.Hub, config object) string {
	t.Helper()
	outputs, diags := providertest.ReadWith(t, onhub.Provider(server), config)
	err := firstError(diags)
	switch {
	case c.fails && err == nil:
		return "the recorded pass has failed, and the data source does not"
	case c.fails:
		return ""
	case err != nil:
		return err.Error()
	}
	text, _ := outputs["report"].(string)
	var report placement.Report
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		return err.Error()
	}
	return c.compare(outputs, &report)
}

func firstError(diags []*tfprotov6.Diagnostic) error {
	at := slices.IndexFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Severity == tfprotov6.DiagnosticSeverityError })
	if at < 0 {
		return nil
	}
	return fmt.Errorf("%s", providertest.Shown(diags[at]))
}

// config is the configuration of the data source: the placement of the case as the function decode_placement reads it.
func (c *hubCase) config(t *testing.T) (object, error) {
	t.Helper()
	text, err := json.Marshal(c.placement.Object)
	if err != nil {
		return nil, err
	}
	value, refused := providertest.Call(t, "decode_placement", functions.PlacementObject.TerraformType(t.Context()), string(text))
	if refused != nil {
		return nil, fmt.Errorf("%s", refused.Text)
	}
	var decoded map[string]tftypes.Value
	if err := value.As(&decoded); err != nil {
		return nil, err
	}
	config := object{"now": c.now.Format(time.RFC3339Nano), "on_unsatisfied": "accept", "with_report": true}
	for _, name := range []string{"ocm", "kubefleet", "decision_strategy"} {
		if v := decoded[name]; !v.IsNull() {
			config[name] = v
		}
	}
	for _, name := range []string{"name", "namespace"} {
		if text, ok := providertest.Plain(t, decoded[name]).(string); ok {
			config[name] = text
		}
	}
	return config, firstError(mistakesIn(t, config))
}

// mistakesIn are those that the provider finds in the configuration of a data source alone.
func mistakesIn(t *testing.T, config object) []*tfprotov6.Diagnostic {
	t.Helper()
	value := providertest.Config(t, providertest.PlacementType(), config)
	encoded, err := tfprotov6.NewDynamicValue(value.Type(), value)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := providertest.NewServer().ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: "multicluster_placement", Config: &encoded,
	})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Diagnostics
}

// recordedObject is a recorded object of a kind. The record has no kind and version for most.
func recordedObject(t *testing.T, raw json.RawMessage, apiVersion, kind string) *unstructured.Unstructured {
	t.Helper()
	o := &unstructured.Unstructured{}
	if err := kubejson.Unmarshal(raw, &o.Object); err != nil {
		t.Fatal(err)
	}
	o.SetAPIVersion(apiVersion)
	o.SetKind(kind)
	return o
}

// serversOwn are fields of the metadata that only an API server sets.
var serversOwn = []string{"uid", "generation", "resourceVersion", "creationTimestamp", "managedFields",
	"ownerReferences", "selfLink"}

// setsServersOwn reports whether one of the objects has such a field.
func setsServersOwn(objects []*unstructured.Unstructured) bool {
	return slices.ContainsFunc(objects, func(o *unstructured.Unstructured) bool {
		metadata, _, _ := unstructured.NestedMap(o.Object, "metadata")
		return slices.ContainsFunc(serversOwn, func(name string) bool { return metadata[name] != nil })
	})
}
