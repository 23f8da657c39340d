// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// objectTest is the life of an object on the real binary. Configurations are the bodies of the resource's block.
type objectTest struct {
	noun string
	// beside is configured beside the resource.
	beside string
	// create has every argument. In its plan all attributes are known.
	create string
	known  map[string]knownvalue.Check
	// update changes every argument but the keys; empty for an object that consists of keys.
	update  string
	updated map[string]knownvalue.Check
	// others have another key, by the id that they get.
	others map[string]string
	// id imports what create makes, into what minimal says. A minimal object has no more than an import knows, unless it
	// has to have more.
	id, minimal  string
	hasToHaveAll bool
	identity     map[string]knownvalue.Check
	// notImportable are the attributes of create that come with the first apply after an import.
	notImportable []string
	// wrong are ids that cannot be imported, and what is said.
	wrong map[string]string
}

func (o *objectTest) address() string { return "multicluster_" + o.noun + ".x" }

func (o *objectTest) block(body string) string {
	return fmt.Sprintf("%s\nresource %q \"x\" {\n%s\n}\n", o.beside, "multicluster_"+o.noun, body)
}

// planned expects an action, and attributes that are known in the plan.
func (o *objectTest) planned(
	action plancheck.ResourceActionType, attributes map[string]knownvalue.Check,
) resource.ConfigPlanChecks {
	checks := []plancheck.PlanCheck{plancheck.ExpectResourceAction(o.address(), action)}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		checks = append(checks, plancheck.ExpectKnownValue(o.address(), tfjsonpath.New(name), attributes[name]))
	}
	return resource.ConfigPlanChecks{PreApply: checks}
}

// ofClusterSpec are the arguments of a cluster that make no difference to a placement.
var ofClusterSpec = []string{
	"hub_accepts_client", "lease_duration_seconds", "managed_cluster_client_configs", "identity", "heartbeat_period_seconds",
}

// run creates, updates, replaces, imports and destroys the object.
func (o *objectTest) run(t *testing.T) {
	withHub := slices.Concat(tfvalue.Names(reflect.TypeFor[managed.Identity]()), tfvalue.Names(reflect.TypeFor[managed.Arguments]()),
		ofClusterSpec)
	for name := range providertest.ResourceSchema("multicluster_" + o.noun).Attributes {
		switch {
		case slices.Contains(withHub, name):
			// Without a hub they are null, and make no difference.
			o.known[name] = knownvalue.Null()
		case o.known[name] == nil:
			t.Errorf("nothing is expected of %s", name)
		}
	}
	t.Run("life", func(t *testing.T) {
		steps := []resource.TestStep{{
			Config: o.block(o.create), ConfigPlanChecks: o.planned(plancheck.ResourceActionCreate, o.known),
		}}
		for _, id := range slices.Sorted(maps.Keys(o.wrong)) {
			steps = append(steps, resource.TestStep{
				ResourceName: o.address(), ImportState: true, ImportStateId: id, ExpectError: regexp.MustCompile("(?s)" + o.wrong[id]),
			})
		}
		steps = append(steps, resource.TestStep{
			ResourceName: o.address(), ImportState: true, ImportStateId: o.id,
			ImportStateVerify: true, ImportStateVerifyIgnore: o.notImportable,
		})
		if o.update != "" {
			steps = append(steps, resource.TestStep{
				Config: o.block(o.update), ConfigPlanChecks: o.planned(plancheck.ResourceActionUpdate, o.updated),
			})
		}
		for _, id := range slices.Sorted(maps.Keys(o.others)) {
			steps = append(steps, resource.TestStep{
				Config: o.block(o.others[id]),
				ConfigPlanChecks: o.planned(plancheck.ResourceActionDestroyBeforeCreate, map[string]knownvalue.Check{
					"id": knownvalue.StringExact(id),
				}),
			})
		}
		cli.Test(t, steps...)
	})
	t.Run("import", func(t *testing.T) {
		// Nobody but the state knows the object, so an import knows its keys. If these are all, nothing is left to do; the
		// rest comes with an update in place.
		afterImport := plancheck.ResourceActionNoop
		if o.hasToHaveAll {
			afterImport = plancheck.ResourceActionUpdate
		}
		block := fmt.Sprintf("import {\n  to = %s\n  id = %q\n}\n", o.address(), o.id)
		steps := []resource.TestStep{{
			Config: o.block(o.minimal) + block,
			ConfigPlanChecks: o.planned(afterImport, map[string]knownvalue.Check{
				"id": knownvalue.StringExact(o.id),
			}),
		}}
		if o.update != "" {
			steps = append([]resource.TestStep{{
				Config: o.block(o.create) + block, PlanOnly: true, ExpectNonEmptyPlan: true,
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PostApplyPreRefresh: o.planned(plancheck.ResourceActionUpdate, o.known).PreApply,
				},
			}}, steps...)
		}
		cli.Test(t, steps...)
	})
	t.Run("identity", func(t *testing.T) {
		cli.TestWithIdentity(t,
			resource.TestStep{
				Config:            o.block(o.minimal),
				ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectIdentity(o.address(), o.identity)},
			},
			resource.TestStep{
				ResourceName: o.address(), ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity,
				ExpectNonEmptyPlan: o.hasToHaveAll,
			},
		)
	})
}

func textMap(keysAndValues ...string) knownvalue.Check {
	checks := map[string]knownvalue.Check{}
	for i := 0; i < len(keysAndValues); i += 2 {
		checks[keysAndValues[i]] = cli.Text(keysAndValues[i+1])
	}
	return knownvalue.MapExact(checks)
}
