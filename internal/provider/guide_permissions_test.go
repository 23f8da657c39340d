package provider

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// guideRoles are the rules of the ClusterRoles in the guide about permissions, by their names.
func guideRoles(t *testing.T) map[string][]hubtest.Rule {
	t.Helper()
	roles := map[string][]hubtest.Rule{}
	for _, block := range blocksOf(t, guideFile("hub-permissions"), "yaml") {
		for text := range strings.SplitSeq(block, "\n---\n") {
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

// refusal is what the hub says of somebody who does not have the permission.
func (p permission) refusal() string {
	return fmt.Sprintf("cannot %s resource %q in API group %q", p.verb, p.resource, p.group)
}

// savesRequests reports whether the provider works without the permission, with more requests.
func (p permission) savesRequests() bool {
	return p.verb == "list" && strings.HasSuffix(p.resource, "placements")
}

// feature is what a ClusterRole is for. It returns the diagnostics of the first step that fails, with a hub for the user.
type feature func(provider object) []*tfprotov6.Diagnostic

// TestHubGuidePermissions uses the features of a hub with the ClusterRoles of the guide. They are enough, and each permission is
// necessary: without it an error names the verb and the resource.
func TestHubGuidePermissions(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	roles := guideRoles(t)
	plan := slices.Concat(roles["multicluster-plan-ocm"], roles["multicluster-plan-kubefleet"], roles["multicluster-plan-hybrid"],
		roles["multicluster-plan-works"])
	for name, tt := range map[string]struct {
		also []hubtest.Rule
		make func(*testing.T, *hubtest.Hub) feature
	}{
		"multicluster-plan-ocm":           {nil, planOCM},
		"multicluster-plan-kubefleet":     {nil, planKubeFleet},
		"multicluster-plan-hybrid":        {nil, planHybrid},
		"multicluster-plan-works":         {nil, planWorks},
		"multicluster-write-works":        {plan, writesObjects("ManifestWork")},
		"multicluster-write-clusters":     {plan, writesObjects("ManagedCluster", "MemberCluster")},
		"multicluster-write-cluster-sets": {plan, writesObjects("ManagedClusterSet", "ManagedClusterSetBinding")},
		"multicluster-write-scores":       {plan, writesObjects("AddOnPlacementScore")},
		"multicluster-write-placements":   {plan, writesPlacements},
		// Only the real webhooks ask for these.
		"multicluster-ocm-webhooks": {nil, nil},
	} {
		permissions := permissionsOf(roles[name])
		delete(roles, name)
		if len(permissions) == 0 {
			t.Errorf("the guide has no role %s", name)
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
				t.Fatalf("with the role: %s", said(diags))
			}
			for i, p := range permissions {
				rest := slices.Delete(slices.Clone(permissions), i, i+1)
				if says := said(as(rest...)); !strings.Contains(says, p.refusal()) && !p.savesRequests() {
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
		if diags := step(); failed(diags) {
			return diags
		}
	}
	return nil
}

// planObject imports an object and plans it.
func planObject(t *testing.T, o *liveObject, provider object) func() []*tfprotov6.Diagnostic {
	return func() []*tfprotov6.Diagnostic {
		r := newHubRun(t, o.noun, provider)
		if diags := r.importID(o.id()); failed(diags) {
			return diags
		}
		return r.try(o.updated).diags
	}
}

// planPlacement plans a change of a placement, and reads what the hub has decided.
func planPlacement(r *placedRun, provider object) []*tfprotov6.Diagnostic {
	state := *r.lifecycle
	run := &hubRun{lifecycle: &state, t: r.t, provider: provider}
	return firstFailure(
		func() []*tfprotov6.Diagnostic { return run.try(r.config(2)).diags },
		func() []*tfprotov6.Diagnostic {
			config := object{"name": r.name, "kind": r.kind}
			if r.namespace != "" {
				config["namespace"] = r.namespace
			}
			_, diags := readDecisions(r.t, provider, config)
			return diags
		},
	)
}

// createdPlacement is a placement of a kind that exists.
func createdPlacement(t *testing.T, kind string) *placedRun {
	t.Helper()
	r := newPlacedRun(t, kind)
	if diags := r.run(r.config(1)); failed(diags) {
		t.Fatal(said(diags))
	}
	return r
}

func planOCM(t *testing.T, server *hubtest.Hub) feature {
	t.Helper()
	objects := liveObjects(server.Prefix(t), server.Namespace(t))
	delete(objects, "MemberCluster")
	delete(objects, "ManifestWork")
	for _, o := range objects {
		server.Create(t, o.imports)
	}
	placed := createdPlacement(t, "Placement")
	return func(provider object) []*tfprotov6.Diagnostic {
		steps := []func() []*tfprotov6.Diagnostic{
			func() []*tfprotov6.Diagnostic {
				config := placed.config(2, object{"on_unsatisfied": "accept"})
				config["ocm"] = merged(config["ocm"].(object), object{"prioritizer_policy": object{"configurations": list{
					object{"score_coordinate": object{"type": "AddOn", "add_on": object{"resource_name": "usage", "score_name": "cpu"}}},
				}}})
				_, diags := readWith(t, provider, config)
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
	member := liveObjects(server.Prefix(t), server.Namespace(t))["MemberCluster"]
	server.Create(t, member.imports)
	wide, inNamespace := createdPlacement(t, "ClusterResourcePlacement"), createdPlacement(t, "ResourcePlacement")
	return func(provider object) []*tfprotov6.Diagnostic {
		provider = object{"hub": merged(provider["hub"].(object), object{"kind": "MemberCluster"})}
		reads := func(r *placedRun) func() []*tfprotov6.Diagnostic {
			return func() []*tfprotov6.Diagnostic {
				config := object{"name": r.name, "kubefleet": r.config(2)["kubefleet"]}
				if r.namespace != "" {
					config["namespace"] = r.namespace
				}
				_, diags := readWith(t, provider, config)
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
	server.Create(t, "{apiVersion: core.hybridapp.io/v1alpha1, kind: PlacementRule, metadata: {name: web, namespace: "+namespace+"}, spec: {replicas: 1}}")
	placed := newPlacedRun(t, "PlacementRule")
	placed.provider = object{"hub": merged(placed.provider["hub"].(object), object{"kind": "ManagedCluster"})}
	if diags := placed.run(ruleConfig(placed, 1)); failed(diags) {
		t.Fatal(said(diags))
	}
	return func(provider object) []*tfprotov6.Diagnostic {
		reads := func(kind string) func() []*tfprotov6.Diagnostic {
			return func() []*tfprotov6.Diagnostic {
				_, diags := readWith(t, provider, object{"name": "web", "namespace": namespace, "kind": kind, "hybrid": object{}, "on_unsatisfied": "accept"})
				return diags
			}
		}
		return firstFailure(reads("ManagedCluster"), reads("MemberCluster"), func() []*tfprotov6.Diagnostic {
			_, diags := readDecisions(t, provider, object{"name": "web", "namespace": namespace, "kind": "PlacementRule"})
			return diags
		}, func() []*tfprotov6.Diagnostic {
			state := *placed.lifecycle
			run := &hubRun{lifecycle: &state, t: t, provider: provider}
			return run.try(ruleConfig(placed, 2)).diags
		})
	}
}

func planWorks(t *testing.T, server *hubtest.Hub) feature {
	t.Helper()
	work := liveObjects(server.Prefix(t), server.Namespace(t))["ManifestWork"]
	server.Create(t, work.imports)
	return func(provider object) []*tfprotov6.Diagnostic {
		return firstFailure(planObject(t, work, provider), func() []*tfprotov6.Diagnostic {
			_, diags := workloadStatus(t, provider, object{"manifest_works": object{"name": work.name}})
			return diags
		})
	}
}

// ruleConfig is a PlacementRule with a number of replicas.
func ruleConfig(r *placedRun, replicas int64) object {
	return object{"name": r.name, "namespace": r.namespace, "hybrid": object{
		"replicas": replicas, "target_labels": object{"match_labels": object{"test": strings.TrimSuffix(r.f.prefix, "-")}},
		"advisors": list{object{"name": "alphabet"}},
	}}
}

// writesObjects creates, changes and deletes objects of some kinds.
func writesObjects(kinds ...string) func(*testing.T, *hubtest.Hub) feature {
	return func(t *testing.T, server *hubtest.Hub) feature {
		t.Helper()
		return func(provider object) []*tfprotov6.Diagnostic {
			objects := liveObjects(server.Prefix(t), server.Namespace(t))
			for _, kind := range kinds {
				o := objects[kind]
				r, further := newHubRun(t, o.noun, provider), object{}
				if o.isReleased {
					further["on_destroy"] = "delete"
				}
				for _, config := range []object{merged(o.config, further), merged(o.updated, further), nil} {
					if diags := r.run(config); failed(diags) {
						return diags
					}
				}
			}
			return nil
		}
	}
}

// writesPlacements creates, changes and deletes placements of every kind.
func writesPlacements(t *testing.T, _ *hubtest.Hub) feature {
	t.Helper()
	return func(provider object) []*tfprotov6.Diagnostic {
		for _, kind := range append(slices.Clone(placedKinds), "PlacementRule") {
			r := newPlacedRun(t, kind)
			r.provider = provider
			first, second := ruleConfig(r, 1), ruleConfig(r, 2)
			if kind != "PlacementRule" {
				first, second = r.config(1), r.config(2)
			}
			for _, config := range []object{first, second, nil} {
				if diags := r.run(config); failed(diags) {
					return diags
				}
			}
		}
		return nil
	}
}
