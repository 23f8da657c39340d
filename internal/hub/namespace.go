// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// MissingNamespaceError says that an object cannot be created yet because its namespace does not exist.
type MissingNamespaceError struct{ Reference }

// Error names the namespace.
func (e *MissingNamespaceError) Error() string {
	return fmt.Sprintf("the namespace %s does not exist on the hub", excerpt.Quote(e.Namespace))
}

// lacksNamespace reports whether the hub refuses to create an object because its namespace does not exist.
func lacksNamespace(err error) bool {
	return apierrors.IsNotFound(err) && detailsOf(err).Kind == "namespaces"
}

// noCluster is how long a creation in the namespace of a cluster waits while there is no such cluster: the same apply may create
// it.
const noCluster = 30 * time.Second

// applyNew creates an object. One in the namespace of a cluster waits for that: a controller creates it after the cluster.
func (c *Client) applyNew(ctx context.Context, change *Change, fields map[string]any) (*Object, error) {
	began := time.Now()
	for wait := firstLook; ; wait = min(2*wait, lastLook) {
		object, err := c.apply(ctx, change.Reference, fields, applyOptions{creates: true})
		switch {
		case ctx.Err() != nil && wait > firstLook:
			return nil, change.awaitsNamespace(ctx)
		case !change.Kind.InClusterNamespace || !lacksNamespace(err):
			return object, err
		}
		cluster, lookErr := c.Look(ctx, Reference{Kind: hubobject.ManagedCluster, Name: change.Namespace})
		if lookErr == nil && cluster == nil && time.Since(began) > noCluster {
			return nil, err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, change.awaitsNamespace(ctx)
		}
	}
}

// awaitsNamespace is the error of a creation that has waited for the namespace of a cluster.
func (c *Change) awaitsNamespace(ctx context.Context) error {
	return c.failed("patch", ctx.Err(), "the namespace of the cluster does not exist yet: "+apiserver.Interruption(ctx)+
		"; the hub creates it when the cluster is accepted")
}
