package manifest_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

// FuzzReadFleet reads any text: it does not panic, says the same twice, and puts a mistake to a document.
func FuzzReadFleet(f *testing.F) {
	for _, seed := range []string{
		"", "{}", "---\n---\n", "{", "a: [", "{\"items\":[{}],\"kind\":\"List\"}", "...\n", "{}{}",
		fmt.Sprintf(cluster, "a") + "---\n" + fmt.Sprintf(cluster, "a"),
		fmt.Sprintf(cluster, "a") + "status: { allocatable: { cpu: [] } }",
		`{"apiVersion":"v1","items":[{"kind":"X"}],"kind":"List"} {"apiVersion":"v1","kind":"Y"}`,
		typedList(`{"metadata":{"name":"a"}},3`),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fleet, err := manifest.ReadFleet(t.Context(), text)
		again, errAgain := manifest.ReadFleet(t.Context(), text)
		if (err == nil) != (errAgain == nil) || err != nil && err.Error() != errAgain.Error() {
			t.Fatalf("%v, and again: %v", err, errAgain)
		}
		var mistake *manifest.Error
		if err != nil && (!errors.As(err, &mistake) || mistake.Document < 1 || mistake.Message == "") {
			t.Fatalf("a mistake without a place: %#v", err)
		}
		if diff := cmp.Diff(fleet.Skipped, again.Skipped); diff != "" || len(fleet.Clusters) != len(again.Clusters) {
			t.Fatalf("read differently: %s", diff)
		}
	})
}
