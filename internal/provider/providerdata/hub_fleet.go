// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// unknownHubError says that a part of the hub's configuration is not known yet.
type unknownHubError struct{ unknown []string }

// Error names what is unknown, and what to do.
func (e *unknownHubError) Error() string {
	return "the configuration of the provider's hub is not known yet: " + excerpt.List(e.unknown, ", ") +
		". Terraform still reads data sources during plan. Give the provider values that are known during plan, or make Terraform " +
		"read this data source during apply: add depends_on with the resource that the values come from"
}

// Connected returns the client of a hub. It is an error as long as its configuration is unknown.
func Connected(h *managed.Hub) (*hubview.Client, error) {
	if h.Client == nil {
		return nil, &unknownHubError{h.Unknown}
	}
	return h.Client, nil
}

// HubDiagnostic is the error about a hub that cannot be read for an attribute. An empty path is that of no attribute.
func HubDiagnostic(at path.Path, err error) diag.Diagnostic {
	title := "The hub cannot be read"
	var unknown *unknownHubError
	var missing *hub.MissingKindError
	switch {
	case errors.As(err, &unknown):
		return rawserver.UnknownConfiguration{
			ErrorDiagnostic: diag.NewErrorDiagnostic("The hub is not known yet", excerpt.Sentence(err.Error())),
		}
	case errors.As(err, &missing), errors.Is(err, ErrNoClusterKind), errors.Is(err, ErrNoPlacementKind):
		title = "The hub lacks a kind of objects"
	default:
		at = path.Empty()
	}
	text := apiserver.Explained(err)
	if len(at.Steps()) == 0 {
		return diag.NewErrorDiagnostic(title, text)
	}
	return diag.NewAttributeErrorDiagnostic(at, title, text)
}

// ErrNoClusterKind says that the hub has no clusters of any kind.
var ErrNoClusterKind = fmt.Errorf("the hub has neither %s nor %s: is Open Cluster Management or KubeFleet installed?",
	hubobject.ManagedCluster, hubobject.MemberCluster)

// ErrNoPlacementKind says that the hub has no placements of any kind.
var ErrNoPlacementKind = fmt.Errorf("the hub has none of %s, %s and %s: is Open Cluster Management, KubeFleet or the hybrid "+
	"application operator installed?", hubobject.Placement, hubobject.ResourcePlacement, hubobject.PlacementRule)

// LacksFleet reports whether the hub or the credentials lack what a decision needs, so that nothing can be predicted.
func LacksFleet(err error) bool {
	var missing *hub.MissingKindError
	return apierrors.IsForbidden(err) || errors.As(err, &missing) || errors.Is(err, ErrNoClusterKind)
}

// ClusterKinds are the one kind of clusters that is asked for, whether the hub has it or not, or all kinds that the hub has. It
// is an error if the hub has none.
func ClusterKinds(ctx context.Context, client *hubview.Client, only placement.ClusterKind) ([]*hubobject.Kind, error) {
	if only != "" {
		isOther := func(k *hubobject.Kind) bool { return k.Kind != string(only) }
		return slices.DeleteFunc(slices.Clone(hubobject.ClusterKinds), isOther), nil
	}
	kinds, err := ServedKinds(ctx, client, hubobject.ClusterKinds...)
	if err == nil && len(kinds) == 0 {
		err = ErrNoClusterKind
	}
	return kinds, err
}

// FleetKinds are the kinds that the scheduler of a dialect reads, with further ones. The kind of clusters is for a dialect that
// places on all: its fleet is what the hub has.
func FleetKinds(
	ctx context.Context, client *hubview.Client, of *hubobject.Dialect, kind placement.ClusterKind, needs hubobject.Needs,
	further ...*hubobject.Kind,
) ([]*hubobject.Kind, error) {
	kinds, optional := of.Fleet(needs)
	if of.Clusters != nil {
		kinds = append(kinds, further...)
	} else {
		optional = append(optional, further...)
	}
	served, err := ServedKinds(ctx, client, optional...)
	if err != nil || of.Clusters != nil {
		return append(kinds, served...), err
	}
	clusters, err := ClusterKinds(ctx, client, kind)
	if errors.Is(err, ErrNoClusterKind) && slices.Contains(served, of.Targets) {
		err = nil // Targets alone are a fleet.
	}
	return slices.Concat(kinds, served, clusters), err
}

// ServedKinds are those of the kinds that the hub has.
func ServedKinds(ctx context.Context, client *hubview.Client, kinds ...*hubobject.Kind) ([]*hubobject.Kind, error) {
	var found []*hubobject.Kind
	for _, kind := range kinds {
		serves, err := client.Serves(ctx, kind)
		if err != nil {
			return nil, err
		}
		if serves {
			found = append(found, kind)
		}
	}
	return found, nil
}
