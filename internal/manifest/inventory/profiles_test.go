// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const profile = `
apiVersion: multicluster.x-k8s.io/v1alpha1
kind: ClusterProfile
metadata: { name: eu-1, namespace: fleet, labels: { env: prod } }
spec: { displayName: "Europe 1", clusterManager: { name: acme } }
status:
  version: { kubernetes: v1.33.1 }
  properties: [{ name: region, value: eu, lastObservedTime: "2026-08-01T00:00:00Z" }, { name: node-count, value: "7" }]
  accessProviders: [{ name: x, cluster: { server: "https://eu-1" } }]
  conditions:
    - { type: Joined, status: "False", lastTransitionTime: "2026-08-01T00:00:00Z", reason: x, message: why }
    - { type: ControlPlaneHealthy, status: STATUS, lastTransitionTime: "2026-08-01T00:00:00Z", reason: x, message: why }
`

// TestReadClusterProfile: properties serve every scheduler, and an unhealthy control plane is a taint.
func TestReadClusterProfile(t *testing.T) {
	for status, taint := range map[string]string{
		`"True"`: "", `Later`: "", `"False"`: "cluster.open-cluster-management.io/unavailable",
		`Unknown`: "cluster.open-cluster-management.io/unreachable",
	} {
		fleet, err := inventory.ReadFleet(t.Context(), strings.Replace(profile, "STATUS", status, 1))
		if err != nil {
			t.Fatal(err)
		}
		properties := map[string]string{"region": "eu", "node-count": "7"}
		want := placement.Cluster{Name: "eu-1", Labels: map[string]string{"env": "prod"}, Claims: properties, Properties: properties,
			KubernetesVersion: "v1.33.1"}
		if taint != "" {
			want.Taints = []placement.Taint{{Key: taint, Effect: placement.NoSelect, TimeAdded: time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC)}}
		}
		if diff := cmp.Diff([]placement.Cluster{want}, fleet.Clusters); diff != "" {
			t.Errorf("%s: -want +got:\n%s", status, diff)
		}
	}
}

const credential = "bearer-token-that-nobody-may-see"

// argocd is a Secret of Argo CD without credentials, with more data.
func argocd(data string) string {
	return `{apiVersion: v1, kind: Secret, type: Opaque, metadata: {name: eu-1-secret, namespace: argocd,
		labels: {argocd.argoproj.io/secret-type: cluster, env: prod}}, ` + data + `}`
}

func encoded(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// TestReadArgoCDCluster: of a Secret of Argo CD, name and labels are read. Any other Secret is skipped.
func TestReadArgoCDCluster(t *testing.T) {
	want := []placement.Cluster{{Name: "eu-1", Labels: map[string]string{"argocd.argoproj.io/secret-type": "cluster", "env": "prod"}}}
	for name, text := range map[string]string{
		"data":          argocd(`data: {name: ` + encoded("eu-1") + `, server: ` + encoded("https://eu-1") + `}`),
		"stringData":    argocd(`stringData: {name: eu-1, server: "https://eu-1", project: web, shard: "1"}`),
		"both":          argocd(`data: {name: ` + encoded("other") + `}, stringData: {name: eu-1}`),
		"a null":        argocd(`data: null, stringData: {name: eu-1}`),
		"other Secrets": argocd(`stringData: {name: eu-1}`) + "\n---\n{apiVersion: v1, kind: Secret, metadata: {name: b}, data: {config: eA==}}",
	} {
		t.Run(name, func(t *testing.T) {
			fleet, err := inventory.ReadFleet(t.Context(), text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, fleet.Clusters); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if skipped := len(fleet.Skipped) > 0 && fleet.Skipped[0].Kind == "Secret"; skipped != (name == "other Secrets") {
				t.Errorf("skipped: %v", fleet.Skipped)
			}
		})
	}
}

// TestInventoryMistakes: a mistake has its place, and never a credential.
func TestInventoryMistakes(t *testing.T) {
	named := `stringData: {name: eu-1}, `
	for name, c := range map[string]struct{ text, want string }{
		"credentials": {argocd(named + `data: {config: ` + encoded(credential) + `}`),
			`Secret/eu-1-secret, data.config: it has the credentials of the cluster, which do not belong into a state.`},
		"credentials as text": {argocd(`stringData: {name: eu-1, config: ` + credential + `}`),
			`Secret/eu-1-secret, stringData.config: it has the credentials`},
		"credentials, no name": {argocd(`data: {config: ` + encoded(credential) + `}`), `data.config: it has the credentials`},
		"a copy of them": {strings.Replace(argocd(`stringData: {name: eu-1}`), "labels:", "annotations: "+
			`{kubectl.kubernetes.io/last-applied-configuration: `+credential+`}, labels:`, 1),
			`metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]: it has a copy of the Secret`},
		"another key": {argocd(named + `data: {confg: ` + encoded(credential) + `}`), `data: found "confg": must be one of "name", "server"`},
		"a misspelt key": {argocd(`data: {nam: ` + encoded("eu-1") + `}`),
			`data: found "nam": must be one of "name", "server", "namespaces", "clusterResources", "project", "shard"; did you mean "name"?`},
		"no name":           {argocd(`data: {server: eA==}`), `data.name: a cluster of Argo CD needs a name here`},
		"no data":           {argocd(`immutable: true`), `data.name: a cluster of Argo CD needs a name here`},
		"a null name":       {argocd(`data: {name: null}`), `data.name: a cluster of Argo CD needs a name here`},
		"no Base64":         {argocd(`data: {name: ` + credential + `}`), `data.name: it must be text in Base64`},
		"no text":           {argocd(`data: {name: ` + encoded("\xff") + `}`), `data.name: it must be text in Base64`},
		"the name of EKS":   {argocd(`stringData: {name: "arn:aws:eks:eu:1:cluster/x"}`), `stringData.name: found "arn:aws:eks:eu:1:cluster/x"`},
		"how to rename it":  {argocd(`stringData: {name: gke_project_eu_web}`), `run argocd cluster set NAME --name NEW_NAME`},
		"a huge name":       {argocd(`stringData: {name: ` + strings.Repeat("a", 1<<20) + `}`), `must be no more than 253`},
		"data that is text": {argocd(`data: ` + credential), `data: it must be an object`},
		"a misspelt field":  {argocd(`stringDta: {name: eu-1}`), `stringDta: unknown field; did you mean "stringData"?`},
		"no object name": {`{apiVersion: v1, kind: Secret, metadata: {labels: {argocd.argoproj.io/secret-type: cluster}}, stringData: {name: a}}`,
			`metadata.name: the object must have a name`},
		"twice": {argocd(`stringData: {name: eu-1}`) + "\n---\n" + argocd(`stringData: {name: eu-2}`),
			`Secret/eu-1-secret: duplicate object: already defined in document 1`},
		"another version":     {"{apiVersion: v2, kind: Secret, metadata: {name: a}}", `apiVersion: found "v2": must be "v1"`},
		"version of profiles": {strings.Replace(profile, "v1alpha1", "v1", 1), `found "multicluster.x-k8s.io/v1": must be "multicluster.x-k8s.io/v1alpha1"`},
		"a misspelt profile":  {strings.Replace(profile, "properties:", "propertys:", 1), `status.propertys: unknown field; did you mean "properties"?`},
		"an empty property":   {strings.Replace(profile, "value: eu,", "value: '',", 1), `status.properties[region]: a claim needs a value`},
		"a huge property": {strings.Replace(profile, "value: eu,", "value: "+strings.Repeat("x", 1<<20)+",", 1),
			`status.properties[region]: found 1048576 bytes`},
		"a label": {strings.Replace(profile, "env: prod", "env: 'a b'", 1), `metadata.labels[env]: found "a b"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := inventory.ReadFleet(t.Context(), c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want %s", err, c.want)
			}
			if strings.Contains(err.Error(), credential) || strings.Contains(err.Error(), encoded(credential)) || len(err.Error()) > 2500 {
				t.Errorf("the error has a credential: %v", err)
			}
		})
	}
}
