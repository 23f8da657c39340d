// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
)

// resourceOverrideKind is multicluster_resource_override.
//
// # Resource resource_override
//
// An override of KubeFleet: what is different on some clusters in the objects that a placement puts there. It is a
// ClusterResourceOverride or, with a `namespace`, a ResourceOverride. What the hub would refuse is an error of the plan. With the
// provider's `hub`, it is the object there, and an apply ends when KubeFleet has taken its snapshot, within `timeouts`; otherwise
// it is only in the state. What a placement has rolled out before is not overridden, unless `placement` names it: let the
// placement depend on the override (`depends_on`).
var resourceOverrideKind = hubresource.Kind[hubobject.Override]{
	Element: reflect.TypeFor[hubobject.Override](),
	Validate: func(o *hubobject.Override) field.ErrorList {
		// The label of its snapshots has the name.
		mistakes := append(validateKeys(o.Namespace, o.Name), placement.ValidateLabelValue(o.Name, field.NewPath("name"))...)
		override := o.Rendered()
		return append(mistakes, override.Validate()...)
	},
	Warnings: overrideWarnings,
	Hub: managed.Kind[hubobject.Override]{
		Name: "resource_override", Keys: []string{"namespace", "name"}, OptionalKeys: 1,
		Kinds: hubobject.KubeFleet.Overrides.Kinds(),
		Apply: hubobject.ApplyOverride, Read: hubobject.ReadOverride,
		Siblings: func(ctx context.Context, target *managed.Target, o *hubobject.Override) (field.ErrorList, error) {
			return target.Hub.Plan.CheckSiblings(ctx, o)
		},
		Effects: func(ctx context.Context, target *managed.Target, what string, prior, overrideValue *hubobject.Override) finding.List {
			return target.Hub.Plan.Change(ctx, what, hubview.Change{Prior: overrideObject(prior), Planned: overrideObject(overrideValue)})
		},
		Immutable: overrideReplaced,
		Missing:   missingSnapshot,
		Arguments: []string{
			"labels", "annotations", "placement", "cluster_resource_selectors", "resource_selectors", "policy",
		},
		Imported: func(o *hubobject.Override) {
			o.Annotations = withoutControllers(o.Annotations, lastApplied)
		},
	},
}

// lastApplied is the annotation that kubectl apply sets.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// validateKeys finds the mistakes in the name of an object, and in its namespace if it has one.
func validateKeys(namespace, name string) field.ErrorList {
	mistakes := placement.ValidateName(name, field.NewPath("name"))
	if namespace != "" {
		mistakes = append(mistakes, placement.ValidateName(namespace, field.NewPath("namespace"))...)
	}
	return mistakes
}

// overrideObject is an override that a plan changes; nil if there is none.
func overrideObject(o *hubobject.Override) *hubview.Object {
	if o == nil {
		return nil
	}
	return hubview.OverrideObject(o.Rendered())
}

// missingSnapshot says that KubeFleet has not taken the snapshot of an override that was written. What it rolls out before that
// is not overridden, and is not corrected.
func missingSnapshot(ctx context.Context, client *hubview.Client, o *hubobject.Override, written *hub.Object) (string, error) {
	override, err := json.Marshal(written.Fields)
	if err != nil {
		return "", err
	}
	latest := hub.Selection{Namespace: o.Namespace, Labels: api.LatestOverrideSnapshot(o.Name)}
	taken, err := hub.ListAs(ctx, client.Client, o.SnapshotKind(), latest, func(snapshot []byte) ([]bool, error) {
		isTaken, err := hubobject.IsSnapshot(snapshot, override)
		return []bool{isTaken}, err
	})
	switch {
	case err != nil || slices.Contains(taken, true):
		return "", err
	case len(written.Finalizers()) == 0:
		return "KubeFleet has not seen the override: check that its hub agent runs.", nil
	}
	return "KubeFleet has not taken a snapshot of this spec, so that it rolls out nothing of it: check that its hub agent runs.", nil
}

// overrideReplaced is the warning about another placement, which the hub refuses.
func overrideReplaced(prior, o *hubobject.Override) finding.List {
	priorName, name := prior.Placement.String(), o.Placement.String()
	if priorName == name {
		return nil
	}
	return finding.List{finding.Warning("placement", "The resource override "+excerpt.Quote(o.Name)+" is replaced",
		fmt.Sprintf("placement: found %s, and on the hub it is for %s. The hub refuses that, so Terraform deletes the override and "+
			"creates it again. What is rolled out in between is not overridden.", name, priorName))}
}

// overrideWarnings are warnings about selectors that select nothing and rules that match no cluster.
func overrideWarnings(o *hubobject.Override) (findings finding.List) {
	for i := range o.ClusterResourceSelectors {
		s := &o.ClusterResourceSelectors[i]
		if ok, _ := kubefleet.IsNamespaced(s.Group, s.Kind); ok {
			findings = append(findings, finding.Warning(fmt.Sprintf("clusterResourceSelectors[%d].kind", i), "A selector selects nothing",
				fmt.Sprintf("found %s, a kind with a namespace: an override without a namespace selects it only by its Namespace. Select "+
					"the Namespace, or set namespace and resource_selectors.", excerpt.Quote(s.Kind))))
		}
	}
	for i := range o.ResourceSelectors {
		s := &o.ResourceSelectors[i]
		if ok, known := kubefleet.IsNamespaced(s.Group, s.Kind); known && !ok {
			findings = append(findings, finding.Warning(fmt.Sprintf("resourceSelectors[%d].kind", i), "A selector selects nothing",
				fmt.Sprintf("found %s, a kind without a namespace: an override with a namespace selects objects in it. Remove namespace "+
					"and set cluster_resource_selectors.", excerpt.Quote(s.Kind))))
		}
	}
	if o.Policy == nil {
		return findings
	}
	for i := range o.Policy.OverrideRules {
		if o.Policy.OverrideRules[i].ClusterSelector == nil {
			findings = append(findings, finding.Warning(fmt.Sprintf("policy.overrideRules[%d]", i), "A rule matches no cluster",
				"Without cluster_selector, a rule matches no cluster. For every cluster, set "+
					"cluster_selector = { cluster_selector_terms = [] }."))
		}
	}
	return findings
}
