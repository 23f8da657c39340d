// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package inventory reads a fleet: the objects of texts, or the lists of an API server.
package inventory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// Fleet is a fleet and its placements, as read from manifests or from a hub.
type Fleet struct {
	placement.Inventory
	// FromHub says that the objects are those of a hub. Without it they are those of manifests.
	FromHub bool
	// ClusterPlaces and TargetPlaces are the positions of Clusters and Targets, in the same order.
	ClusterPlaces, TargetPlaces []document.Place
	// KubeFleetPlacements has the ClusterResourcePlacements and ResourcePlacements.
	KubeFleetPlacements []kubefleet.Placement
	// DisruptionBudgets has the ClusterResourcePlacementDisruptionBudgets.
	DisruptionBudgets []kubefleet.DisruptionBudget
	// PolicySnapshots has the ClusterSchedulingPolicySnapshots and SchedulingPolicySnapshots of manifests.
	PolicySnapshots []apiobject.PolicySnapshot
	// PlacementRules has the hybrid placement rules.
	PlacementRules []apiobject.PlacementRule
	// Placements are the placements of manifests, which have not been read further; a hub lists its own apart.
	Placements []PlacementObject
	// Skipped counts the objects of kinds that no scheduler uses, by kind.
	Skipped []SkippedKind
}

// PlacementObject is a placement of a text, and the index of the text.
type PlacementObject struct {
	Text   int
	Object document.Document
}

// SkippedKind is a kind with the number of its objects that were skipped.
type SkippedKind struct {
	// Kind is the kind with its group, such as "Deployment.apps".
	Kind  string
	Count int
}

// DidYouMean suggests a kind of cluster for a kind whose group or name is misspelt; it is empty for any other.
func (k SkippedKind) DidYouMean() string {
	kinds := []string{api.ClusterProfileKind + "." + api.InventoryGroup}
	for _, kind := range placement.ClusterKinds {
		kinds = append(kinds, api.GroupKind(kind))
	}
	return api.DidYouMean(k.Kind, kinds...)
}

// ReadFleet reads the objects of texts. A mistake is a *document.Error; two objects of the same kind and name are one. When ctx
// ends, ReadFleet returns an error that wraps the context's.
func ReadFleet(ctx context.Context, texts ...string) (Fleet, error) {
	r := reader{
		decode: decode.Object, validator: &placement.Validator{}, seen: map[objectKey]document.Place{}, skipped: map[string]int{},
	}
	for i, text := range texts {
		err := r.readText(ctx, text)
		if ended := ctx.Err(); ended != nil {
			return Fleet{}, fmt.Errorf("reading the manifests was interrupted: %w", ended)
		}
		if err != nil {
			var mistake *document.Error
			if errors.As(err, &mistake) {
				mistake.Text, mistake.Several = i, len(texts) > 1
			}
			return Fleet{}, err
		}
		r.text++
	}
	for kind, count := range r.skipped {
		r.fleet.Skipped = append(r.fleet.Skipped, SkippedKind{Kind: kind, Count: count})
	}
	slices.SortFunc(r.fleet.Skipped, func(a, b SkippedKind) int { return cmp.Compare(a.Kind, b.Kind) })
	return r.fleet, nil
}

func (r *reader) readText(ctx context.Context, text string) error {
	list, err := document.Split(ctx, text)
	if err != nil {
		return err
	}
	for i := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.readObject(&list[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) readObject(doc *document.Document) error {
	h, err := decode.ReadHeader(doc.JSON, doc.Header)
	if err != nil {
		return doc.Mistake("", err)
	}
	if h != r.header {
		r.kind = h.GroupKind()
	}
	kind := r.kind
	r.header = h
	if placementKinds[kind] {
		r.fleet.Placements = append(r.fleet.Placements, PlacementObject{r.text, *doc})
	}
	add, known := kinds[kind]
	if !known {
		r.skipped[kind]++
		return nil
	}
	if err := api.CheckVersion(h, kind); err != nil {
		return doc.Mistake(strings.TrimSuffix(h.Kind+"/"+decode.NameOf(doc.JSON), "/"), err)
	}
	r.here = document.Place{Text: r.text, Document: doc.Number}
	object, err := add(r, doc.JSON)
	name := h.Kind + "/" + object.name
	if object.name == "" {
		// An error before the name prevents it from being read.
		name = strings.TrimSuffix(name+decode.NameOf(doc.JSON), "/")
	}
	if err == nil {
		err = decode.FirstOf(object.mistakes)
	}
	if err != nil {
		return doc.Mistake(name, err)
	}
	if object.isOther {
		r.skipped[kind]++
		return nil
	}
	key := objectKey{kind, object.namespace, object.name}
	if first, ok := r.seen[key]; ok {
		where := fmt.Sprintf("document %d", first.Document)
		if first.Text != r.here.Text {
			where = first.String()
		}
		return doc.Mistake(name, errors.New("duplicate object: already defined in "+where))
	}
	r.seen[key] = r.here
	return nil
}
