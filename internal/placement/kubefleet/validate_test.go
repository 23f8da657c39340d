// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"pgregory.net/rapid"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// policy reads a spec.policy.
func policy(t *testing.T, text string) kubefleet.Placement {
	t.Helper()
	req := kubefleet.Placement{Name: "web"}
	if err := yaml.UnmarshalStrict([]byte(text), &req); err != nil {
		t.Fatal(err)
	}
	return req
}

// problems formats errors as "path: type".
func problems(errs field.ErrorList) []string {
	var list []string
	for _, err := range errs {
		list = append(list, err.Field+": "+string(err.Type))
	}
	return list
}

// Where the terms of a policy are.
const (
	required  = "affinity.clusterAffinity.requiredDuringSchedulingIgnoredDuringExecution.clusterSelectorTerms"
	preferred = "affinity.clusterAffinity.preferredDuringSchedulingIgnoredDuringExecution"
)

func inRequired(term string) string {
	return "{placementType: PickAll, affinity: {clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " +
		"{clusterSelectorTerms: [" + term + "]}}}}"
}

func inPreferred(term string) string {
	return "{placementType: PickN, numberOfClusters: 1, affinity: {clusterAffinity: " +
		"{preferredDuringSchedulingIgnoredDuringExecution: [" + term + "]}}}"
}

func expressions(list string) string {
	return inRequired("{propertySelector: {matchExpressions: [" + list + "]}}")
}

func TestValidate(t *testing.T) {
	sortedBy := func(name string) string {
		return inPreferred("{weight: 1, preference: {propertySorter: {sortOrder: Ascending, name: " + name + "}}}")
	}
	invalid, forbidden, unsupported := ": FieldValueInvalid", ": FieldValueForbidden", ": FieldValueNotSupported"
	for name, tt := range map[string]struct {
		policy string
		want   []string
	}{
		"nothing":         {"{}", nil},
		"PickAll":         {"{placementType: PickAll, tolerations: [{operator: Exists}]}", nil},
		"an unknown type": {"{placementType: PickSome}", []string{"placementType" + unsupported}},
		"PickAll has none": {
			"{clusterNames: [a], numberOfClusters: 1, topologySpreadConstraints: [{topologyKey: zone}]}", []string{"clusterNames" +
				forbidden, "numberOfClusters" + forbidden, "topologySpreadConstraints" + forbidden},
		},
		"PickAll has not even empty ones": {"{placementType: PickAll, clusterNames: []}", []string{"clusterNames" + forbidden}},
		"PickAll prefers nothing": {
			"{placementType: PickAll, affinity: {clusterAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, " +
				"preference: {}}]}}}",
			[]string{preferred + forbidden},
		},
		"PickAll may have an empty affinity": {"{affinity: {clusterAffinity: {}}}", nil},
		"PickN": {
			"{placementType: PickN, numberOfClusters: 0, topologySpreadConstraints: [{topologyKey: zone}, {topologyKey: zone, maxSkew: " +
				"3, whenUnsatisfiable: ScheduleAnyway}]}", nil,
		},
		"PickN needs a number":          {"{placementType: PickN}", []string{"numberOfClusters: FieldValueRequired"}},
		"PickN needs a positive number": {"{placementType: PickN, numberOfClusters: -1}", []string{"numberOfClusters" + invalid}},
		"PickN has no names": {
			"{placementType: PickN, numberOfClusters: 1, clusterNames: [a]}", []string{"clusterNames" + forbidden},
		},
		"PickFixed":                   {"{placementType: PickFixed, clusterNames: [a, b.example]}", nil},
		"PickFixed may have no names": {"{placementType: PickFixed}", nil},
		"PickFixed has nothing but names": {
			"{placementType: PickFixed, clusterNames: [a], numberOfClusters: 1, affinity: {}, topologySpreadConstraints: [], " +
				"tolerations: []}",
			[]string{
				"numberOfClusters" + forbidden, "affinity" + forbidden, "topologySpreadConstraints" + forbidden, "tolerations" + forbidden,
			},
		},
		"names": {
			"{placementType: PickFixed, clusterNames: [a, A_B, a, " + strings.Repeat("x", 64) + "]}",
			[]string{"clusterNames[1]" + invalid, "clusterNames[2]: FieldValueDuplicate", "clusterNames[3]: FieldValueTooLong"},
		},
		"a hundred names are enough": {
			"{placementType: PickFixed, clusterNames: [" + numbered("c", 101) + "]}", []string{"clusterNames: FieldValueTooMany"},
		},
		"spread": {
			"{placementType: PickN, numberOfClusters: 1, topologySpreadConstraints: [{topologyKey: '', maxSkew: 0, " +
				"whenUnsatisfiable: Never}]}",
			[]string{
				"topologySpreadConstraints[0].topologyKey: FieldValueRequired", "topologySpreadConstraints[0].maxSkew" +
					invalid, "topologySpreadConstraints[0].whenUnsatisfiable" + unsupported,
			},
		},
		"tolerations": {
			"{tolerations: [{key: gpu, operator: Exists, value: x}, {value: x}, {key: 'a b', operator: Exists}, {key: k, value: 'a b'}, " +
				"{key: k, operator: In}, {key: k, effect: NoSelect}]}",
			[]string{
				"tolerations[0].value" + invalid, "tolerations[1].key: FieldValueRequired", "tolerations[2].key" + invalid,
				"tolerations[3].value" + invalid, "tolerations[4].operator" + unsupported, "tolerations[5].effect" + unsupported,
			},
		},
		"a duplicate toleration, once with its default": {
			"{tolerations: [{key: k, value: v}, {key: k, value: v, operator: Equal}, {key: k, value: v, effect: NoSchedule}]}",
			[]string{"tolerations[1]: FieldValueDuplicate"},
		},
		"a hundred tolerations are enough": {
			"{tolerations: [" + numberedTolerations(101) + "]}", []string{"tolerations: FieldValueTooMany"},
		},
		"a required term cannot sort": {
			inRequired("{propertySorter: {name: cost, sortOrder: Ascending}}"), []string{required + "[0].propertySorter" + forbidden},
		},
		"a preferred term cannot select by properties": {
			inPreferred("{weight: 1, preference: {propertySelector: {matchExpressions: []}}}"),
			[]string{preferred + "[0].preference.propertySelector" + forbidden},
		},
		"ten required terms are enough": {
			inRequired(strings.TrimSuffix(strings.Repeat("{},", 11), ",")), []string{required + ": FieldValueTooMany"},
		},
		"label selectors": {
			inRequired("{}, {labelSelector: {matchExpressions: [{key: env, operator: Near}]}}"),
			[]string{required + "[1].labelSelector.matchExpressions[0].operator" + unsupported},
		},
		"weights": {
			inPreferred("{weight: 101, preference: {}}, {weight: -100, preference: {}}, {weight: -101, preference: {labelSelector: " +
				"{matchLabels: {'a b': x}}}}"),
			[]string{
				preferred + "[0].weight" + invalid, preferred + "[2].weight" + invalid, preferred +
					"[2].preference.labelSelector.matchLabels[a b]" + invalid,
			},
		},
		"a sort order": {
			inPreferred("{weight: 1, preference: {propertySorter: {name: cost, sortOrder: Up}}}"),
			[]string{preferred + "[0].preference.propertySorter.sortOrder" + unsupported},
		},
		"a requirement": {
			expressions("{name: 'a b', operator: In, values: []}, {name: cost, operator: Eq, values: ['1', '2']}, {name: cost, " +
				"operator: Eq, values: [cheap]}"),
			[]string{
				required + "[0].propertySelector.matchExpressions[0].name" + invalid,
				required + "[0].propertySelector.matchExpressions[0].operator" + unsupported,
				required + "[0].propertySelector.matchExpressions[0].values" + invalid,
				required + "[0].propertySelector.matchExpressions[1].values" + invalid,
				required + "[0].propertySelector.matchExpressions[2].values[0]" + invalid,
			},
		},
		"a resource property": {sortedBy("resources.kubernetes-fleet.io/available-cpu"), nil},
		"a resource with a dash, which the scheduler rejects": {sortedBy("resources.kubernetes-fleet.io/total-ephemeral-storage"), nil},
		"an unknown capacity": {
			sortedBy("resources.kubernetes-fleet.io/spare-cpu"), []string{preferred + "[0].preference.propertySorter.name" + invalid},
		},
		"no dash": {
			sortedBy("resources.kubernetes-fleet.io/total"), []string{preferred + "[0].preference.propertySorter.name" + invalid},
		},
		"a name without slash": {sortedBy("cost"), nil},
		"a name with slashes":  {sortedBy("example.com/team/cost"), nil},
		"a bad first segment":  {sortedBy("-x/cost"), []string{preferred + "[0].preference.propertySorter.name" + invalid}},
		"a bad other segment":  {sortedBy("example.com/co$t"), []string{preferred + "[0].preference.propertySorter.name" + invalid}},
	} {
		t.Run(name, func(t *testing.T) {
			req := policy(t, tt.policy)
			if diff := cmp.Diff(tt.want, problems(req.Validate()), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff, req.Validate().ToAggregate())
			}
		})
	}
}

func numbered(prefix string, n int) string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprint(prefix, i))
	}
	return strings.Join(names, ", ")
}

func numberedTolerations(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("{key: k%d, operator: Exists}", i))
	}
	return strings.Join(list, ", ")
}

// TestContradictions has requirements on one property that no value can meet.
func TestContradictions(t *testing.T) {
	for expressions, message := range map[string]string{
		"Eq 1, Eq 1000m":     "",
		"Eq 1, Eq 2":         "both 1 and 2",
		"Eq 1, Ne 1000m":     "both equal and not equal 1",
		"Eq 1, Ne 2":         "",
		"Gt 1, Lt 1":         "exclude every value",
		"Gt 1, Le 1":         "exclude every value",
		"Ge 1, Lt 1":         "exclude every value",
		"Ge 1, Le 1":         "",
		"Ge 2, Le 1":         "exclude every value",
		"Gt 1, Ge 1, Le 1":   "exclude every value",
		"Ge 1, Gt 1, Le 1":   "exclude every value",
		"Le 5, Lt 5, Lt 9":   "",
		"Ge 1, Ge 3, Le 2":   "lower bound 3",
		"Eq 5, Gt 5":         "below the lower bound",
		"Eq 5, Ge 5, Le 5":   "",
		"Eq 5, Lt 5":         "above the upper bound",
		"Eq 1Gi, Le 1G":      "above the upper bound",
		"Ne 1, Ne 1":         "",
		"Gt 1, Lt 2, Ge 0.5": "",
	} {
		t.Run(expressions, func(t *testing.T) {
			selector := &kubefleet.PropertySelector{}
			for _, e := range strings.Split(expressions, ", ") {
				operator, value, _ := strings.Cut(e, " ")
				selector.MatchExpressions = append(selector.MatchExpressions,
					kubefleet.PropertySelectorRequirement{Name: "cost", Operator: operator, Values: []string{value}})
			}
			req := pickAll()
			affinityOf(&req).Required = &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{
				{PropertySelector: selector},
			}}
			errs := req.Validate()
			if message == "" && len(errs) == 0 {
				return
			}
			if message == "" || len(errs) != 1 || !strings.Contains(errs[0].Detail, message) {
				t.Errorf("got %v, want %q", errs, message)
			}
			// Requirements on different properties do not conflict.
			for i := range selector.MatchExpressions {
				selector.MatchExpressions[i].Name = fmt.Sprint("cost-", i)
			}
			if errs := req.Validate(); len(errs) > 0 {
				t.Error(errs)
			}
		})
	}
}

func TestValidateName(t *testing.T) {
	req := pickAll()
	req.Name = strings.Repeat("x", 64)
	if diff := cmp.Diff([]string{"metadata.name: FieldValueTooLong"}, problems(req.Validate())); diff != "" {
		t.Error(diff)
	}
}

func TestValidateUpdate(t *testing.T) {
	for name, tt := range map[string]struct {
		old, updated string
		want         []string
	}{
		"nothing":             {"{}", "{}", nil},
		"an explicit default": {"{}", "{placementType: PickAll}", nil},
		"another type": {
			"{}", "{placementType: PickN, numberOfClusters: 1}", []string{"placementType: FieldValueInvalid"},
		},
		"another number": {
			"{placementType: PickN, numberOfClusters: 1}", "{placementType: PickN, numberOfClusters: 2}", nil,
		},
		"a new toleration": {
			"{tolerations: [{key: a, value: x}]}", "{tolerations: [{key: b, operator: Exists}, {key: a, operator: Equal, value: x}]}", nil,
		},
		"a removed toleration": {"{tolerations: [{key: a, value: x}]}", "{}", []string{"tolerations: FieldValueInvalid"}},
		"a toleration with an effect": {
			"{tolerations: [{key: a, value: x}]}", "{tolerations: [{key: a, value: x, effect: NoSchedule}]}",
			[]string{"tolerations: FieldValueInvalid"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			old, updated := policy(t, tt.old), policy(t, tt.updated)
			if diff := cmp.Diff(tt.want, problems(updated.ValidateUpdate(&old.Spec)), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestSetDefaults: with the defaults of the API server, the scheduler sees what the CRD promises.
func TestSetDefaults(t *testing.T) {
	req := policy(t, "{topologySpreadConstraints: [{topologyKey: zone}], tolerations: [{key: gpu, value: 'true'}, "+
		"{operator: Exists}]}")
	req.SetDefaults()
	want := policy(t, `{placementType: PickAll, topologySpreadConstraints: [{topologyKey: zone, maxSkew: 1, whenUnsatisfiable: DoNotSchedule}],
tolerations: [{key: gpu, operator: Equal, value: 'true'}, {operator: Exists}]}`)
	if diff := cmp.Diff(want, req); diff != "" {
		t.Error(diff)
	}
}

// TestValidPlacementsAreScheduled: what admission accepts fails only on the values of the fleet.
func TestValidPlacementsAreScheduled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req, inv := genCase(t)
		if errs := req.Validate(); len(errs) > 0 {
			t.Fatal(errs)
		}
		schedule(t, req, inv)
	})
}
