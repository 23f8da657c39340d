// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

var update = flag.Bool("update", false, "write the golden files")

const (
	// goldenObjects is how many objects the golden file has.
	goldenObjects = 50
	// comparedClusters is how many clusters of a case are compared. The others are similar.
	comparedClusters = 4
	// maxObjectBytes is how long the text of a golden object may be, so that the file stays readable.
	maxObjectBytes = 1500
)

// goldenObject is a line of the golden file: a ManagedCluster of the recorded cases, and the object that CEL sees.
type goldenObject struct {
	Input json.RawMessage `json:"input"`
	CEL   map[string]any  `json:"cel"`
}

// TestObjects converts the ManagedClusters of the recorded cases to the objects that CEL expressions see, and compares
// those of different shapes with a golden file. An object that is written and read again must stay the same, and a cluster
// that is described field by field must have the same object.
func TestObjects(t *testing.T) {
	var golden []goldenObject
	features, objects := map[string]bool{}, 0
	for _, c := range recordedCases(t) {
		clusters, err := apiobject.ReadAll(c.Input.Clusters, apiobject.DecodeManagedCluster)
		if err != nil {
			t.Fatal(err)
		}
		for i := range clusters {
			cluster := &clusters[i]
			object, err := match.Object(cluster)
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			objects++
			if i >= comparedClusters {
				continue
			}
			checkWrittenAgain(t, object)
			checkFields(t, *cluster, object)
			if len(cluster.Object) < maxObjectBytes && addsFeature(features, "input", inputOf(t, cluster.Object)) {
				golden = append(golden, goldenObject{cluster.Object, object})
			}
		}
	}
	if len(golden) < goldenObjects {
		t.Fatalf("only %d of %d objects have different shapes", len(golden), objects)
	}
	compareGolden(t, filepath.Join("testdata", "cel-objects.jsonl"), golden[:goldenObjects])
}

func recordedCases(t *testing.T) []conformanceCase {
	t.Helper()
	var list []conformanceCase
	conformance.Each(t, "ocm", func(c *conformanceCase) { list = append(list, *c) })
	// The handwritten cases come first, because they have the unusual shapes.
	slices.SortStableFunc(list, func(a, b conformanceCase) int {
		return strings.Compare(fmt.Sprint(!strings.Contains(a.Name, "-obj-")), fmt.Sprint(!strings.Contains(b.Name, "-obj-")))
	})
	return list
}

func inputOf(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	var input any
	if err := json.Unmarshal(raw, &input); err != nil {
		t.Fatal(err)
	}
	return input
}

// addsFeature records every path of a value with its kind, and reports whether one of them is new. The keys of maps are
// the user's, and their values hardly matter: of these, only the length and the form of the values are recorded.
func addsFeature(features map[string]bool, path string, value any) bool {
	note := func(feature string) bool {
		known := features[feature]
		features[feature] = true
		return !known
	}
	switch v := value.(type) {
	case map[string]any:
		added := note(fmt.Sprintf("%s has %d", path, len(v)))
		for key, item := range v {
			if strings.HasSuffix(path, "labels") || strings.HasSuffix(path, "annotations") ||
				strings.HasSuffix(path, "allocatable") || strings.HasSuffix(path, "capacity") {
				key = "*"
			}
			added = addsFeature(features, path+"."+key, item) || added
		}
		return added
	case []any:
		added := note(fmt.Sprintf("%s has %d", path, len(v)))
		for _, item := range v {
			added = addsFeature(features, path+"[]", item) || added
		}
		return added
	case string:
		form := strings.Map(func(r rune) rune {
			switch {
			case r >= '0' && r <= '9':
				return '0'
			case r >= 'a' && r <= 'z':
				return 'a'
			}
			return r
		}, v)
		return note(path + " is like " + string(slices.Compact([]rune(form))))
	}
	return note(fmt.Sprintf("%s is %v", path, value))
}

// checkWrittenAgain checks that an object that is read again stays the same, as on a hub.
func checkWrittenAgain(t *testing.T, object map[string]any) {
	t.Helper()
	spec := object["spec"].(map[string]any)
	if _, ok := spec["leaseDurationSeconds"]; !ok {
		return // an explicit 0 is not written, and the default comes back
	}
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	again, err := match.Object(&placement.Cluster{Name: "again", Object: text})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(object, again); diff != "" {
		t.Errorf("written and read again:\n%s", diff)
	}
}

// checkFields checks that a cluster that is described field by field has the same object, as far as it has fields.
func checkFields(t *testing.T, cluster placement.Cluster, object map[string]any) {
	t.Helper()
	var want map[string]any
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	metadata, spec, status := want["metadata"].(map[string]any), want["spec"].(map[string]any), want["status"].(map[string]any)
	for name := range metadata {
		if !slices.Contains([]string{"name", "labels", "annotations"}, name) {
			delete(metadata, name)
		}
	}
	delete(spec, "managedClusterClientConfigs")
	spec["hubAcceptsClient"], spec["leaseDurationSeconds"] = true, 60.0
	delete(status, "managedNamespaces")
	status["conditions"] = nil
	if claims, ok := status["clusterClaims"].([]any); ok && len(claims) != len(cluster.Claims) {
		return // a name is repeated; the fields have the last
	} else if ok {
		slices.SortFunc(claims, func(a, b any) int {
			return strings.Compare(a.(map[string]any)["name"].(string), b.(map[string]any)["name"].(string))
		})
	}
	cluster.Object = nil
	made, err := match.Object(&cluster)
	if err != nil {
		t.Fatal(err)
	}
	text, err = json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("field by field: -object +fields:\n%s", diff)
	}
}

// compareGolden compares values with the lines of a golden file, or writes it.
func compareGolden(t *testing.T, file string, values []goldenObject) {
	t.Helper()
	var text bytes.Buffer
	for _, value := range values {
		line, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(append(line, '\n'))
	}
	if *update {
		if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(text.String(), "\n")); diff != "" {
		t.Errorf("%s: -golden +got (run with -update to write it):\n%s", file, diff)
	}
}
