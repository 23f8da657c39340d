package hubtest

import (
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// admission is an AdmissionReview.
type admission struct {
	APIVersion string             `json:"apiVersion"`
	Kind       string             `json:"kind"`
	Request    *admissionRequest  `json:"request,omitempty"`
	Response   *admissionResponse `json:"response,omitempty"`
}

type admissionRequest struct {
	UID    string `json:"uid"`
	Object struct {
		Metadata struct {
			Labels map[string]string `json:"labels"`
		} `json:"metadata"`
	} `json:"object"`
}

type admissionResponse struct {
	UID       string `json:"uid"`
	Allowed   bool   `json:"allowed"`
	PatchType string `json:"patchType,omitempty"`
	// Patch is a JSON patch.
	Patch []byte `json:"patch,omitempty"`
}

// DefaultClusterSet puts the ManagedClusters whose names begin with the prefix into the set "default" unless they are in another
// one, until the test ends. It is a webhook, as in Open Cluster Management: the label is in the answer to the request that creates
// or changes the cluster.
func (h *Hub) DefaultClusterSet(t testing.TB, prefix string) {
	t.Helper()
	h.needOwn(t)
	server := httptest.NewUnstartedServer(http.HandlerFunc(addDefaultClusterSet))
	// The server is asked again over a connection that it has closed in the meantime, and would print that.
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	h.createAny(t, map[string]any{
		"apiVersion": "admissionregistration.k8s.io/v1", "kind": "MutatingWebhookConfiguration",
		"metadata": map[string]any{"name": strings.TrimSuffix(prefix, "-")},
		"webhooks": []any{map[string]any{
			"name":                    "managedclustermutators.admission.cluster.open-cluster-management.io",
			"admissionReviewVersions": []any{"v1"}, "sideEffects": "None", "failurePolicy": "Fail", "timeoutSeconds": 10,
			"clientConfig":    map[string]any{"url": server.URL, "caBundle": base64.StdEncoding.EncodeToString(certificate)},
			"matchConditions": []any{map[string]any{"name": "prefix", "expression": `request.name.startsWith("` + prefix + `")`}},
			"rules": []any{map[string]any{
				"apiGroups": []any{ocmGroup}, "apiVersions": []any{"*"}, "resources": []any{"managedclusters"}, "operations": []any{"CREATE", "UPDATE"},
			}},
		}},
	})
	h.waitForWebhook(t, prefix)
}

// waitForWebhook waits until the server has noticed the webhook.
func (h *Hub) waitForWebhook(t testing.TB, prefix string) {
	t.Helper()
	probe := Parse(t, "{apiVersion: "+ocmGroup+"/v1, kind: ManagedCluster, metadata: {name: "+prefix+"probe}}")
	client, err := h.For(probe)
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(startLimit); ; time.Sleep(interval) {
		answer, err := client.Create(t.Context(), probe, metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		if err != nil {
			t.Fatal(err)
		}
		if answer.GetLabels()[clusterSetLabel] != "" {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the server does not call the webhook")
		}
	}
}

func addDefaultClusterSet(w http.ResponseWriter, r *http.Request) {
	var review admission
	if err := json.NewDecoder(r.Body).Decode(&review); err != nil || review.Request == nil {
		http.Error(w, "an AdmissionReview is expected", http.StatusBadRequest)
		return
	}
	answer := &admissionResponse{UID: review.Request.UID, Allowed: true}
	labels := review.Request.Object.Metadata.Labels
	if labels[clusterSetLabel] == "" {
		operation := map[string]any{"op": "add", "path": "/metadata/labels/" + strings.ReplaceAll(clusterSetLabel, "/", "~1"), "value": "default"}
		if labels == nil {
			operation = map[string]any{"op": "add", "path": "/metadata/labels", "value": map[string]string{clusterSetLabel: "default"}}
		}
		answer.PatchType = "JSONPatch"
		answer.Patch, _ = json.Marshal([]any{operation})
	}
	review.Request, review.Response = nil, answer
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(review)
}
