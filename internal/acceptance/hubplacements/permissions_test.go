// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubPermissions reads with the permissions that the documentation lists, and with one of them missing.
func TestHubPermissions(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	const ocm, members, placements, operator = "cluster.open-cluster-management.io", "cluster.kubernetes-fleet.io",
		"placement.kubernetes-fleet.io", "core.hybridapp.io"
	rule := func(verb, group string, resources ...string) hubtest.Rule {
		return hubtest.Rule{APIGroups: []string{group}, Resources: resources, Verbs: []string{verb}}
	}
	namespace := server.Namespace(t)
	for name, tt := range map[string]struct {
		config object
		rules  []hubtest.Rule
	}{
		"ocm": {
			object{"name": "web", "namespace": namespace, "ocm": object{"prioritizer_policy": object{"configurations": list{
				object{"score_coordinate": object{"type": "AddOn", "add_on": object{"resource_name": "r", "score_name": "s"}}},
			}}}},
			[]hubtest.Rule{
				rule("list", ocm, "managedclusters"), rule("list", ocm, "managedclustersets"), rule("list", ocm, "managedclustersetbindings"),
				rule("list", ocm, "addonplacementscores"), rule("list", ocm, "placementdecisions"),
			},
		},
		"kubefleet": {
			object{"name": "web", "kubefleet": object{"placement_type": "PickAll"}},
			[]hubtest.Rule{
				rule("list", members, "memberclusters"), rule("list", placements, "clusterresourcebindings"),
				rule("get", placements, "clusterresourceplacements"), rule("list", placements, "clusterschedulingpolicysnapshots"),
			},
		},
		"kubefleet with a namespace": {
			object{"name": "web", "namespace": namespace, "kubefleet": object{"placement_type": "PickAll"}},
			[]hubtest.Rule{
				rule("list", members, "memberclusters"), rule("list", placements, "resourcebindings"),
				rule("get", placements, "resourceplacements"), rule("list", placements, "schedulingpolicysnapshots"),
			},
		},
		"hybrid": {
			object{"name": "web", "kind": "ManagedCluster", "hybrid": object{}},
			[]hubtest.Rule{
				rule("list", ocm, "managedclusters"), rule("list", operator, "deployers"), rule("list", operator, "placementrules"),
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			tt.config["on_unsatisfied"] = "accept"
			reads := func(rules ...hubtest.Rule) []*tfprotov6.Diagnostic {
				_, diags := providertest.ReadWith(t, object{"hub": object{"config_path": server.User(t, rules...).Kubeconfig,
					"max_retries": 0.0}}, tt.config)
				return diags
			}
			for _, d := range reads(tt.rules...) {
				if d.Severity == tfprotov6.DiagnosticSeverityError {
					t.Error(providertest.Shown(d))
				}
			}
			for i := range tt.rules {
				rest := append(append([]hubtest.Rule{}, tt.rules[:i]...), tt.rules[i+1:]...)
				missing := tt.rules[i].Verbs[0] + " " + tt.rules[i].Resources[0] + "." + tt.rules[i].APIGroups[0]
				if diags := reads(rest...); len(diags) != 1 || !strings.Contains(providertest.Shown(diags[0]),
					"the credentials may not "+missing) {
					t.Errorf("without %s:\n%s", missing, providertest.Said(diags))
				}
			}
		})
	}
}

// TestHubPlacementDecisions_permissions names the verb and the resource that the credentials lack. Those of the decisions are
// needed; without those of the fleet there is no prediction.
func TestHubPlacementDecisions_permissions(t *testing.T) {
	t.Parallel()
	f := onhub.NewDecidedFleet(t, hubtest.Start(t))
	f.Placement("web", "numberOfClusters: 1")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a"))
	const group = "cluster.open-cluster-management.io"
	all := []hubtest.Rule{
		{APIGroups: []string{group}, Resources: []string{"placements"}, Verbs: []string{"get"}},
		{APIGroups: []string{group}, Resources: []string{"placementdecisions"}, Verbs: []string{"list"}},
		{
			APIGroups: []string{group}, Resources: []string{"managedclusters", "managedclustersets", "managedclustersetbindings"},
			Verbs: []string{"list"},
		},
	}
	onhub.FleetPlacement(f, "ResourcePlacement", "member")
	fleet := []hubtest.Rule{
		{APIGroups: []string{"placement.kubernetes-fleet.io"}, Resources: []string{"resourceplacements"}, Verbs: []string{"get"}},
		{
			APIGroups: []string{"placement.kubernetes-fleet.io"}, Resources: []string{"schedulingpolicysnapshots", "resourcebindings"},
			Verbs: []string{"list"},
		},
		{APIGroups: []string{"cluster.kubernetes-fleet.io"}, Resources: []string{"memberclusters"}, Verbs: []string{"list"}},
	}
	for name, tt := range map[string]struct {
		rules  []hubtest.Rule
		config object
		agrees any
		says   string
	}{
		"nothing": {
			nil, object{"kind": "Placement"}, nil, "ERROR: : The hub cannot be read: the credentials may not get placements." +
				group + ` "web" in namespace "N" (user "`,
		},
		"no decisions": {all[:1], object{"kind": "Placement"}, nil, "may not list placementdecisions." + group},
		"no clusters": {
			all[:2], object{"kind": "Placement"}, nil, "WARNING: name: The placement \"N/web\" cannot be predicted: The prediction " +
				"could not be checked: the credentials may not list",
		},
		"no clusters, labels": {
			all[:2], object{"kind": "Placement", "with_labels": list{"name"}}, nil, "ERROR: : The hub cannot be read: the credentials may not list",
		},
		"everything":       {all, object{"kind": "Placement"}, true, ""},
		"without the kind": {all, object{}, true, ""},
		"another placement": {all, object{"name": "other"}, nil,
			`ERROR: name: The placement was not found: The hub has no Placement "other" in the namespace "N". ` +
				`The credentials may not get resourceplacements.placement.kubernetes-fleet.io and placementrules.core.hybridapp.io in the namespace "N". Grant that, or set kind to look for a placement of one kind only.`},
		"no permission for any kind": {all[1:], object{}, nil, "The placement was not found: The credentials may not get placements." +
			group +
			" and resourceplacements.placement.kubernetes-fleet.io and placementrules.core.hybridapp.io in"},
		"no decisions, without the kind": {all[:1], object{}, nil, "may not list placementdecisions." + group},
		"a ResourcePlacement":            {fleet, object{"name": "member"}, false, "has not been decided by the hub yet"},
	} {
		t.Run(name, func(t *testing.T) {
			user := f.Server.User(t, tt.rules...)
			if tt.config["namespace"] = f.Namespace; tt.config["name"] == nil {
				tt.config["name"] = "web"
			}
			outputs, diags := providertest.ReadDecisions(t, object{"hub": object{"config_path": user.Kubeconfig}}, tt.config)
			says := strings.ReplaceAll(providertest.Said(diags), f.Namespace, "N")
			if outputs["prediction_agrees"] != tt.agrees || (says == "") != (tt.says == "") || !strings.Contains(says, tt.says) {
				t.Errorf("agrees %v, want %q:\n%s", outputs["prediction_agrees"], tt.says, says)
			}
		})
	}
}

// TestHubResourceOverride_manifestsPermissions: what cannot be read is a warning with the permission, and no error.
func TestHubResourceOverride_manifestsPermissions(t *testing.T) {
	t.Parallel()
	f := onhub.PlacedSettings(t, hubtest.Start(t))
	const group = "placement.kubernetes-fleet.io"
	rules := []hubtest.Rule{
		{APIGroups: []string{""}, Resources: []string{"namespaces"}, Verbs: []string{"get"}},
		{APIGroups: []string{group}, Resources: []string{"resourceoverrides"}, Verbs: []string{"get", "list"}},
	}
	for _, missing := range []struct{ group, resource string }{
		{group, "clusterresourceoverrides"}, {group, "clusterresourceplacements"}, {group, "resourceplacements"}, {"", "configmaps"},
		{group, "schedulingpolicysnapshots"}, {group, "resourcebindings"}, {"cluster.kubernetes-fleet.io", "memberclusters"}, {},
	} {
		user := f.Server.User(t, rules...)
		r := onhub.NewRun(t, "resource_override", object{"hub": object{"config_path": user.Kubeconfig, "max_retries": 0.0}})
		p := r.Try(onhub.Sized(f, "size", 2.0, "a"))
		if missing.resource == "" {
			r.Has(p.Diags, "changes the manifests of 1 cluster")
			break
		}
		r.Has(p.Diags, "The effect of a change on the manifests of clusters is not known: The resource override \""+f.Namespace+
			"/size\": the credentials may not list "+strings.TrimSuffix(missing.resource+"."+missing.group, "."))
		rules = append(rules, hubtest.Rule{APIGroups: []string{missing.group}, Resources: []string{missing.resource}, Verbs: []string{"list"}})
	}
}
