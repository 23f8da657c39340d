// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ValidateClusterSet checks a cluster set that is given as a value. A hub ignores the selector of a set that does not select by
// labels; here it is a mistake.
func ValidateClusterSet(s *placement.ClusterSet, path *field.Path) field.ErrorList {
	errs := s.Validate(path.Child("name"), path)
	if s.LabelSelector != nil && (s.SelectorType == "" || s.SelectorType == placement.ExclusiveClusterSetLabel) {
		errs = append(errs, field.Forbidden(path.Child("label_selector"),
			`a set of this selector_type does not use it; to select by labels, set selector_type = "LabelSelector"`))
	}
	return errs
}

// ValidateClusters checks clusters that are given as values in an argument to those who choose from only one kind; empty is all
// kinds. They may be unknown in parts. Two of one name are a mistake if they are of one kind, or if both are chosen from.
// KindKnown reports whether the kind of a cluster is known already; if it is not, this is not checked. It may be nil.
func ValidateClusters(
	argument string, clusters []placement.Cluster, only placement.ClusterKind, kindKnown func(int) bool,
) field.ErrorList {
	var validator placement.Validator
	var errs, repeated field.ErrorList
	first := make(map[identity]int, len(clusters))
	for i := range clusters {
		cluster := &clusters[i]
		if kindKnown != nil && !kindKnown(i) {
			continue
		}
		errs = append(errs, ValidateCluster(&validator, cluster, only, field.NewPath(argument).Index(i))...)
		id := identityOf(only, cluster)
		prior, known := first[id]
		switch {
		case cluster.Name == "":
		case !known:
			first[id] = i
		default:
			detail := fmt.Sprintf("%s[%d] already has this name", argument, prior)
			if other := clusters[prior].Kind; cluster.Kind != "" && other != "" && cluster.Kind != other {
				detail += fmt.Sprintf(", as a %s; set kind to choose from one kind of cluster", other)
			}
			repeated = append(repeated, &field.Error{
				Type: field.ErrorTypeDuplicate, Field: fmt.Sprintf("%s[%d].name", argument, i), BadValue: cluster.Name, Detail: detail,
			})
		}
	}
	return append(errs, repeated...)
}

// ValidateCluster checks a cluster as the hub of its kind does. One without a kind is checked as the kind that is asked for,
// or as a ManagedCluster.
func ValidateCluster(
	validator *placement.Validator, c *placement.Cluster, only placement.ClusterKind, path *field.Path,
) field.ErrorList {
	if misplaced := misplacedResources(c.Properties, path.Child("properties")); len(misplaced) > 0 {
		return misplaced
	}
	switch cmp.Or(c.Kind, only, placement.ManagedCluster) {
	case placement.ManagedCluster:
		return append(validator.Cluster(c, ClusterPaths(path)), validateAgent(c.Agent, path.Child("agent"))...)
	case placement.MemberCluster:
		return append(validator.MemberCluster(asMember(c), ClusterPaths(path)), validateAgent(c.Agent, path.Child("agent"))...)
	}
	return field.ErrorList{excerpt.NotSupported(path.Child("kind"), c.Kind, placement.ClusterKinds)}
}

// misplacedResources are properties that KubeFleet reads from the resources of a cluster alone, so that they would be ignored.
func misplacedResources(properties map[string]string, path *field.Path) (errs field.ErrorList) {
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if attribute, resource := AmountOf(name); attribute != "" {
			errs = append(errs, field.Forbidden(path.Key(name), fmt.Sprintf("KubeFleet ignores it: it takes it from the resources of the "+
				"cluster. Set %s = { %s = ... } of the cluster", attribute, excerpt.Text(resource))))
		}
	}
	return errs
}

// AmountOf is the attribute of a cluster that has the amount of a resource that a property of KubeFleet is, and the resource;
// empty for another property.
func AmountOf(property string) (attribute, resource string) {
	rest, isAmount := strings.CutPrefix(property, placement.ResourcePropertyPrefix)
	if !isAmount {
		return "", ""
	}
	name, resource, _ := strings.Cut(rest, "-")
	return map[string]string{"total": "capacity", "allocatable": "allocatable", "available": "available"}[name], resource
}

// asMember is a cluster as KubeFleet checks it. One without a kind may have the taints of an unhealthy cluster, with an effect
// that KubeFleet does not have: there, every taint that is not tolerated keeps new placements away.
func asMember(c *placement.Cluster) *placement.Cluster {
	isHealth := func(t placement.Taint) bool {
		return t.Effect == placement.NoSelect && (t.Key == placement.TaintUnavailable || t.Key == placement.TaintUnreachable)
	}
	if c.Kind != "" || !slices.ContainsFunc(c.Taints, isHealth) {
		return c
	}
	member := *c
	member.Taints = slices.Clone(c.Taints)
	for i := range member.Taints {
		if isHealth(member.Taints[i]) {
			member.Taints[i].Effect = placement.NoSchedule
		}
	}
	return &member
}

var conditionStatuses = []metav1.ConditionStatus{metav1.ConditionTrue, metav1.ConditionFalse, metav1.ConditionUnknown}

// validateAgent checks the conditions of an agent: a cluster whose agent has another status is silently not chosen.
func validateAgent(agent *placement.MemberAgent, path *field.Path) field.ErrorList {
	if agent == nil {
		return nil
	}
	var errs field.ErrorList
	for name, condition := range map[string]placement.AgentCondition{"joined": agent.Joined, "healthy": agent.Healthy} {
		if status := metav1.ConditionStatus(condition.Status); status != "" && !slices.Contains(conditionStatuses, status) {
			errs = append(errs, excerpt.NotSupported(path.Child(name, "status"), status, conditionStatuses))
		}
	}
	slices.SortFunc(errs, func(a, b *field.Error) int { return cmp.Compare(a.Field, b.Field) })
	return errs
}

// ClusterPaths are where a cluster that is given as a value has its fields; at is nil for a configuration that is one.
func ClusterPaths(path *field.Path) placement.ClusterPaths {
	return placement.ClusterPaths{
		Name: path.Child("name"), Labels: path.Child("labels"), Claims: path.Child("claims"), Taints: path.Child("taints"),
	}
}

// ValidateSets checks the cluster sets, their bindings and the scores that are given as values.
func (f *Fleet) ValidateSets() (errs field.ErrorList) {
	errs = placement.ValidateEach(f.ClusterSets, field.NewPath("cluster_sets"), ValidateClusterSet)
	errs = append(errs, Duplicates("cluster_sets", "name", len(f.ClusterSets),
		func(i int) string { return f.ClusterSets[i].Name })...)
	errs = append(errs, Duplicates("cluster_set_bindings", "name", len(f.Bindings), func(i int) string {
		return joined(f.Bindings[i].Namespace, f.Bindings[i].Name)
	})...)
	errs = append(errs, Duplicates("scores", "name", len(f.Scores), func(i int) string {
		return joined(f.Scores[i].Cluster, f.Scores[i].Name)
	})...)
	errs = append(errs, placement.ValidateEach(f.Bindings, field.NewPath("cluster_set_bindings"), ValidateBinding)...)
	for i := range f.Scores {
		path := field.NewPath("scores").Index(i)
		errs = append(errs, validateNames(path, "cluster", f.Scores[i].Cluster, "name", f.Scores[i].Name)...)
		errs = append(errs, f.Scores[i].Validate(path.Child("scores"))...)
	}
	return errs
}

// ValidateBinding checks the binding of a cluster set that is given as a value.
func ValidateBinding(b *placement.Binding, path *field.Path) field.ErrorList {
	return validateNames(path, "name", b.Name, "namespace", b.Namespace)
}

// ValidateTargets finds the targets that are given twice.
func (f *Fleet) ValidateTargets() field.ErrorList {
	return Duplicates("targets", "name", len(f.Targets), func(i int) string {
		if f.Targets[i].Name == "" {
			return ""
		}
		return f.Targets[i].Kind + " " + f.Targets[i].Key()
	})
}

// joined identifies an object in a namespace. It is empty if a name is missing, which is another mistake.
func joined(namespace, name string) string {
	if namespace == "" || name == "" {
		return ""
	}
	return namespace + "/" + name
}

// validateNames checks attributes that are names of objects, given as attribute and value. An empty name is one that is missing.
func validateNames(path *field.Path, names ...string) field.ErrorList {
	var errs field.ErrorList
	for pair := range slices.Chunk(names, 2) {
		if pair[1] == "" {
			errs = append(errs, field.Required(path.Child(pair[0]), "the name must not be empty"))
			continue
		}
		errs = append(errs, placement.ValidateName(pair[1], path.Child(pair[0]))...)
	}
	return errs
}

// Duplicates finds the elements of a list whose name an earlier one has. A name that is empty is another mistake.
func Duplicates(list, attribute string, size int, name func(int) string) field.ErrorList {
	var errs field.ErrorList
	names := make(map[string]int, size)
	for i := range size {
		first, known := names[name(i)]
		switch {
		case name(i) == "":
		case known:
			errs = append(errs, &field.Error{
				Type: field.ErrorTypeDuplicate, Field: fmt.Sprintf("%s[%d].%s", list, i, attribute), BadValue: name(i),
				Detail: fmt.Sprintf("%s[%d] already has this name", list, first),
			})
		default:
			names[name(i)] = i
		}
	}
	return errs
}
