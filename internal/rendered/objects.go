// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// maxObjects and maxText bound the objects of an argument.
const (
	maxObjects = 100_000
	maxText    = 256 << 20
)

// Objects are objects of any kind, as values or in texts.
type Objects []Object

// Object is an object, and where it was written.
type Object struct {
	resources.Object
	// Element is the index of the element of a list that it is in.
	Element int
	raw     []byte
}

// AddObject adds an object.
func (o *Objects) AddObject(element int, fields map[string]any) {
	raw, err := json.Marshal(fields)
	if err != nil {
		panic(err) // A value of Terraform is JSON.
	}
	content, err := resources.Decode(raw)
	if err != nil {
		panic(err)
	}
	*o = append(*o, Object{resources.NewObject(content), element, raw})
}

// AddText adds the objects of a text.
func (o *Objects) AddText(element int, text string) error {
	return o.AddTextUntil(context.Background(), element, text)
}

// AddTextUntil adds the objects of a text until ctx ends.
func (o *Objects) AddTextUntil(ctx context.Context, element int, text string) error {
	if len(text) > maxText {
		return fmt.Errorf("found a text of %d bytes; it can have %d bytes", len(text), maxText)
	}
	documents, err := document.Split(ctx, text)
	if err != nil {
		return err
	}
	for _, d := range documents {
		if err := o.add(element, d.JSON); err != nil {
			return fmt.Errorf("document %d: %w", d.Number, err)
		}
	}
	return nil
}

// AddJSON adds objects of a hub.
func (o *Objects) AddJSON(texts ...json.RawMessage) error {
	for _, text := range texts {
		if err := o.add(0, text); err != nil {
			return err
		}
	}
	return nil
}

func (o *Objects) add(element int, raw []byte) error {
	content, err := resources.Decode(raw)
	if err != nil {
		return err
	}
	return o.Join(Objects{{resources.NewObject(content), element, raw}})
}

// Join adds objects. It is an error if there are too many.
func (o *Objects) Join(more Objects) error {
	if len(*o)+len(more) > maxObjects {
		return fmt.Errorf("there are more than %d objects; the provider renders no more", maxObjects)
	}
	*o = append(*o, more...)
	return nil
}

// Objects are the contents of all objects.
func (o *Objects) Objects() []map[string]any {
	return lists.Map(*o, func(object Object) map[string]any { return object.Content })
}

// missing says what an object lacks that identifies it; empty if it lacks nothing.
func (o *Object) missing() string {
	content := unstructured.Unstructured{Object: o.Content}
	switch {
	case content.GetAPIVersion() == "":
		return "apiVersion must be set"
	case o.Kind == "":
		return "kind must be set"
	case o.Name == "":
		return "metadata.name must be set"
	}
	return ""
}

// IsOverride reports whether a kind is one of overrides of KubeFleet.
func IsOverride(group, kind string) bool {
	overrides, groupKind := hubobject.KubeFleet.Overrides, schema.GroupKind{Group: group, Kind: kind}
	return groupKind == overrides.Cluster.GroupKind || groupKind == overrides.Namespaced.GroupKind
}

// Placement returns the placement of a name among the objects, or nil. Without a namespace it is a ClusterResourcePlacement.
func (o Objects) Placement(ctx context.Context, namespace, name string) (*manifest.Placement, error) {
	kind := hubobject.KubeFleet.Placements.KindIn(namespace)
	id := resources.ID{Group: kind.Group, Kind: kind.Kind, Namespace: namespace, Name: name}
	for i := range o {
		if id.Version = o[i].Version; id == o[i].ID {
			placement, err := manifest.ReadPlacement(ctx, string(o[i].raw))
			return &placement, err
		}
	}
	return nil, nil
}

// Merge joins the objects that are not there yet.
func (o *Objects) Merge(more Objects) error {
	known := lists.Set(*o, func(object Object) resources.ID { return object.ID })
	var further Objects
	for i := range more {
		if !known[more[i].ID] {
			known[more[i].ID], further = true, append(further, more[i])
		}
	}
	return o.Join(further)
}

// Overrides are those among the objects. A field that the API does not have is an error.
func (o Objects) Overrides() ([]resources.Override, error) {
	var list []resources.Override
	indexes := o.indexes()
	for i := range o {
		if !IsOverride(o[i].Group, o[i].Kind) {
			continue
		}
		override, err := o[i].override(indexes)
		if err != nil {
			return nil, err
		}
		list = append(list, override)
	}
	return list, nil
}

// NeedSnapshots reports whether the order of the overrides among the objects depends on their snapshots. An override that cannot
// be read is an error where it is used.
func (o Objects) NeedSnapshots() bool {
	overrides, err := o.Overrides()
	return err == nil && resources.NeedsIndexes(overrides)
}

// IsOverrideSnapshot reports whether a kind is one of the snapshots of overrides of KubeFleet.
func IsOverrideSnapshot(group, kind string) bool {
	overrideKind, isSnapshot := strings.CutSuffix(kind, "Snapshot")
	return isSnapshot && IsOverride(group, overrideKind)
}

// indexes are those of the latest snapshots of overrides, as far as there are snapshots among the objects.
func (o Objects) indexes() map[resources.ID]int {
	indexes := map[resources.ID]int{}
	for i := range o {
		if !IsOverrideSnapshot(o[i].Group, o[i].Kind) {
			continue
		}
		end := strings.LastIndexByte(o[i].Name, '-')
		index, err := strconv.Atoi(o[i].Name[end+1:])
		if end < 0 || err != nil {
			continue
		}
		id := OverrideID(&resources.Override{Namespace: o[i].Namespace, Name: o[i].Name[:end]})
		indexes[id] = max(indexes[id], index)
	}
	return indexes
}

// override reads an override, whose index is among the indexes. A field that the API does not have is an error.
func (o *Object) override(indexes map[resources.ID]int) (resources.Override, error) {
	override := resources.Override{Namespace: o.Namespace, Name: o.Name}
	override.Index = indexes[OverrideID(&override)]
	spec, err := json.Marshal(o.Content["spec"])
	if err != nil {
		return override, err
	}
	decoder := json.NewDecoder(strings.NewReader(string(spec)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&override.Spec); err != nil {
		return override, fmt.Errorf("%s: spec: %w", excerpt.Text(o.String()), err)
	}
	return override, nil
}
