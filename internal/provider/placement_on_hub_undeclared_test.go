package provider

import (
	"maps"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// undeclaredOf are a field that changes the decisions, as another manager sets it for a cluster, the patch that removes it, and the same
// field in the configuration.
func (r *placedRun) undeclaredOf(cluster string) (field, set, unset string, configured object) {
	if r.isOCM() {
		return "spec.predicates", "{spec: {predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {name: " + cluster + "}}}}]}}",
			"{spec: {predicates: null}}", object{"ocm": merged(r.without()["ocm"].(object), object{"predicates": list{
				object{"required_cluster_selector": object{"label_selector": object{"match_labels": object{"name": cluster}}}},
			}})}
	}
	const of = "preferredDuringSchedulingIgnoredDuringExecution"
	term := "[{weight: 10, preference: {labelSelector: {matchLabels: {name: " + cluster + "}}}}]"
	policy := merged(r.without()["kubefleet"].(object), nil)
	affinity := maps.Clone(policy["affinity"].(object)["cluster_affinity"].(object))
	affinity["preferred_during_scheduling_ignored_during_execution"] = list{
		object{"weight": int64(10), "preference": object{"label_selector": object{"match_labels": object{"name": cluster}}}},
	}
	policy["affinity"] = object{"cluster_affinity": affinity}
	return "spec.policy.affinity.clusterAffinity." + of, "{spec: {policy: {affinity: {clusterAffinity: {" + of + ": " + term + "}}}}}",
		"{spec: {policy: {affinity: {clusterAffinity: {" + of + ": null}}}}}", object{"kubefleet": policy}
}

// without is a placement on one cluster, without the field.
func (r *placedRun) without() object {
	config := r.config(1, object{"adopt": true, "force_conflicts": true})
	if r.isOCM() {
		spec := merged(config["ocm"].(object), nil)
		delete(spec, "predicates")
		config["ocm"] = spec
	}
	return config
}

// TestHubPlaced_undeclared: another manager has set a field of the spec that the configuration leaves out, before the placement is adopted
// and afterwards. The hub decides by it, and so do the prediction and max_moves; every plan names the field and who has set it.
func TestHubPlaced_undeclared(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			r := newPlacedRun(t, kind)
			// Without the field, it is another cluster.
			cluster := "b"
			field, set, unset, configured := r.undeclaredOf(cluster)
			warns := r.title() + "has fields on the hub that the configuration does not set|" + field + `, set by "kubectl`
			config := merged(r.without(), object{"max_moves": "0"})
			r.f.create(r.imports())
			r.patch("kubectl", unset)
			r.patch("kubectl", map[bool]string{true: "{spec: {numberOfClusters: 1}}", false: "{spec: {policy: {numberOfClusters: 1}}}"}[r.isOCM()])
			r.patch("kubectl", set)
			r.decide(cluster)

			full := r.provider
			r.provider = object{"hub": object{"config_path": r.f.server.User(t, r.reads()...).Kubeconfig}}
			r.says(r.try(config).diags, warns)
			r.provider = full
			r.says(r.run(config), warns)
			r.decide(cluster)
			p := r.try(config)
			if r.says(p.diags, warns); !p.state.Equal(r.state) {
				t.Errorf("the plan is not empty:%s", r.changed(r.state, p.state))
			}
			_, diags := readWith(t, r.provider, r.asData(config))
			r.says(diags, r.title()+"has more fields on the hub|"+field+`, set by "kubectl`)

			// What is set, too, or is gone, is not told.
			r.says(r.run(merged(config, configured)), warns)
			r.decide(cluster)
			r.settles(merged(config, configured))
			if _, diags = readWith(t, r.provider, r.asData(merged(config, configured))); len(diags) > 0 {
				t.Error(said(diags))
			}
			keeps := r.title() + "keeps fields that the configuration no longer sets"
			r.says(r.run(config), keeps, keeps)
			r.decide(cluster)
			r.patch("kubectl", unset)
			r.decide(cluster)
			r.settles(config)
		})
	}
}

// asData is the configuration of a data source for the same placement.
func (r *placedRun) asData(config object) object {
	data := merged(config, nil)
	for _, name := range []string{"adopt", "force_conflicts", "max_moves", "resource_selectors", "strategy"} {
		delete(data, name)
	}
	return data
}

// reads are the permissions to plan without those to write.
func (r *placedRun) reads() []hubtest.Rule {
	return []hubtest.Rule{
		{APIGroups: []string{""}, Resources: []string{"namespaces"}, Verbs: []string{"get"}},
		{APIGroups: []string{"cluster.open-cluster-management.io", "cluster.kubernetes-fleet.io", "placement.kubernetes-fleet.io"}, Resources: []string{"*"},
			Verbs: []string{"get", "list"}},
	}
}
