package ocm_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// conformanceCase is one recorded answer of the real scheduler.
type conformanceCase struct {
	Name  string    `json:"name"`
	Now   time.Time `json:"now"`
	Input struct {
		Clusters          []json.RawMessage `json:"clusters"`
		ClusterSets       []json.RawMessage `json:"clusterSets"`
		Bindings          []json.RawMessage `json:"bindings"`
		Scores            []json.RawMessage `json:"scores"`
		ExistingDecisions []json.RawMessage `json:"existingDecisions"`
		Placement         json.RawMessage   `json:"placement"`
	} `json:"input"`
	Expect conformanceAnswer `json:"expect"`
}

// conformanceAnswer is what is compared.
type conformanceAnswer struct {
	Scheduled         bool     `json:"scheduled"`
	AvailableClusters []string `json:"availableClusters"`
	SchedulerStatus   struct {
		Code    string `json:"code"`
		Plugin  string `json:"plugin"`
		Message string `json:"message"`
	} `json:"schedulerStatus"`
	FilterResults []struct {
		Name             string   `json:"name"`
		FilteredClusters []string `json:"filteredClusters"`
	} `json:"filterResults"`
	PrioritizerResults []conformancePrioritizer `json:"prioritizerResults"`
	Scores             map[string]int64         `json:"scores"`
	Decisions          []string                 `json:"decisions"`
	RequeueAt          *time.Time               `json:"requeueAt"`
	PlacementStatus    struct {
		NumberOfSelectedClusters int `json:"numberOfSelectedClusters"`
		DecisionGroups           []struct {
			DecisionGroupIndex int      `json:"decisionGroupIndex"`
			DecisionGroupName  string   `json:"decisionGroupName"`
			Decisions          []string `json:"decisions"`
			ClusterCount       int      `json:"clusterCount"`
		} `json:"decisionGroups"`
		Conditions []placement.Condition `json:"conditions"`
	} `json:"placementStatus"`
	PlacementDecisions []struct {
		Name      string            `json:"name"`
		Namespace string            `json:"namespace"`
		Labels    map[string]string `json:"labels"`
		Decisions []string          `json:"decisions"`
	} `json:"placementDecisions"`
}

type conformancePrioritizer struct {
	Name   string           `json:"name"`
	Weight int32            `json:"weight"`
	Scores map[string]int64 `json:"scores"`
}

// TestConformance schedules every recorded case and compares the whole answer.
func TestConformance(t *testing.T) {
	passed, failed := 0, 0
	for _, file := range conformanceFiles(t, "ocm") {
		for _, c := range readCases(t, file) {
			req, inv := c.input(t)
			want := c.Expect.normalized()
			got, err := ocm.Schedule(req, inv)
			diff := cmp.Diff(want, answerOf(req, inv, got, err))
			if diff == "" {
				passed++
				continue
			}
			failed++
			if failed <= 5 {
				t.Errorf("%s: %s: -recorded +got:\n%s", filepath.Base(file), c.Name, diff)
			}
		}
	}
	fmt.Printf("conformance ocm: %d passed, %d failed of %d\n", passed, failed, passed+failed)
	if passed+failed == 0 {
		t.Error("there are no cases")
	}
	if failed > 5 {
		t.Errorf("and %d cases more", failed-5)
	}
}

// conformanceFiles are the recorded answers in the testdata of the package and in $CONFORMANCE_DIR.
func conformanceFiles(t *testing.T, dialect string) []string {
	t.Helper()
	folders := []string{filepath.Join("testdata", "conformance")}
	if dir := os.Getenv("CONFORMANCE_DIR"); dir != "" {
		folders = append(folders, filepath.Join(dir, dialect))
	}
	var files []string
	for _, folder := range folders {
		for _, pattern := range []string{"*.jsonl", "*.jsonl.gz"} {
			found, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
	}
	return slices.DeleteFunc(files, func(file string) bool {
		return strings.HasPrefix(filepath.Base(file), "rollout-")
	})
}

func readCases(t testing.TB, file string) []conformanceCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var text io.Reader = bytes.NewReader(data)
	if strings.HasSuffix(file, ".gz") {
		if text, err = gzip.NewReader(text); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	var cases []conformanceCase
	for decoder := json.NewDecoder(bufio.NewReader(text)); ; {
		var c conformanceCase
		err := decoder.Decode(&c)
		if errors.Is(err, io.EOF) {
			return cases
		}
		if err != nil {
			t.Fatalf("%s: case %d: %v", file, len(cases)+1, err)
		}
		cases = append(cases, c)
	}
}

// input is the request and the inventory of the case. The objects have no apiVersion and kind; their list tells it.
func (c *conformanceCase) input(t testing.TB) (ocm.Placement, placement.Inventory) {
	t.Helper()
	req, err := manifest.ReadOCMPlacement(c.Input.Placement)
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	fleet, err := manifest.ReadObjects(manifest.Objects{
		ManagedClusters:           c.Input.Clusters,
		ManagedClusterSets:        c.Input.ClusterSets,
		ManagedClusterSetBindings: c.Input.Bindings,
		AddOnPlacementScores:      c.Input.Scores,
		PlacementDecisions:        c.Input.ExistingDecisions,
	})
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	fleet.Now = c.Now
	return req, fleet
}
