// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
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
