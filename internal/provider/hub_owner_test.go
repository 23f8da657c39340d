package provider

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestHubOwner_registered: an agent has registered a cluster, with hubAcceptsClient false. Accepting it is no conflict, whether the
// cluster is adopted or imported. A cluster that was accepted and that another manager has rejected since is a conflict.
func TestHubOwner_registered(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	for _, imports := range []bool{true, false} {
		name := prefix + map[bool]string{true: "imported", false: "adopted"}[imports]
		server.RegisterCluster(t, name)
		r := newHubRun(t, "cluster", onHub(server))
		config := object{"name": name, "kind": "ManagedCluster", "hub_accepts_client": true, "labels": object{"region": "eu"}}
		if imports {
			r.has(r.importID(name))
		} else {
			config["adopt"] = true
		}
		r.has(r.run(config))
		r.settles(config)
		o := &liveObject{apiVersion: ocmClusterVersion, kind: "ManagedCluster", name: name}
		accepted := func() any { return at(t, o.get(t, server), "spec.hubAcceptsClient") }
		if accepted() != true {
			t.Error("the cluster is not accepted")
		}
		if configs, _ := at(t, o.get(t, server), "spec.managedClusterClientConfigs").([]any); len(configs) != 1 {
			t.Errorf("the agent's client configurations are %v", configs)
		}
		// Times of managed fields have seconds.
		time.Sleep(1100 * time.Millisecond)
		o.patch(t, server, "kubectl-edit", "{spec: {hubAcceptsClient: false}}")
		r.has(r.try(config).diags, `ERROR spec.hubAcceptsClient, set by "kubectl-edit"`)
		if accepted() != false {
			t.Error("the cluster is accepted")
		}
	}
}

// TestHubOwner_member: what registers the members of a fleet sets their identities. Only a member that the configuration creates needs
// one there.
func TestHubOwner_member(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	identity := object{"kind": "User", "name": "agent"}
	for _, name := range []string{"imported", "adopted", "imported-whole"} {
		server.Create(t, "{apiVersion: "+memberVersion+", kind: MemberCluster, metadata: {name: "+prefix+name+", labels: {region: eu}}, "+
			"spec: {identity: {kind: User, name: agent, apiGroup: rbac.authorization.k8s.io}}}")
		r := newHubRun(t, "cluster", onHub(server))
		config := object{"name": prefix + name, "kind": "MemberCluster", "labels": object{"region": "eu"}}
		if name == "adopted" {
			config["adopt"] = true
			r.has(r.run(config))
		} else {
			r.has(r.importID(prefix + name))
		}
		if name == "imported-whole" {
			config["identity"] = identity
			r.has(r.run(config))
		}
		r.settles(config)
		// Nothing of it is in conflict, and the identity stays.
		config["labels"] = object{"region": "us"}
		r.has(r.run(config))
		r.settles(config)
		config["labels"] = nil
		r.has(r.run(config))
		found := server.Get(t, memberVersion, "MemberCluster", "", prefix+name)
		if diff := cmp.Diff("agent", at(t, found, "spec.identity.name")); diff != "" || len(found.GetLabels()) > 0 {
			t.Errorf("labels %v, identity: %s", found.GetLabels(), diff)
		}
	}
	r := newHubRun(t, "cluster", onHub(server))
	config := object{"name": prefix + "new", "kind": "MemberCluster"}
	r.has(r.try(config).diags, "ERROR identity: Missing required attribute: identity: must be set because the hub requires it in a MemberCluster")
	config["adopt"] = true
	r.has(r.try(config).diags, "ERROR identity: Missing required attribute: identity: must be set")
	config["identity"] = identity
	r.has(r.run(config))
}

// TestHubOwner_cluster: kubectl has made a cluster. After an import the first change takes over what has the value of the state, so that
// no later change is a conflict. A label that the configuration does not set stays.
func TestHubOwner_cluster(t *testing.T) {
	server := hubtest.Start(t)
	name := server.Prefix(t) + "a"
	o := &liveObject{apiVersion: ocmClusterVersion, kind: "ManagedCluster", name: name}
	server.Create(t, "{apiVersion: "+ocmClusterVersion+", kind: ManagedCluster, metadata: {name: "+name+", labels: {a: '1', b: '2', c: '3'}}, "+
		"spec: {leaseDurationSeconds: 30}}")
	r := newHubRun(t, "cluster", onHub(server))
	r.has(r.importID(name))
	config := func(seconds int64, labels object) object {
		return object{"name": name, "kind": "ManagedCluster", "labels": labels, "lease_duration_seconds": seconds}
	}
	r.settles(config(30, object{"a": "1", "b": "2", "c": "3"}))
	const keeps = "keeps fields that the configuration no longer sets"
	r.has(r.run(config(30, object{"a": "0", "b": "2"})), keeps, keeps)
	if diff := cmp.Diff(map[string]string{"a": "0", "b": "2", "c": "3"}, o.get(t, server).GetLabels()); diff != "" {
		t.Error(diff)
	}
	r.has(r.run(config(45, object{"a": "0", "b": "3"})))
	r.settles(config(45, object{"a": "0", "b": "3"}))
	// From now on another manager's value is a conflict.
	o.patch(t, server, "kubectl", "{metadata: {labels: {a: '5'}}}")
	r.has(r.try(config(45, object{"a": "0", "b": "3"})).diags, `ERROR metadata.labels.a, set by "kubectl"`)
}

// kubectlPlacement is a placement that kubectl has made, whose lists have defaults of the CRD.
func (r *placedRun) kubectlPlacement() string {
	spec := "numberOfClusters: 2, clusterSets: [P-set], prioritizerPolicy: {mode: Exact, configurations: [{scoreCoordinate: {builtIn: Steady}}]}, " +
		"tolerations: [{key: gpu, value: 'true'}], predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {test: T}}}}]"
	if !r.isOCM() {
		spec = "resourceSelectors: [{group: '', version: v1, kind: " + r.selects() + ", name: x}], policy: {placementType: PickN, numberOfClusters: 2, " +
			"tolerations: [{key: gpu, value: 'true'}], topologySpreadConstraints: [{topologyKey: zone}]}, strategy: {rollingUpdate: {maxUnavailable: 30%}}"
	}
	return "{apiVersion: " + r.apiVersion() + ", kind: " + r.kind + ", metadata: {name: " + r.name + ", namespace: " + r.namespace + "}, spec: {" + spec + "}}"
}

// sameAsKubectl is the configuration of that placement with a number of clusters.
func (r *placedRun) sameAsKubectl(n int64, tolerations any, further ...object) object {
	config := object{"name": r.name, "namespace": r.namespace}
	if r.isOCM() {
		config["ocm"] = object{
			"number_of_clusters": n, "cluster_sets": list{r.f.prefix + "set"}, "tolerations": tolerations,
			"prioritizer_policy": object{"mode": "Exact", "configurations": list{object{"score_coordinate": object{"built_in": "Steady"}}}},
			"predicates":         list{object{"required_cluster_selector": object{"label_selector": object{"match_labels": object{"test": strings.TrimSuffix(r.f.prefix, "-")}}}}},
		}
	} else {
		config["kubefleet"] = object{
			"placement_type": "PickN", "number_of_clusters": n, "tolerations": tolerations,
			"topology_spread_constraints": list{object{"topology_key": "zone"}},
		}
		config["resource_selectors"] = list{object{"group": "", "version": "v1", "kind": r.selects(), "name": "x"}}
		config["strategy"] = object{"type": "RollingUpdate", "rolling_update": object{"max_unavailable": "30%"}}
	}
	if r.namespace == "" {
		delete(config, "namespace")
	}
	for _, f := range further {
		config = merged(config, f)
	}
	return config
}

// TestHubOwner_placement: kubectl has made a placement. Adopting the same values is no conflict although the CRD has set defaults in its
// lists, and after that or after an import, changes are none.
func TestHubOwner_placement(t *testing.T) {
	for _, kind := range placedKinds {
		for _, imports := range []bool{true, false} {
			r := newPlacedRun(t, kind)
			r.f.create(r.kubectlPlacement())
			further := object{"max_moves": "100%"}
			tolerations := list{object{"key": "gpu", "value": "true"}}
			if imports {
				r.noErrors(r.importID(r.id()))
			} else {
				further["adopt"] = true
			}
			r.noErrors(r.run(r.sameAsKubectl(2, tolerations, further)))
			generation := r.get().GetGeneration()
			if generation != 1 {
				t.Errorf("%s, imported %t: the spec has changed: %v", kind, imports, r.get().Object["spec"])
			}
			path := "spec."
			if !r.isOCM() {
				path += "policy."
			}
			r.noErrors(r.run(r.sameAsKubectl(1, tolerations, further)))
			if n := at(t, r.get(), path+"numberOfClusters"); n != int64(1) {
				t.Errorf("%s, imported %t: %v clusters", kind, imports, n)
			}
			// What the configuration no longer sets is removed.
			r.noErrors(r.run(r.sameAsKubectl(1, nil, further)))
			if at(t, r.get(), path+"tolerations") != nil {
				t.Errorf("%s, imported %t: the tolerations are still there", kind, imports)
			}
		}
	}
}

// noErrors checks that there are no errors and no conflicts.
func (r *placedRun) noErrors(diags []*tfprotov6.Diagnostic) {
	r.t.Helper()
	if failed(diags) || strings.Contains(said(diags), "keeps fields") {
		r.t.Fatal(said(diags))
	}
}
