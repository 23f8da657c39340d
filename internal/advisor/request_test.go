// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// TestRequest checks the body of a request, and that the same question is sent once per process.
func TestRequest(t *testing.T) {
	var bodies []map[string]any
	var authorization string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		authorization = r.Header.Get("Authorization")
		text, _ := io.ReadAll(r.Body)
		var body map[string]any
		if err := json.Unmarshal(text, &body); err != nil {
			t.Error(err)
		}
		if canonical, _ := json.Marshal(body); !bytes.Equal(canonical, text) {
			t.Errorf("the body is not canonical: %s", text)
		}
		bodies = append(bodies, body)
		w.Header().Set("Content-Type", "application/json")
		write(w, review(body["request"].(map[string]any)["uid"].(string), `[{"name":"a"},{"name":"b","score":50}]`))
	}))
	t.Cleanup(s.Close)
	cache := &advisor.Cache{}
	one := int32(1)
	for range 2 {
		client := advisor.NewClient(t.Context(),
			map[string]advisor.Endpoint{"mine": {URL: s.URL, Username: "me", Password: secret}}, cache)
		_, err := hybrid.Schedule(t.Context(), hybrid.Placement{
			Name:              "web",
			PreviousDecisions: []string{"b", "ops/gone"},
			Spec: hybrid.Spec{
				Replicas: &one,
				Advisors: []hybrid.Advisor{{Name: "mine", Rules: json.RawMessage(`{"z":1,"a":2}`)}},
			},
		}, placement.Inventory{Clusters: []placement.Cluster{{Name: "a", Labels: map[string]string{"env": "dev"}}, {
			Name: "b", Allocatable: placement.Resources{
				placement.NewResource("cpu", resource.MustParse("1500m")), placement.NewResource("memory", resource.MustParse("1Gi")),
				placement.NewResource("nvidia.com/gpu", resource.MustParse("4")),
			},
		}}}, client)
		client.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(bodies) != 2 {
		t.Fatalf("%d requests, want one for each of two rounds", len(bodies))
	}
	if !strings.HasPrefix(authorization, "Basic ") {
		t.Errorf("the authorization is %q", authorization)
	}
	request := bodies[1]["request"].(map[string]any)
	delete(request, "uid")
	want := map[string]any{
		"advisor": map[string]any{"name": "mine", "type": "priority", "weight": 100.0},
		"rules":   map[string]any{"z": 1.0, "a": 2.0},
		"placement": map[string]any{
			"name": "web", "deployerType": "kubernetes", "replicas": 1.0, "decisionWeight": 100.0,
		},
		"round": 1.0,
		"candidates": []any{map[string]any{
			"name": "b", "namespace": "", "kind": "cluster", "labels": map[string]any{},
			"attributes": map[string]any{"cpuMilli": "1500", "memoryBytes": "1073741824", "nvidia.com/gpu": "4"},
		}},
		"eliminated":        []any{map[string]any{"name": "a", "namespace": "", "round": 0.0, "reason": "lowest_rating"}},
		"previousDecisions": []any{map[string]any{"name": "b", "namespace": ""}, map[string]any{"name": "gone", "namespace": "ops"}},
	}
	if diff := cmp.Diff(want, request); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestConcurrentQuestions: if an advisor answers concurrent requests differently, the first answer applies.
func TestConcurrentQuestions(t *testing.T) {
	const askers = 2
	var arrived sync.WaitGroup
	arrived.Add(askers)
	s := serve(t, func(w http.ResponseWriter, uid string, attempt int) {
		arrived.Done()
		arrived.Wait()
		write(w, review(uid, fmt.Sprintf(`[{"name":"a","score":%d}]`, attempt)))
	})
	cache := &advisor.Cache{}
	scores := make(chan int, askers)
	for range askers {
		go func() {
			client := advisor.NewClient(t.Context(), map[string]advisor.Endpoint{"mine": {URL: s.URL}}, cache)
			defer client.Close()
			a := &placement.Target{Kind: placement.TargetCluster, Name: "a"}
			answer, err := client.Answer(&hybrid.Question{
				Advisor: &hybrid.Advisor{Name: "mine"}, Rule: &hybrid.Placement{Name: "web"}, Candidates: []*placement.Target{a},
			})
			if err != nil || len(answer.Recommendations) != 1 {
				t.Errorf("%v, %v", answer, err)
				scores <- -1
				return
			}
			scores <- answer.Recommendations[0].Score
		}()
	}
	if first, second := <-scores, <-scores; first != second {
		t.Errorf("one got %d, the other %d", first, second)
	}
	if n := s.requests.Load(); n != askers {
		t.Errorf("%d requests, want %d: the test has no effect", n, askers)
	}
}
