// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Listing says which objects of a kind are listed.
type Listing struct {
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	Namespace     string                `json:"namespace,omitempty"`
}

// Validate finds the mistakes in what is listed.
func (l *Listing) Validate() field.ErrorList {
	errs := placement.ValidateLabelSelector(l.LabelSelector, field.NewPath("labelSelector"))
	if l.Namespace != "" {
		errs = append(errs, placement.ValidateName(l.Namespace, field.NewPath("namespace"))...)
	}
	return errs
}

// selection is what is listed of each kind.
func (l *Listing) selection() hub.Selection {
	selected := hub.Selection{Namespace: l.Namespace}
	if l.LabelSelector == nil {
		return selected
	}
	// It is valid, and one without requirements is empty: it selects every object.
	if selector, err := metav1.LabelSelectorAsSelector(l.LabelSelector); err == nil {
		selected.Labels = selector.String()
	}
	return selected
}

// Listed is an object of a list: what identifies it, and the resource as an import reads it. An object that cannot be read has a
// warning instead.
type Listed struct {
	Name    string
	Outputs map[string]any
	finding.List
}

// HasNamespaces reports whether objects of the kind may have a namespace.
func (k *Kind[T]) HasNamespaces() bool {
	return slices.ContainsFunc(k.Kinds, func(kind *hubobject.Kind) bool { return kind.IsNamespaced })
}

// List hands on the objects of all kinds that the hub has, at most limit, until push returns false. No limit is zero.
func (k *Kind[T]) List(ctx context.Context, target *Target, listing *Listing, limit int, push func(*Listed) bool) finding.List {
	if !target.IsKnownHub() {
		return failure("No hub to list", "Only objects on a hub are listed. Set hub in the configuration of the provider, with values "+
			"that are known.")
	}
	kinds, err := k.listedKinds(ctx, target, listing.Namespace != "")
	if err != nil {
		return finding.List{ErrorFinding("The list", err)}
	}
	pushed, selected := 0, listing.selection()
	for _, kind := range kinds {
		if selected.Limit = limit - pushed; limit > 0 && selected.Limit <= 0 {
			return nil
		}
		objects, err := hub.ListAs(ctx, target.Client.Client, kind, selected, func(raw []byte) ([]*Listed, error) {
			return []*Listed{k.listed(ctx, target, kind, len(kinds) > 1, raw)}, nil
		})
		if err != nil {
			return finding.List{ErrorFinding("The list of "+kind.String(), err)}
		}
		for _, object := range objects {
			if pushed++; !push(object) {
				return nil
			}
		}
	}
	return nil
}

// listedKinds are the kinds whose objects a list has: those that the hub has, at least one. Of the kinds of clusters, it is the
// one that the hub of the provider names. A list of one namespace has the kinds with a namespace only.
func (k *Kind[T]) listedKinds(ctx context.Context, target *Target, isNamespaced bool) ([]*hubobject.Kind, error) {
	kinds := slices.DeleteFunc(slices.Clone(k.Kinds), func(kind *hubobject.Kind) bool {
		cluster := kind.ClusterKind()
		return isNamespaced && !kind.IsNamespaced || cluster != "" && target.Hub.Kind != "" && cluster != target.Hub.Kind
	})
	return target.Client.Installed(ctx, &hub.MissingKindError{Kind: k.Kinds[0]}, kinds...)
}

// listed reads an object of a list.
func (k *Kind[T]) listed(
	ctx context.Context, target *Target, kind *hubobject.Kind, isOneOfSeveral bool, raw []byte,
) *Listed {
	object, err := target.Client.ReadObject(raw)
	var adopted *T
	if err == nil {
		adopted, err = k.Adopted(kind, object)
	}
	if err != nil {
		return &Listed{List: warning(kind.Kind+" is not listed", excerpt.Sentence(err.Error()))}
	}
	ref := k.referenceOf(kind, adopted)
	outputs, err := k.refreshed(ctx, &Existing[T]{
		Object: object, Reference: ref, Prior: adopted, IsImported: true, IsOneOfSeveral: isOneOfSeveral,
	})
	if err != nil {
		return &Listed{Name: ref.String(), List: failure("The list cannot be written",
			excerpt.Sentence(fmt.Sprintf("%s: %s", ref, err)))}
	}
	attributes := tfvalue.Attributes(adopted)
	for _, key := range k.Keys {
		outputs[key] = attributes[key]
	}
	outputs["id"], outputs[HubUID] = strings.TrimPrefix(ref.Namespace+"/"+ref.Name, "/"), target.HubUID
	return &Listed{Name: ref.String(), Outputs: outputs}
}
