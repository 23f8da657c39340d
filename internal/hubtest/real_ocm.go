// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// RealOCM is a hub with the controllers and webhooks of Open Cluster Management, and clusters with their work agents.
type RealOCM struct {
	*Hub
	// Clusters are the API servers of the clusters, by name, and Agents their work agents.
	Clusters map[string]*Hub
	Agents   map[string]*realAgent

	mu     sync.Mutex
	silent map[string]bool
}

// StartRealOCM starts a hub with these clusters in the set "fleet". The first one has the label tier: canary.
func StartRealOCM(t testing.TB, clusters ...string) *RealOCM {
	t.Helper()
	w := newRealWorld(t)
	var users []string
	for _, name := range clusters {
		users = append(users, "agent-"+name+":system:open-cluster-management:"+name+
			",system:open-cluster-management:managed-clusters")
	}
	o := &RealOCM{Hub: w.server(t, w.crds("open-cluster-management.io"), users...), Clusters: map[string]*Hub{},
		Agents: map[string]*realAgent{}, silent: map[string]bool{}}
	o.startControllers(t, w)
	o.put(t, "{apiVersion: "+ocmGroup+"/v1beta2, kind: ManagedClusterSet, metadata: {name: fleet}, "+
		"spec: {clusterSelector: {selectorType: ExclusiveClusterSetLabel}}}")
	for i, name := range clusters {
		tier := "others"
		if i == 0 {
			tier = "canary"
		}
		o.put(t, "{apiVersion: "+ocmGroup+"/v1, kind: ManagedCluster, metadata: {name: "+name+", labels: {tier: "+tier+", "+
			clusterSetLabel+": fleet}}, spec: {hubAcceptsClient: true, leaseDurationSeconds: 60}}")
	}
	repeatEvery(t, time.Second, o.renewLeases)
	for _, name := range clusters {
		o.startCluster(t, w, name)
	}
	return o
}

// StartRealPlacement starts a hub that has the placement controller alone: nothing looks after its clusters. Features are those
// of the controller of works; without any, there is none.
func StartRealPlacement(t testing.TB, features ...string) *Hub {
	t.Helper()
	w := newRealWorld(t)
	h := w.server(t, w.crds("open-cluster-management.io"))
	h.CreateNamespace(t, "open-cluster-management-hub")
	w.agent(t, "placement", nil, "placement", "controller", "--kubeconfig="+h.Kubeconfig, "--disable-leader-election",
		"--namespace=open-cluster-management-hub", "--listen=127.0.0.1:"+freePort(t))
	if len(features) > 0 {
		w.agent(t, "work", nil, "work", "manager", "--kubeconfig="+h.Kubeconfig, "--disable-leader-election",
			"--namespace=open-cluster-management-hub", "--listen=127.0.0.1:"+freePort(t), "--feature-gates="+strings.Join(features, ","))
	}
	return h
}

// startControllers starts the controllers of the hub, and its webhooks.
func (o *RealOCM) startControllers(t testing.TB, w *realWorld) {
	t.Helper()
	o.put(t, "{apiVersion: v1, kind: Namespace, metadata: {name: open-cluster-management-hub}}")
	o.put(t, "{apiVersion: v1, kind: Namespace, metadata: {name: open-cluster-management}}")
	for name, command := range map[string]string{"placement": "controller", "registration": "controller", "work": "manager"} {
		w.agent(t, name, nil, name, command, "--kubeconfig="+o.Kubeconfig, "--disable-leader-election",
			"--namespace=open-cluster-management-hub", "--listen=127.0.0.1:"+freePort(t))
	}
	keys, _, err := proxyKeys()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{"tls.crt": keys.certificate, "tls.key": keys.key} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	registration, work := freePort(t), freePort(t)
	for name, port := range map[string]string{"registration": registration, "work": work} {
		w.agent(t, name+"-webhook", []string{"KUBECONFIG=" + o.Kubeconfig}, name, "webhook-server", "--port="+port,
			"--metrics-port=0", "--health-probe-port=0", "--certdir="+folder)
	}
	const clusterGroup, workGroup = "cluster.open-cluster-management.io", "work.open-cluster-management.io"
	bundle := base64.StdEncoding.EncodeToString([]byte(keys.certificate))
	for _, hook := range []struct{ kind, port, path, group, version, resource string }{
		{"Mutating", registration, "mutate-cluster", clusterGroup, "v1", "managedclusters"},
		{"Validating", registration, "validate-cluster", clusterGroup, "v1", "managedclusters"},
		{"Validating", registration, "validate-cluster", clusterGroup, "v1beta2", "managedclustersetbindings"},
		{"Validating", work, "validate-work", workGroup, "v1", "manifestworks"},
	} {
		path := hook.path + "-open-cluster-management-io-" + hook.version + "-" + strings.TrimSuffix(hook.resource, "s")
		name := hook.resource + "." + strings.ToLower(hook.kind) + "." + hook.group
		o.createAny(t, map[string]any{
			"apiVersion": "admissionregistration.k8s.io/v1", "kind": hook.kind + "WebhookConfiguration",
			"metadata": map[string]any{"name": name},
			"webhooks": []any{map[string]any{
				"name": name, "admissionReviewVersions": []any{"v1"}, "sideEffects": "None", "timeoutSeconds": 30,
				"clientConfig": map[string]any{"url": "https://127.0.0.1:" + hook.port + "/" + path, "caBundle": bundle},
				"rules": []any{map[string]any{"operations": []any{"CREATE", "UPDATE"}, "apiGroups": []any{hook.group},
					"apiVersions": []any{"*"}, "resources": []any{hook.resource}}},
			}},
		})
	}
	Eventually(t, "the webhooks listen", func() bool { return listens(registration) && listens(work) })
}

// startCluster starts a cluster with its work agent.
func (o *RealOCM) startCluster(t testing.TB, w *realWorld, name string) {
	t.Helper()
	cluster := w.server(t, w.crds("appliedmanifestworks.work.open-cluster-management.io",
		"clusterclaims.cluster.open-cluster-management.io"))
	cluster.put(t, "{apiVersion: v1, kind: Namespace, metadata: {name: open-cluster-management-agent}}")
	cluster.runDeployments(t, name)
	Eventually(t, "the hub has a namespace for the cluster "+name, func() bool {
		return o.Get(t, "v1", "Namespace", "", name) != nil
	})
	o.Clusters[name], o.Agents[name] = cluster, w.agent(t, "agent-"+name, nil, "work", "agent", "--kubeconfig="+cluster.Kubeconfig,
		"--workload-source-config="+filepath.Join(filepath.Dir(o.Kubeconfig), "agent-"+name+".kubeconfig"),
		"--spoke-cluster-name="+name, "--agent-id=agent-"+name, "--status-sync-interval=10s", "--disable-leader-election",
		"--namespace=open-cluster-management-agent", "--listen=127.0.0.1:"+freePort(t))
}

// renewLeases does once what the registration agents of the clusters do.
func (o *RealOCM) renewLeases(ctx context.Context) error {
	clusters, err := o.writer("registration-agent", ocmGroup+"/v1", "ManagedCluster", "")
	if err != nil {
		return err
	}
	list, err := clusters.client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range list.Items {
		cluster := &list.Items[i]
		o.mu.Lock()
		silent := o.silent[cluster.GetName()]
		o.mu.Unlock()
		if silent {
			continue
		}
		if err := o.renewLease(ctx, cluster.GetName()); err != nil {
			return err
		}
		set, err := conditions(cluster,
			condition{Type: "ManagedClusterJoined", Status: "True", Reason: "ManagedClusterJoined"},
			condition{Type: "ManagedClusterConditionAvailable", Status: "True", Reason: "ManagedClusterAvailable"})
		if err == nil && !hasCondition(cluster, "ManagedClusterConditionAvailable") {
			err = clusters.patchStatus(ctx, cluster, map[string]any{"conditions": set,
				"allocatable": map[string]any{"cpu": "4"}, "capacity": map[string]any{"cpu": "4"}})
		}
		if err != nil && !apierrors.IsConflict(err) {
			return err
		}
	}
	return nil
}

func (o *RealOCM) renewLease(ctx context.Context, cluster string) error {
	leases, err := o.writer("registration-agent", "coordination.k8s.io/v1", "Lease", cluster)
	if err != nil {
		return err
	}
	patch := `{"spec":{"renewTime":"` + time.Now().UTC().Format("2006-01-02T15:04:05.000000Z") + `"}}`
	_, err = leases.client.Patch(ctx, "managed-cluster-lease", types.MergePatchType, []byte(patch), metav1.PatchOptions{})
	if apierrors.IsNotFound(err) {
		// The hub makes it.
		return nil
	}
	return err
}

// hasCondition reports whether a condition of an object is true.
func hasCondition(object *unstructured.Unstructured, of string) bool {
	set, _, _ := unstructured.NestedSlice(object.Object, "status", "conditions")
	return slices.ContainsFunc(set, func(c any) bool {
		fields, _ := c.(map[string]any)
		return fields["type"] == of && fields["status"] == "True"
	})
}

// Lose cuts a cluster off: its agents are gone. It returns when the hub has noticed.
func (o *RealOCM) Lose(t testing.TB, cluster string) {
	t.Helper()
	o.Agents[cluster].Stop()
	// Five times the shortest lease, and not five minutes.
	o.setSilent(t, cluster, true, "1")
}

// Return brings a lost cluster back. It returns when the hub has noticed.
func (o *RealOCM) Return(t testing.TB, cluster string) {
	t.Helper()
	o.Agents[cluster].Start(t)
	o.setSilent(t, cluster, false, "60")
}

func (o *RealOCM) setSilent(t testing.TB, cluster string, silent bool, lease string) {
	t.Helper()
	o.mu.Lock()
	o.silent[cluster] = silent
	o.mu.Unlock()
	o.MergePatch(t, "test", ocmGroup+"/v1", "ManagedCluster", "", cluster, "{spec: {leaseDurationSeconds: "+lease+"}}")
	Eventually(t, "the hub knows whether "+cluster+" is unreachable", func() bool {
		object := o.Get(t, ocmGroup+"/v1", "ManagedCluster", "", cluster)
		taints, _, _ := unstructured.NestedSlice(object.Object, "spec", "taints")
		for _, taint := range taints {
			if fields, _ := taint.(map[string]any); fields["key"] == unreachable {
				return silent
			}
		}
		return !silent
	})
}
