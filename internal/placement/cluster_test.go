package placement_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

func TestTaintString(t *testing.T) {
	for want, taint := range map[string]placement.Taint{
		"gpu=true:NoSelect":         {Key: "gpu", Value: "true", Effect: placement.NoSelect},
		"example.com/a:NoSelect":    {Key: "example.com/a", Effect: placement.NoSelect},
		"gpu=a=b c:PreferNoSelect":  {Key: "gpu", Value: "a=b c", Effect: placement.PreferNoSelect},
		"maintenance:NoSelectIfNew": {Key: "maintenance", Effect: placement.NoSelectIfNew},
	} {
		if got := taint.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestResourcesJSON(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"sorted by name":       {`{"memory": "16Gi", "cpu": "4"}`, `{"cpu":"4","memory":"16Gi"}`},
		"canonical notation":   {`{"cpu": "2000m", "memory": "1024Mi", "disk": "0.5"}`, `{"cpu":"2","disk":"500m","memory":"1Gi"}`},
		"numbers":              {`{"cpu": 4, "memory": 1.5e3, "gpu": -1}`, `{"cpu":"4","gpu":"-1","memory":"1500"}`},
		"a name with escapes":  {`{"a\u002fb": "1"}`, `{"a/b":"1"}`},
		"nothing":              {`{}`, `{}`},
		"null":                 {`null`, `{}`},
		"a repeated name":      {`{"cpu": "1", "cpu": "2"}`, `{"cpu":"2"}`},
		"rounded up to nano":   {`{"cpu": "0.0000000001"}`, `{"cpu":"1n"}`},
		"an escape in a value": {`{"cpu": "\u0034"}`, `{"cpu":"4"}`},
	} {
		var r placement.Resources
		if err := json.Unmarshal([]byte(c.text), &r); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, err := json.Marshal(r); err != nil || string(got) != c.want {
			t.Errorf("%s: %s (%v), want %s", name, got, err, c.want)
		}
	}
	for text, want := range map[string]string{
		`{"cpu": "4 cores"}`: `resource "cpu": "4 cores" is not a quantity; write a number with an optional suffix such as m, k, M, G, Ki, Mi or Gi`,
		`{"cpu": ""}`:        `resource "cpu": "" is not a quantity`,
		`{"cpu": null}`:      `resource "cpu": "null" is not a quantity`,
		`{"cpu": true}`:      `resource "cpu": "true" is not a quantity`,
		`{"cpu": [1]}`:       `resource "cpu": "[1]" is not a quantity`,
		`{"cpu": {"a": 1}}`:  `resource "cpu": "{\"a\": 1}" is not a quantity`,
		`["cpu"]`:            `cannot unmarshal array`,
		`"cpu"`:              `cannot unmarshal string`,
	} {
		r := placement.Resources{{Name: "old"}}
		if err := json.Unmarshal([]byte(text), &r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
		if len(r) > 0 {
			t.Errorf("%s leaves %v", text, r)
		}
	}
}

func TestResourcesGet(t *testing.T) {
	r := placement.Resources{
		{Name: "cpu", Quantity: resource.MustParse("4")}, {Name: "memory", Quantity: resource.MustParse("16Gi")},
	}
	if got, ok := r.Get("memory"); !ok || got.String() != "16Gi" {
		t.Errorf("memory is %s, %t", got.String(), ok)
	}
	if got, ok := r.Get("gpu"); ok || !got.IsZero() {
		t.Errorf("gpu is %s, %t", got.String(), ok)
	}
	if _, ok := placement.Resources(nil).Get("cpu"); ok {
		t.Error("no resources have cpu")
	}
}

// FuzzResources reads resources, writes them and reads them again: nothing may get lost. Run it with
//
//	go test -run '^$' -fuzz FuzzResources -fuzztime 1m ./internal/placement
func FuzzResources(f *testing.F) {
	for _, text := range []string{
		`{"cpu": "4", "memory": "16Gi"}`, `{"cpu": 4.5, "a": "1e3", "b": "-1m", "c": "100n", "d": "9E"}`, `{}`, `null`,
		`{"cpu": null}`, `{"cpu": ""}`, `{"": "1"}`, `{"cpu": "0.0000000001"}`, `{"cpu": "+1"}`, `{"cpu": "1Ei"}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var first, second placement.Resources
		if json.Unmarshal(data, &first) != nil {
			return
		}
		written, err := json.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(written, &second); err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		same := cmp.Comparer(func(a, b resource.Quantity) bool { return a.Cmp(b) == 0 })
		if diff := cmp.Diff(first, second, same); len(first)+len(second) > 0 && diff != "" {
			t.Errorf("%s: -first +second:\n%s", written, diff)
		}
	})
}

func TestResultCondition(t *testing.T) {
	r := placement.Result{Conditions: []placement.Condition{{Type: "A", Status: "True"}, {Type: "B", Status: "False"}}}
	if got := r.Condition("B"); got.Status != "False" {
		t.Errorf("B is %+v", got)
	}
	if got := r.Condition("C"); got != (placement.Condition{}) {
		t.Errorf("C is %+v", got)
	}
}

func TestMisconfigurationError(t *testing.T) {
	err := &placement.Misconfiguration{Plugin: "Predicate", Field: "predicates[0]", Message: "wrong"}
	if got := err.Error(); got != "predicates[0]: wrong" {
		t.Errorf("the error is %q", got)
	}
}
