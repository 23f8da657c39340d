// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// naive renders by the rules for one cluster and one object at a time, on decoded values, and keeps nothing.
type naive struct {
	objects []resources.Object
	request *resources.Question
}

// naiveObject is an object that is placed, and the envelope that holds it.
type naiveObject struct {
	id       resources.ID
	content  map[string]any
	envelope *resources.ID
}

// naiveCluster is what a cluster gets: messages, or manifests by the names of Works.
type naiveCluster struct {
	Overrides []string
	Failures  []string
	Works     map[string][]string
	Refused   map[string][]string
}

const fleetGroup = "placement.kubernetes-fleet.io"

func isNaiveEnvelope(id resources.ID) bool { return id.Group == fleetGroup }

// clusterScoped holds for the kinds of the random requests.
func clusterScoped(id resources.ID) bool {
	return id.Kind == "Namespace" || id.Kind == "ClusterRole" || id.Kind == "ClusterResourceEnvelope"
}

// addContent adds everything in a namespace.
func (n *naive) addContent(of *resources.Object, add func(*resources.Object) error) error {
	var err error
	for i := range n.objects {
		if inside := &n.objects[i]; of.Kind == "Namespace" && inside.Namespace == of.Name {
			err = errors.Join(err, add(inside))
		}
	}
	return err
}

func naiveSelects(s *kubefleet.ResourceSelector, o *resources.Object) bool {
	metadata, _ := o.Content["metadata"].(map[string]any)
	set := labels.Set{}
	for key, value := range asMap(metadata["labels"]) {
		set[key], _ = value.(string)
	}
	selector, _ := metav1.LabelSelectorAsSelector(s.LabelSelector)
	return o.Group == s.Group && o.Version == s.Version && o.Kind == s.Kind && (s.Name != "" && s.Name == o.Name ||
		s.Name == "" && (s.LabelSelector == nil || selector.Matches(set)))
}

// selected returns what the placement selects in its order. It fails for a duplicate.
func (n *naive) selected() ([]naiveObject, error) {
	var list []naiveObject
	seen := map[resources.ID]bool{}
	add := func(o *resources.Object) error {
		if o.Kind == "ConfigMap" && o.Name == "kube-root-ca.crt" {
			return nil
		}
		if seen[o.ID] {
			return errors.New("found duplicate resource")
		}
		seen[o.ID] = true
		list = append(list, naiveObject{id: o.ID, content: naiveStrip(o.Content)})
		return nil
	}
	for _, s := range n.request.Placement.Selectors {
		for i := range n.objects {
			o := &n.objects[i]
			if !naiveSelects(&s, o) || n.request.Placement.Namespace != o.Namespace {
				continue
			}
			if err := errors.Join(add(o), n.addContent(o, add)); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(list, func(a, b naiveObject) int {
		known := []string{"Namespace", "ConfigMap", "ClusterRole", "Deployment", "ClusterResourceEnvelope", "ResourceEnvelope"}
		return cmp.Or(cmp.Compare(slices.Index(known, a.id.Kind), slices.Index(known, b.id.Kind)),
			cmp.Compare(a.id.Namespace+"/"+a.id.Name, b.id.Namespace+"/"+b.id.Name))
	})
	return list, nil
}

func asMap(value any) map[string]any {
	fields, _ := value.(map[string]any)
	return fields
}

func naiveStrip(content map[string]any) map[string]any {
	content = decoded(encoded(content)).(map[string]any)
	delete(content, "status")
	delete(asMap(content["metadata"]), "uid")
	if annotations, ok := asMap(content["metadata"])["annotations"].(map[string]any); ok && len(annotations) == 0 {
		delete(asMap(content["metadata"]), "annotations")
	}
	return content
}

func encoded(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func decoded(text string) any {
	content, err := resources.Decode([]byte(`{"v":` + text + `}`))
	if err != nil {
		panic(err)
	}
	return content["v"]
}

// manifestsOf returns the manifests of a resource: itself, or those of an envelope in the order of its Work.
func manifestsOf(o naiveObject) []naiveObject {
	if !isNaiveEnvelope(o.id) {
		return []naiveObject{o}
	}
	var list []naiveObject
	data := asMap(o.content["data"])
	for _, key := range slices.Sorted(maps.Keys(data)) {
		list = append(list, naiveObject{id: resources.NewObject(asMap(data[key])).ID, content: asMap(data[key]), envelope: &o.id})
	}
	slices.SortStableFunc(list, func(a, b naiveObject) int { return strings.Compare(encoded(b.content), encoded(a.content)) })
	return list
}

// selects says how often an override selects an object when it is applied.
func selects(o *resources.Override, id resources.ID) int {
	count := 0
	for _, s := range o.Spec.ClusterResourceSelectors {
		own := s.Group == id.Group && s.Version == id.Version && s.Kind == id.Kind && s.Name == id.Name && clusterScoped(id)
		namespace := s.Group == "" && s.Version == "v1" && s.Kind == "Namespace" && s.Name == id.Namespace && !clusterScoped(id)
		if own || namespace {
			count++
		}
	}
	for _, s := range o.Spec.ResourceSelectors {
		if s.Group == id.Group && s.Version == id.Version && s.Kind == id.Kind && s.Name == id.Name && o.Namespace == id.Namespace &&
			!clusterScoped(id) {
			count++
		}
	}
	return count
}

// named returns the overrides that reach the placement, in their order.
func (n *naive) named(selected []naiveObject) []*resources.Override {
	var list []*resources.Override
	for i := range n.request.Overrides {
		o := &n.request.Overrides[i]
		if !slices.ContainsFunc(selected, func(object naiveObject) bool { return offers(o, object) }) {
			continue
		}
		key, reference := n.request.Placement.Name, o.Spec.Placement
		if n.request.Placement.Namespace != "" {
			key = n.request.Placement.Namespace + "/" + key
		}
		if reference != nil && o.Namespace != "" && reference.Scope == resources.NamespacedScope {
			if key != o.Namespace+"/"+reference.Name {
				continue
			}
		} else if reference != nil && key != reference.Name {
			continue
		}
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b *resources.Override) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Snapshot(), b.Snapshot()))
	})
	return list
}

// offers says whether an object, or an envelope with what is in it, makes an override named.
func offers(o *resources.Override, object naiveObject) bool {
	if !isNaiveEnvelope(object.id) {
		return selects(o, object.id) > 0
	}
	if object.id.Kind == "ResourceEnvelope" && selects(o, resources.ID{Namespace: object.id.Namespace}) > 0 {
		return true
	}
	for _, m := range manifestsOf(object) {
		right := clusterScoped(m.id) && m.id.Namespace == ""
		if object.id.Kind == "ResourceEnvelope" {
			right = !clusterScoped(m.id) && m.id.Namespace == object.id.Namespace
		}
		if right && selects(o, m.id) > 0 {
			return true
		}
	}
	return false
}

// matches says whether a rule matches a cluster.
func matches(rule *resources.OverrideRule, cluster *resources.Cluster) bool {
	if rule.ClusterSelector == nil {
		return false
	}
	for _, term := range rule.ClusterSelector.ClusterSelectorTerms {
		selector, _ := metav1.LabelSelectorAsSelector(term.LabelSelector)
		if term.LabelSelector != nil && selector.Matches(labels.Set(cluster.Labels)) {
			return true
		}
	}
	return len(rule.ClusterSelector.ClusterSelectorTerms) == 0
}

// cluster renders for a cluster.
func (n *naive) cluster(selected []naiveObject, cluster *resources.Cluster) naiveCluster {
	answer := naiveCluster{Works: map[string][]string{}, Refused: map[string][]string{}}
	var overrides []*resources.Override
	for _, o := range n.named(selected) {
		if slices.ContainsFunc(o.Spec.Policy.OverrideRules, func(r resources.OverrideRule) bool { return matches(&r, cluster) }) {
			overrides = append(overrides, o)
			answer.Overrides = append(answer.Overrides, path(o.Namespace, o.Snapshot()))
		}
	}
	base := n.request.Placement.Name + "-work"
	if n.request.Placement.Namespace != "" {
		base = n.request.Placement.Namespace + "." + base
	}
	answer.Works[base] = nil
	for _, object := range selected {
		work := base
		if isNaiveEnvelope(object.id) {
			work = object.id.String()
			answer.Works[work] = nil
		}
		if wrong := wronglyWrapped(object); wrong != "" {
			answer.Failures = append(answer.Failures, wrong)
			continue
		}
		for _, m := range manifestsOf(object) {
			content, why := m.overridden(overrides, cluster)
			switch {
			case why != "":
				answer.Failures = append(answer.Failures, why)
			case content != nil:
				answer.Works[work] = append(answer.Works[work], encoded(content))
				answer.Refused[work] = append(answer.Refused[work], fmt.Sprint(resources.Refused(asMap(content))))
			}
		}
	}
	if len(answer.Failures) > 0 {
		answer.Works, answer.Refused = nil, nil
	}
	return answer
}

// wronglyWrapped is the key of the first manifest of an envelope that belongs into another one.
func wronglyWrapped(o naiveObject) string {
	data := asMap(o.content["data"])
	for _, key := range slices.Sorted(maps.Keys(data)) {
		if isNaiveEnvelope(o.id) && resources.NewObject(asMap(data[key])).Namespace != o.id.Namespace {
			return "object " + key + " ("
		}
	}
	return ""
}

// overridden applies the overrides to an object; nil is a deleted one.
func (o naiveObject) overridden(overrides []*resources.Override, cluster *resources.Cluster) (content any, why string) {
	content = decoded(encoded(o.content))
	deleted := false
	for _, override := range overrides {
		for range selects(override, o.id) {
			for _, rule := range override.Spec.Policy.OverrideRules {
				if !matches(&rule, cluster) {
					continue
				}
				if rule.OverrideType == resources.DeleteOverride {
					deleted = true
					break
				}
				var err error
				if content, err = naivePatches(content, rule.JSONPatchOverrides, cluster, deleted); err != nil {
					return nil, fmt.Sprintf("%q failed to apply on %s: %s", override.Snapshot(), o.id, err)
				}
			}
		}
	}
	if deleted {
		return nil, ""
	}
	return content, ""
}
