// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

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
	UID       string          `json:"uid"`
	Name      string          `json:"name"`
	Operation string          `json:"operation"`
	Object    admittedCluster `json:"object"`
	OldObject admittedCluster `json:"oldObject"`
	UserInfo  struct {
		Username string   `json:"username"`
		Groups   []string `json:"groups"`
	} `json:"userInfo"`
}

// admittedCluster is what the webhooks read of a ManagedCluster.
type admittedCluster struct {
	Metadata struct {
		Labels map[string]string `json:"labels"`
	} `json:"metadata"`
	Spec struct {
		HubAcceptsClient bool             `json:"hubAcceptsClient"`
		Taints           []map[string]any `json:"taints"`
	} `json:"spec"`
}

type admissionResponse struct {
	UID       string `json:"uid"`
	Allowed   bool   `json:"allowed"`
	PatchType string `json:"patchType,omitempty"`
	// Patch is a JSON patch.
	Patch []byte `json:"patch,omitempty"`
	// Status says why it is not allowed.
	Status struct {
		Message string `json:"message,omitempty"`
	} `json:"status,omitzero"`
}

// Webhook refuses the ManagedClusters whose names begin with the prefix, until the test ends, if the function returns a reason
// for their labels.
func (h *Hub) Webhook(t testing.TB, prefix string, refuse func(labels map[string]string) (reason string)) {
	t.Helper()
	h.startWebhook(t, prefix, "", "managedclusters", func(request *admissionRequest) *admissionResponse {
		labels := request.Object.Metadata.Labels
		if reason := refuse(labels); reason != "" {
			answer := &admissionResponse{UID: request.UID}
			answer.Status.Message = reason
			return answer
		}
		if strings.HasSuffix(request.Name, probeName) {
			return patched(request, withDefaultSet(request))
		}
		return &admissionResponse{UID: request.UID, Allowed: true}
	})
}

// probeName is the end of the name of a cluster that tells whether the server calls a webhook.
const probeName = "-probe"

// WebhookDown registers a webhook for the objects of all kinds whose names begin with the prefix, or that are in the namespace,
// which does not respond, until the test ends.
func (h *Hub) WebhookDown(t testing.TB, prefix, namespace string) {
	t.Helper()
	review := func(request *admissionRequest) *admissionResponse { return h.admitCluster(t, request) }
	h.startWebhook(t, prefix, namespace, "*", review).Close()
}

// startWebhook starts a webhook for objects of a resource, or of all. It has to put the probe into a set.
func (h *Hub) startWebhook(
	t testing.TB, prefix, namespace, resource string, review func(*admissionRequest) *admissionResponse,
) *httptest.Server {
	t.Helper()
	h.needOwn(t)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked admission
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || asked.Request == nil {
			http.Error(w, "an AdmissionReview is expected", http.StatusBadRequest)
			return
		}
		asked.Request, asked.Response = nil, review(asked.Request)
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(asked)
	}))
	// The server is asked again over a connection that it has closed, and would print that.
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	matches := `request.name.startsWith("` + prefix + `")`
	if namespace != "" {
		matches += ` || has(request.namespace) && request.namespace == "` + namespace + `"`
	}
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	h.createAny(t, map[string]any{
		"apiVersion": "admissionregistration.k8s.io/v1", "kind": "MutatingWebhookConfiguration",
		"metadata": map[string]any{"name": strings.TrimSuffix(prefix, "-")},
		"webhooks": []any{map[string]any{
			"name":                    "managedclustermutators.admission.cluster.open-cluster-management.io",
			"admissionReviewVersions": []any{"v1"}, "sideEffects": "None", "failurePolicy": "Fail", "timeoutSeconds": 30,
			"clientConfig":    map[string]any{"url": server.URL, "caBundle": base64.StdEncoding.EncodeToString(certificate)},
			"matchConditions": []any{map[string]any{"name": "prefix", "expression": matches}},
			"rules": []any{map[string]any{
				"apiGroups": []any{ocmGroup, "work.open-cluster-management.io", "cluster.kubernetes-fleet.io",
					"placement.kubernetes-fleet.io"}, "apiVersions": []any{"*"}, "resources": []any{resource},
				"operations": []any{"CREATE", "UPDATE"},
			}},
		}},
	})
	h.waitForWebhook(t, prefix)
	return server
}

// waitForWebhook waits until the server has noticed the webhook.
func (h *Hub) waitForWebhook(t testing.TB, prefix string) {
	t.Helper()
	probe := Parse(t, "{apiVersion: "+ocmGroup+"/v1, kind: ManagedCluster, metadata: {name: "+strings.TrimSuffix(
		prefix, "-")+probeName+"}}")
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

// patched is the answer that allows a request with changes.
func patched(request *admissionRequest, operations []any) *admissionResponse {
	answer := &admissionResponse{UID: request.UID, Allowed: true}
	if len(operations) > 0 {
		answer.PatchType = "JSONPatch"
		answer.Patch, _ = json.Marshal(operations)
	}
	return answer
}
