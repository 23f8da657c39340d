// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"

	"k8s.io/client-go/tools/clientcmd"
)

const fleetClusters = "cluster.kubernetes-fleet.io/v1beta1"

// RealFleet is a hub with KubeFleet's hub agent, without its webhooks, whose port is fixed, and members with their agents.
type RealFleet struct {
	*Hub
	HubAgent *realAgent
	// Members are the API servers of the members, by name, and Agents their agents.
	Members map[string]*Hub
	Agents  map[string]*realAgent
}

// StartRealFleet starts a hub with these members. The snapshots of resources do not wait for further changes.
func StartRealFleet(t testing.TB, members ...string) *RealFleet {
	t.Helper()
	w := newRealWorld(t)
	f := &RealFleet{Hub: w.server(t, w.crds("kubernetes-fleet.io", "multicluster.x-k8s.io"), members...), Members: map[string]*Hub{},
		Agents: map[string]*realAgent{}}
	f.put(t, "{apiVersion: v1, kind: Namespace, metadata: {name: fleet-system}}")
	f.HubAgent = w.agent(t, "hubagent", []string{"POD_NAMESPACE=fleet-system"}, "hubagent", "--kubeconfig="+f.Kubeconfig,
		"--leader-elect=false", "--enable-webhook=false", "--resource-snapshot-creation-minimum-interval=0s",
		"--resource-changes-collection-duration=0s", "--health-probe-bind-address=0", "--metrics-bind-address=0",
		"--cluster-unhealthy-threshold=30s")
	for _, name := range members {
		f.startMember(t, w, name)
	}
	return f
}

// startMember starts a member with one node and its agent, and waits until it has joined.
func (f *RealFleet) startMember(t testing.TB, w *realWorld, name string) {
	t.Helper()
	member := w.server(t, w.crds("appliedworks.placement.kubernetes-fleet.io"))
	member.put(t, "{apiVersion: v1, kind: Node, metadata: {name: node}}")
	member.MergePatch(t, "kubelet", "v1", "Node", "", "node", "{status: {capacity: {cpu: '4', memory: 16Gi}, "+
		"allocatable: {cpu: '4', memory: 15Gi}, conditions: [{type: Ready, status: 'True'}]}}", "status")
	member.runDeployments(t, name)
	f.put(t, "{apiVersion: "+fleetClusters+", kind: MemberCluster, metadata: {name: "+name+"}, spec: {heartbeatPeriodSeconds: 5, "+
		"identity: {kind: User, name: "+name+", apiGroup: rbac.authorization.k8s.io}}}")
	config, err := clientcmd.BuildConfigFromFlags("", filepath.Join(filepath.Dir(f.Kubeconfig), name+".kubeconfig"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	key, certificate := filepath.Join(folder, "key"), filepath.Join(folder, "certificate")
	for file, text := range map[string][]byte{key: config.KeyData, certificate: config.CertData} {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	environment := []string{"HUB_SERVER_URL=" + config.Host, "IDENTITY_KEY=" + key, "IDENTITY_CERT=" + certificate,
		"HUB_CERTIFICATE_AUTHORITY=" + base64.StdEncoding.EncodeToString(config.CAData), "MEMBER_CLUSTER_NAME=" + name,
		"KUBECONFIG=" + member.Kubeconfig}
	arguments := []string{"--leader-elect=false", "--use-ca-auth=true"}
	for _, server := range []string{"hub-health-probe", "hub-metrics", "health-probe", "metrics"} {
		arguments = append(arguments, "--"+server+"-bind-address=0")
	}
	f.Members[name], f.Agents[name] = member, w.agent(t, "agent-"+name, environment, "memberagent", arguments...)
	Eventually(t, name+" has joined", func() bool {
		return hasCondition(f.Get(t, fleetClusters, "MemberCluster", "", name), "Joined")
	})
}
