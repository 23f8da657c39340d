// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// policyManifest is a policy of the placement web, for the clusters of an environment, in an object of KubeFleet.
func policyManifest(kind, name, env, labels string) string {
	return `{"apiVersion":"placement.kubernetes-fleet.io/v1beta1","kind":"` + kind + `","metadata":{"name":"` +
		name + `","generation":1,` +
		`"annotations":{"kubernetes-fleet.io/CRP-generation":"1"},"labels":{"kubernetes-fleet.io/parent-CRP":"web",` +
		`"kubernetes-fleet.io/policy-index":"` + name[max(0, len(name)-1):] + `"` + labels + `}},"spec":{` +
		`"resourceSelectors":[{"group":"","version":"v1","kind":"Namespace","name":"x"}],"policy":{"placementType":"PickAll","affinity":{` +
		`"clusterAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"clusterSelectorTerms":[{"labelSelector":{"matchLabels":{"env":"` +
		env + `"}}}]}}}}}}`
}

// policyStory is a placement that wants the clusters of dev, over manifests that have it bound to prod.
func policyStory(manifests ...string) object {
	return object{
		"name": "web", "clusters": list{providertest.Cluster("dev", object{"env": "dev"}),
			providertest.Cluster("prod", object{"env": "prod"})},
		"manifests": list{bindingManifests("prod") + strings.Join(manifests, "")},
		"kubefleet": object{"placement_type": "PickAll", "affinity": object{"cluster_affinity": object{
			"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": list{
				object{"label_selector": object{"match_labels": object{"env": "dev"}}},
			}},
		}}},
	}
}

// TestManifests_policy changes the policy of a placement of KubeFleet whose bindings the manifests have. The policy that made
// them is in a policy snapshot or in the placement: without both it is not known, which is a warning, and an error if moves are
// limited.
func TestManifests_policy(t *testing.T) {
	const latest, older = `,"kubernetes-fleet.io/is-latest-snapshot":"true"`, `,"kubernetes-fleet.io/is-latest-snapshot":"false"`
	const snapshot = "ClusterSchedulingPolicySnapshot"
	ofProd, ofDev := policyManifest(snapshot, "web-0", "prod", latest), policyManifest(snapshot, "web-0", "dev", latest)
	isUnknown := `kubefleet: The placement "web" is decided as if the hub had the same policy: `
	for name, tt := range map[string]struct {
		manifests []string
		want      []string
		says      string
	}{
		"the snapshot":             {[]string{ofProd}, []string{"dev"}, ""},
		"the snapshot that is new": {[]string{ofDev}, []string{"dev", "prod"}, ""},
		"the latest snapshot": {
			[]string{policyManifest(snapshot, "web-1", "prod", latest), policyManifest(snapshot, "web-0", "dev", older)},
			[]string{"dev"}, "",
		},
		"two latest snapshots": {[]string{policyManifest(snapshot, "web-1", "prod", latest), ofDev}, []string{"dev"}, ""},
		"no latest snapshot":   {[]string{policyManifest(snapshot, "web-0", "prod", older)}, []string{"dev"}, ""},
		"the placement":        {[]string{policyManifest("ClusterResourcePlacement", "web", "prod", "")}, []string{"dev"}, ""},
		"snapshot and placement": {
			[]string{ofProd, policyManifest("ClusterResourcePlacement", "web", "prod", "")}, []string{"dev"}, "",
		},
		"neither": {nil, []string{"dev", "prod"}, isUnknown},
		"those of others": {[]string{strings.ReplaceAll(ofProd, "web", "api"),
			policyManifest("ClusterResourcePlacement", "api", "prod", "")},
			[]string{"dev", "prod"}, isUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			outputs, diags := providertest.ReadWith(t, object{}, policyStory(tt.manifests...))
			if got := providertest.Said(diags); tt.says == "" && got != "" || !strings.Contains(got, tt.says) {
				t.Errorf("got %q, want %q", got, tt.says)
			}
			if diff := cmp.Diff(tt.want, sorted(providertest.ChosenOf(outputs))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			limited := policyStory(tt.manifests...)
			limited["max_moves"] = "0"
			l := providertest.NewPlacement(t, t)
			p := l.Plan(providertest.Config(t, l.Type(), limited))
			switch {
			case tt.says != "":
				expect(p, t, true, "max_moves: max_moves cannot be checked: ")
			case len(tt.want) == 1:
				expect(p, t, true, movedTooFar, "prod leaves: ")
			default:
				expect(p, t, false, "dev joins: ")
			}
		})
	}
}

// TestManifests_export: the warning about an unknown policy names the commands of the guide.
func TestManifests_export(t *testing.T) {
	text, err := os.ReadFile("../../../templates/guides/kubefleet-placement.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := strings.ReplaceAll(string(text), "\\\n", "")
	for _, namespace := range []any{nil, "team-a"} {
		config := policyStory()
		config["namespace"] = namespace
		if namespace != nil {
			config["manifests"] = list{strings.NewReplacer("Cluster"+"ResourceBinding", "ResourceBinding", `"name":"web-prod-x"`,
				`"name":"web-prod-x","namespace":"team-a"`).Replace(bindingManifests("prod"))}
		}
		_, diags := providertest.ReadWith(t, object{}, config)
		_, command, _ := strings.Cut(providertest.Said(diags), "Export all of it: ")
		if command = strings.TrimSuffix(strings.TrimSpace(command), "."); command == "" ||
			!strings.Contains(guide, "\n"+command+" > fleet.yaml\n") {
			t.Errorf("the guide does not have the command %q of %q", command, providertest.Said(diags))
		}
	}
}
