// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"context"
	"encoding/json"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// object is an object of a list.
type object struct {
	raw             json.RawMessage
	namespace, name string
	labels          labels.Set
}

// liveSource reads each object from the hub.
type liveSource struct {
	*hub.Client
	// maxKept limits the size of the objects of clusters that are kept unless all of them are needed, in bytes.
	maxKept int
}

func (s *liveSource) get(ctx context.Context, ref hub.Reference) (json.RawMessage, error) {
	return s.Get(ctx, ref)
}

func (s *liveSource) find(ctx context.Context, ref hub.Reference) (json.RawMessage, error) {
	raw, err := s.get(ctx, ref)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	return raw, err
}

func (s *liveSource) list(ctx context.Context, kind *hubobject.Kind, selected hub.Selection) ([]object, error) {
	raws, err := s.List(ctx, kind, selected)
	if err != nil {
		return nil, err
	}
	objects := make([]object, len(raws))
	for i, raw := range raws {
		var header metav1.PartialObjectMetadata
		if err := json.Unmarshal(raw, &header); err != nil {
			return nil, s.Unreadable(hub.Reference{Kind: kind, Namespace: selected.Namespace}, err)
		}
		objects[i] = object{raw, header.Namespace, header.Name, header.Labels}
	}
	return objects, nil
}

func (s *liveSource) fleet(ctx context.Context, key fleetKey) (inventory.Fleet, error) {
	listed, err := s.listFleet(ctx, key)
	return listed.Fleet, err
}
