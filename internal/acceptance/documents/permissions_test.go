// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// guideRoles are the rules of the ClusterRoles in the example of the guide about permissions, by their names.
func guideRoles(t *testing.T) map[string][]hubtest.Rule {
	t.Helper()
	roles := map[string][]hubtest.Rule{}
	const folder = "../../../examples/hub_permissions/"
	objects := readText(t, folder+"roles.yaml") + "---\n" + readText(t, folder+"bindings.yaml")
	for text := range strings.SplitSeq(objects, "---\n") {
		var object struct {
			Kind     string `json:"kind"`
			Metadata struct {
				Name string `json:"name"`
			} `json:"metadata"`
			Rules   []hubtest.Rule `json:"rules"`
			RoleRef struct {
				Name string `json:"name"`
			} `json:"roleRef"`
		}
		if err := yaml.Unmarshal([]byte(text), &object); err != nil {
			t.Fatal(err)
		}
		switch object.Kind {
		case "ClusterRole":
			roles[object.Metadata.Name] = object.Rules
		case "ClusterRoleBinding":
			if roles[object.RoleRef.Name] == nil {
				t.Errorf("the binding %s is one of no role", object.Metadata.Name)
			}
		}
	}
	return roles
}

// permission is one verb for one resource.
type permission struct{ group, resource, verb, name string }

// permissionsOf takes rules apart.
func permissionsOf(rules []hubtest.Rule) (all []permission) {
	for _, rule := range rules {
		for _, resource := range rule.Resources {
			for _, verb := range rule.Verbs {
				all = append(all, permission{rule.APIGroups[0], resource, verb, strings.Join(rule.ResourceNames, "")})
			}
		}
	}
	return all
}

func rulesOf(permissions ...permission) []hubtest.Rule {
	rules := make([]hubtest.Rule, len(permissions))
	for i, p := range permissions {
		rules[i] = hubtest.Rule{APIGroups: []string{p.group}, Resources: []string{p.resource}, Verbs: []string{p.verb}}
		if p.name != "" {
			rules[i].ResourceNames = []string{p.name}
		}
	}
	return rules
}

// refusal is what is said to somebody who does not have the permission.
func (p permission) refusal() string {
	resource, subresource, _ := strings.Cut(p.resource, "/")
	return "the credentials may not " + p.verb + " " + strings.Trim(resource+"."+p.group, ".") +
		strings.TrimRight("/"+subresource, "/") + " "
}

// isOptional reports whether the provider works without the permission: with more requests, or with a warning of the plan of a
// staged update.
func (p permission) isOptional() bool {
	return p.verb == "list" && (strings.HasSuffix(p.resource, "placements") || strings.HasSuffix(p.resource, "updateruns")) ||
		p.verb == "get" && strings.HasSuffix(p.resource, "approvalrequests")
}

// feature is what a ClusterRole is for. It returns the diagnostics of the first step that fails, with a hub for the user.
type feature func(provider object) []*tfprotov6.Diagnostic

// TestHubGuidePermissions uses the features of a hub with the ClusterRoles of its example. They are enough, and each permission is
// necessary: without it an error names the verb and the resource.
func TestHubGuidePermissions(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	roles := guideRoles(t)
	plan := slices.Concat(roles["multicluster-plan-ocm"], roles["multicluster-plan-kubefleet"], roles["multicluster-plan-hybrid"],
		roles["multicluster-plan-works"], roles["multicluster-plan-overrides"], roles["multicluster-plan-staged-updates"],
		roles["multicluster-plan-budgets"])
	for name, tt := range map[string]struct {
		also []hubtest.Rule
		make func(*testing.T, *hubtest.Hub) feature
	}{
		"multicluster-plan-ocm":       {nil, planOCM},
		"multicluster-plan-kubefleet": {nil, planKubeFleet},
		"multicluster-plan-hybrid":    {nil, planHybrid},
		"multicluster-plan-works":     {nil, planWorks},
		"multicluster-plan-overrides": {nil, planEach("ClusterResourceOverride", "ResourceOverride")},
		"multicluster-plan-staged-updates": {
			roles["multicluster-plan-kubefleet"], planEach("ClusterStagedUpdateStrategy", "StagedUpdateStrategy",
				"ClusterStagedUpdateRun", "StagedUpdateRun"),
		},
		"multicluster-plan-budgets":         {nil, planEach("ClusterResourcePlacementDisruptionBudget")},
		"multicluster-write-budgets":        {plan, writesObjects("ClusterResourcePlacementDisruptionBudget")},
		"multicluster-plan-manifests":       {plan, planManifests},
		"multicluster-plan-consumers":       {roles["multicluster-plan-ocm"], planConsumers},
		"multicluster-plan-clusterprofiles": {nil, planInventory("ClusterProfile")},
		"multicluster-plan-argocd":          {nil, planInventory("Secret")},
		"multicluster-write-staged-updates": {plan, writesStagedUpdates},
		"multicluster-write-overrides":      {plan, writesObjects("ClusterResourceOverride", "ResourceOverride")},
		"multicluster-write-works":          {plan, writesObjects("ManifestWork")},
		"multicluster-write-clusters":       {plan, writesObjects("ManagedCluster", "MemberCluster")},
		"multicluster-write-cluster-sets":   {plan, writesObjects("ManagedClusterSet", "ManagedClusterSetBinding")},
		"multicluster-write-scores":         {plan, writesObjects("AddOnPlacementScore")},
		"multicluster-write-placements":     {plan, writesPlacements},
		// Only the real webhooks ask for these.
		"multicluster-ocm-webhooks": {nil, nil},
	} {
		permissions := permissionsOf(roles[name])
		delete(roles, name)
		if len(permissions) == 0 {
			t.Errorf("the example has no role %s", name)
		}
		if tt.make == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			try := tt.make(t, server)
			as := func(permissions ...permission) []*tfprotov6.Diagnostic {
				user := server.User(t, append(rulesOf(permissions...), tt.also...)...)
				return try(object{"hub": object{"config_path": user.Kubeconfig, "max_retries": 0.0, "kind": "ManagedCluster"}})
			}
			if diags := as(permissions...); diags != nil {
				t.Fatalf("with the role: %s", providertest.Said(diags))
			}
			for i, p := range permissions {
				rest := slices.Delete(slices.Clone(permissions), i, i+1)
				if says := providertest.Said(as(rest...)); !strings.Contains(says, p.refusal()) && !p.isOptional() {
					t.Errorf("without %s: %s", p, says)
				}
			}
		})
	}
	if len(roles) > 0 {
		t.Errorf("roles without a test: %s", slices.Sorted(maps.Keys(roles)))
	}
}

// firstFailure runs steps until one fails.
func firstFailure(steps ...func() []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	for _, step := range steps {
		if diags := step(); providertest.Failed(diags) {
			return diags
		}
	}
	return nil
}

// planObject imports an object and plans it.
func planObject(t *testing.T, o *onhub.LiveObject, provider object) func() []*tfprotov6.Diagnostic {
	return func() []*tfprotov6.Diagnostic {
		r := onhub.NewRun(t, o.Noun, provider)
		if diags := r.ImportID(o.ID()); providertest.Failed(diags) {
			return diags
		}
		return r.Try(o.Updated).Diags
	}
}

// planPlacement plans a change of a placement, and reads what the hub has decided.
func planPlacement(r *onhub.PlacedRun, provider object) []*tfprotov6.Diagnostic {
	state := *r.Resource
	run := &onhub.Run{Resource: &state, T: r.T, Provider: provider}
	return firstFailure(
		func() []*tfprotov6.Diagnostic { return run.Try(r.Config(2)).Diags },
		func() []*tfprotov6.Diagnostic {
			config := object{"name": r.Name, "kind": r.Kind}
			if r.Namespace != "" {
				config["namespace"] = r.Namespace
			}
			_, diags := providertest.ReadDecisions(r.T, provider, config)
			return diags
		},
	)
}

// createdPlacement is a placement of a kind that exists.
func createdPlacement(t *testing.T, kind string) *onhub.PlacedRun {
	t.Helper()
	r := onhub.NewPlacedRun(t, hubtest.Start(t), kind)
	if diags := r.Do(r.Config(1)); providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	return r
}

func planOCM(t *testing.T, server *hubtest.Hub) feature {
	t.Helper()
	objects := onhub.LiveObjects(t, server)
	maps.DeleteFunc(objects, func(_ string, o *onhub.LiveObject) bool {
		return !strings.HasPrefix(o.APIVersion, "cluster.open-cluster-management.io/")
	})
	for _, o := range objects {
		server.Create(t, o.Imports)
	}
	placed := createdPlacement(t, "Placement")
	return func(provider object) []*tfprotov6.Diagnostic {
		steps := []func() []*tfprotov6.Diagnostic{
			func() []*tfprotov6.Diagnostic {
				config := placed.Config(2, object{"on_unsatisfied": "accept"})
				config["ocm"] = providertest.Merged(config["ocm"].(object), object{"prioritizer_policy": object{"configurations": list{
					object{"score_coordinate": object{"type": "AddOn", "add_on": object{"resource_name": "usage", "score_name": "cpu"}}},
				}}})
				_, diags := providertest.ReadWith(t, provider, config)
				return diags
			},
			func() []*tfprotov6.Diagnostic { return planPlacement(placed, provider) },
		}
		for _, kind := range slices.Sorted(maps.Keys(objects)) {
			steps = append(steps, planObject(t, objects[kind], provider))
		}
		return firstFailure(steps...)
	}
}

func planKubeFleet(t *testing.T, server *hubtest.Hub) feature {
	t.Helper()
	member := onhub.LiveObjects(t, server)["MemberCluster"]
	server.Create(t, member.Imports)
	wide, inNamespace := createdPlacement(t, "ClusterResourcePlacement"), createdPlacement(t, "ResourcePlacement")
	return func(provider object) []*tfprotov6.Diagnostic {
		provider = object{"hub": providertest.Merged(provider["hub"].(object), object{"kind": "MemberCluster"})}
		reads := func(r *onhub.PlacedRun) func() []*tfprotov6.Diagnostic {
			return func() []*tfprotov6.Diagnostic {
				config := object{"name": r.Name, "kubefleet": r.Config(2)["kubefleet"]}
				if r.Namespace != "" {
					config["namespace"] = r.Namespace
				}
				_, diags := providertest.ReadWith(t, provider, config)
				return diags
			}
		}
		return firstFailure(
			reads(wide), reads(inNamespace), planObject(t, member, provider),
			func() []*tfprotov6.Diagnostic { return planPlacement(wide, provider) },
			func() []*tfprotov6.Diagnostic { return planPlacement(inNamespace, provider) },
		)
	}
}

func planHybrid(t *testing.T, server *hubtest.Hub) feature {
	t.Helper()
	namespace := server.Namespace(t)
	server.Create(t, "{apiVersion: core.hybridapp.io/v1alpha1, kind: PlacementRule, metadata: {name: "+
		"web, namespace: "+namespace+"}, spec: {replicas: 1}}")
	placed := onhub.NewPlacedRun(t, hubtest.Start(t), "PlacementRule")
	placed.Provider = object{"hub": providertest.Merged(placed.Provider["hub"].(object), object{"kind": "ManagedCluster"})}
	if diags := placed.Do(onhub.RuleConfig(placed, 1)); providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	return func(provider object) []*tfprotov6.Diagnostic {
		reads := func(kind string) func() []*tfprotov6.Diagnostic {
			return func() []*tfprotov6.Diagnostic {
				_, diags := providertest.ReadWith(t, provider, object{"name": "web", "namespace": namespace, "kind": kind, "hybrid": object{},
					"on_unsatisfied": "accept"})
				return diags
			}
		}
		return firstFailure(reads("ManagedCluster"), reads("MemberCluster"), func() []*tfprotov6.Diagnostic {
			_, diags := providertest.ReadDecisions(t, provider, object{"name": "web", "namespace": namespace, "kind": "PlacementRule"})
			return diags
		}, func() []*tfprotov6.Diagnostic {
			state := *placed.Resource
			run := &onhub.Run{Resource: &state, T: t, Provider: provider}
			return run.Try(onhub.RuleConfig(placed, 2)).Diags
		})
	}
}

// planEach plans objects of some kinds.
func planEach(kinds ...string) func(*testing.T, *hubtest.Hub) feature {
	return func(t *testing.T, server *hubtest.Hub) feature {
		t.Helper()
		objects := onhub.LiveObjects(t, server)
		for _, kind := range kinds {
			server.Create(t, objects[kind].Imports)
		}
		return func(provider object) []*tfprotov6.Diagnostic {
			var steps []func() []*tfprotov6.Diagnostic
			for _, kind := range kinds {
				steps = append(steps, planObject(t, objects[kind], provider))
			}
			return firstFailure(steps...)
		}
	}
}

// planInventory reads the clusters of an inventory.
func planInventory(kind string) func(*testing.T, *hubtest.Hub) feature {
	return func(t *testing.T, server *hubtest.Hub) feature {
		t.Helper()
		namespace := server.Namespace(t)
		server.Create(t, "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ClusterProfile, metadata: {name: a, namespace: "+namespace+"}, "+
			"spec: {clusterManager: {name: x}}}")
		server.Create(t, "{apiVersion: v1, kind: Secret, metadata: {name: a, namespace: "+namespace+", labels: "+
			"{argocd.argoproj.io/secret-type: cluster}}, stringData: {name: a}}")
		return func(provider object) []*tfprotov6.Diagnostic {
			_, diags := providertest.PlanDataWith(t, provider, "multicluster_clusters", providertest.Config(t,
				providertest.DataSchema("multicluster_clusters").Type, object{"kind": kind, "namespace": namespace}))
			return diags
		}
	}
}

// planManifests plans an override that changes the manifests of a cluster. What it lacks is a warning.
func planManifests(t *testing.T, server *hubtest.Hub) feature {
	t.Helper()
	namespace, prefix := server.Namespace(t), server.Prefix(t)
	for _, text := range []string{
		"{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: " + namespace + ", labels: {tier: web}}, spec: {selector: " +
			"{matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}}}",
		"{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: " + prefix + "a, labels: {region: eu}}, " +
			"spec: {identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}}",
		"{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourcePlacement, metadata: {name: " + prefix + "web}, spec: {" +
			"resourceSelectors: [{group: '', version: v1, kind: Namespace, name: " + namespace + "}]}}",
	} {
		server.Create(t, text)
	}
	server.WriteFleetDecisions(t, "", prefix+"web", hubtest.FleetDecision{Cluster: prefix + "a", Selected: true})
	override := providertest.Merged(providertest.OverrideOf(namespace, "web", "eu"), object{"policy": object{"override_rules": list{object{
		"cluster_selector": object{"cluster_selector_terms": list{}}, "override_type": "Delete"}}}})
	return func(provider object) []*tfprotov6.Diagnostic {
		diags := onhub.NewRun(t, "resource_override", provider).Try(override).Diags
		if len(diags) == 1 && strings.Contains(diags[0].Summary, "changes the manifests of 1 cluster") {
			return nil
		}
		return diags
	}
}

// planConsumers plans a change of a placement that something follows. What it lacks is a warning.
func planConsumers(t *testing.T, server *hubtest.Hub) feature {
	t.Helper()
	server.InstallConsumers(t)
	placed := createdPlacement(t, "Placement")
	const argo = "{apiVersion: argoproj.io/v1alpha1, kind: ApplicationSet, metadata: {name: shop, namespace: N}, spec: {generators: [" +
		"{clusterDecisionResource: {configMapRef: ocm, labelSelector: {matchLabels: {cluster.open-cluster-management.io/placement: web}}}}], " +
		"template: {metadata: {}, spec: {project: default, destination: {}}}}}"
	placed.F.Create(argo, "{apiVersion: v1, kind: ConfigMap, metadata: {name: ocm, namespace: N}, data: {kind: placementdecisions, "+
		"apiVersion: cluster.open-cluster-management.io/v1beta1}}", "{apiVersion: policy.open-cluster-management.io/v1, kind: "+
		"PlacementBinding, metadata: {name: web, namespace: N}, placementRef: {kind: Placement, name: web}, subjects: [{kind: PolicySet, "+
		"name: s}]}")
	placed.Decide("a")
	if diags := placed.Do(placed.Config(1)); providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	return func(provider object) []*tfprotov6.Diagnostic {
		state := *placed.Resource
		run := &onhub.Run{Resource: &state, T: t, Provider: provider}
		diags := run.Try(placed.Config(2)).Diags
		if len(diags) == 1 && strings.Contains(diags[0].Detail, "gets Applications of 1 ApplicationSet, the policy set s") &&
			!strings.Contains(diags[0].Detail, "may not") {
			return nil
		}
		return diags
	}
}

func planWorks(t *testing.T, server *hubtest.Hub) feature {
	t.Helper()
	work := onhub.LiveObjects(t, server)["ManifestWork"]
	server.Create(t, work.Imports)
	return func(provider object) []*tfprotov6.Diagnostic {
		return firstFailure(planObject(t, work, provider), func() []*tfprotov6.Diagnostic {
			_, diags := providertest.WorkloadStatus(t, provider, object{"manifest_works": object{"name": work.Name}, "clusters": list{work.Namespace}})
			return diags
		})
	}
}

// writesObjects creates, changes and deletes objects of some kinds.
func writesObjects(kinds ...string) func(*testing.T, *hubtest.Hub) feature {
	return func(t *testing.T, server *hubtest.Hub) feature {
		t.Helper()
		return func(provider object) []*tfprotov6.Diagnostic {
			objects := onhub.LiveObjects(t, server)
			for _, kind := range kinds {
				o := objects[kind]
				r, further := onhub.NewRun(t, o.Noun, provider), object{}
				if o.IsReleased {
					further["on_destroy"] = "delete"
				}
				for _, config := range []object{providertest.Merged(o.Config, further), providertest.Merged(o.Updated, further), nil} {
					if diags := r.Do(config); providertest.Failed(diags) {
						return diags
					}
				}
			}
			return nil
		}
	}
}

// writesStagedUpdates writes strategies and runs, and approves a stage of each kind of run.
func writesStagedUpdates(t *testing.T, server *hubtest.Hub) feature {
	t.Helper()
	runs := []string{"ClusterStagedUpdateRun", "StagedUpdateRun"}
	writes := writesObjects("ClusterStagedUpdateStrategy", "StagedUpdateStrategy", runs[0], runs[1])(t, server)
	return func(provider object) []*tfprotov6.Diagnostic {
		steps := []func() []*tfprotov6.Diagnostic{func() []*tfprotov6.Diagnostic { return writes(provider) }}
		for _, kind := range runs {
			steps = append(steps, func() []*tfprotov6.Diagnostic { return approvesStage(t, server, kind, provider) })
		}
		return firstFailure(steps...)
	}
}

// approvesStage creates a run, which asks for an approval, and approves it.
func approvesStage(t *testing.T, server *hubtest.Hub, kind string, provider object) []*tfprotov6.Diagnostic {
	t.Helper()
	o := onhub.LiveObjects(t, server)[kind]
	r := onhub.NewRun(t, o.Noun, provider)
	if diags := r.Do(o.Config); providertest.Failed(diags) {
		return diags
	}
	o.Patch(t, server, "hub-agent", `{status: {stagesStatus: [{stageName: prod, clusters: [], beforeStageTaskStatus: [{type: Approval,
		approvalRequestName: `+o.Name+`-before-prod, conditions: [{type: ApprovalRequestCreated, status: "True", reason: C, message: "",
		lastTransitionTime: "2026-08-11T12:00:00Z"}]}]}]}}`, "status")
	server.Create(t, `{apiVersion: `+onhub.StagedVersion+`, kind: `+strings.Replace(kind, "StagedUpdateRun", "ApprovalRequest", 1)+
		`, metadata: {name: `+o.Name+`-before-prod, namespace: "`+o.Namespace+`"}, spec: {parentStageRollout: `+o.Name+`, targetStage: prod}}`)
	diags := r.Do(providertest.Merged(o.Config, object{"approved_stages": object{o.Name: list{"prod"}}}))
	if providertest.Failed(diags) {
		return diags
	}
	return r.Do(nil)
}

// writesPlacements creates, changes and deletes placements of every kind.
func writesPlacements(t *testing.T, _ *hubtest.Hub) feature {
	t.Helper()
	return func(provider object) []*tfprotov6.Diagnostic {
		for _, kind := range append(slices.Clone(onhub.PlacedKinds), "PlacementRule") {
			r := onhub.NewPlacedRun(t, hubtest.Start(t), kind)
			r.Provider = provider
			first, second := onhub.RuleConfig(r, 1), onhub.RuleConfig(r, 2)
			if kind != "PlacementRule" {
				first, second = r.Config(1), r.Config(2)
			}
			for _, config := range []object{first, second, nil} {
				if diags := r.Do(config); providertest.Failed(diags) {
					return diags
				}
			}
		}
		return nil
	}
}
