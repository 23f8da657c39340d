// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// noVersion is a resource version that no object has. The API server creates an object whatever version a request has, and
// rejects a change of one that exists: an apply with this version never changes an existing object.
const noVersion = "1"

// applyOptions change what apply does. Without UID and creates, the object is created or changed.
type applyOptions struct {
	// uid is that of the object that is changed.
	uid types.UID
	// creates makes it a conflict if the object exists.
	creates bool
	// force takes fields over that other managers have set to other values.
	force bool
	// status applies the fields to the subresource status.
	status bool
	// dryRun lets the hub check the request, without an effect.
	dryRun bool
}

// apply sends fields with server-side apply. A conflict is an error with Conflicts.
func (c *Client) apply(ctx context.Context, ref Reference, fields map[string]any, o applyOptions) (*Object, error) {
	kind, err := c.find(ctx, ref.Kind)
	if err != nil {
		return nil, err
	}
	metadata := with(fields["metadata"], "name", ref.Name)
	if ref.Namespace != "" {
		metadata["namespace"] = ref.Namespace
	}
	if o.uid != "" {
		metadata["uid"] = o.uid
	}
	if o.creates {
		metadata["resourceVersion"] = noVersion
	}
	body := with(fields, "metadata", metadata)
	body["apiVersion"], body["kind"] = kind.apiVersion(), ref.Kind.Kind
	object, err := c.patch(ctx, ref, kind, "application/apply-patch+yaml", body, o)
	if o.uid != "" && isReplaced(err) {
		return nil, GoneError(ref)
	}
	return object, err
}

// patch sends a request to change an object.
func (c *Client) patch(
	ctx context.Context, ref Reference, kind *served, contentType string, body map[string]any, o applyOptions,
) (*Object, error) {
	encoded, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	query := url.Values{"fieldManager": {c.manager}, "fieldValidation": {"Strict"}}
	if o.force {
		query.Set("force", "true")
	}
	if o.dryRun {
		query.Set("dryRun", "All")
	} else {
		defer c.written(ref)
	}
	patch := ref.call("patch")
	patch.Path, patch.Query = kind.path(ref.Namespace, ref.Name), query
	patch.ContentType, patch.Body = contentType, encoded
	if o.status {
		patch.Path += "/status"
		patch.Resource += "/status"
	}
	answered, err := c.server.Do(ctx, patch)
	if err != nil {
		return nil, err
	}
	return c.object(patch, answered)
}

// isReplaced reports whether the hub rejects a change because the object has another UID, or no longer exists.
func isReplaced(err error) bool {
	isUID := func(c metav1.StatusCause) bool { return c.Field == "metadata.uid" }
	return slices.ContainsFunc(detailsOf(err).Causes, isUID) ||
		apierrors.IsConflict(err) && strings.Contains(err.Error(), "uid mismatch")
}

// maxChanges limits how often a change is tried again because another client has changed the object in between.
const maxChanges = 8

// change reads an object, changes it, and tries again if another client was faster. Edit returns the fields to change, nil for
// none. Change returns nil if there is no object with this UID.
func (c *Client) change(
	ctx context.Context, ref Reference, object *Object, edit func(*Object) map[string]any, o applyOptions,
) (*Object, error) {
	kind, err := c.find(ctx, ref.Kind)
	if err != nil {
		return nil, err
	}
	uid := object.UID()
	for tries := 1; ; tries++ {
		fields := edit(object)
		if fields == nil {
			return object, nil
		}
		metadata := with(with(fields["metadata"], "resourceVersion", object.metadata.ResourceVersion), "uid", uid)
		body := with(fields, "metadata", metadata)
		changed, err := c.patch(ctx, ref, kind, "application/merge-patch+json", body, o)
		switch {
		case err == nil:
			return changed, nil
		case apierrors.IsNotFound(err):
			return nil, nil
		case !apierrors.IsConflict(err) || tries == maxChanges:
			return nil, err
		}
		if object, err = c.Look(ctx, ref); err != nil || object == nil || object.UID() != uid {
			return nil, err
		}
	}
}

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
func (c *Client) applyNew(ctx context.Context, desired *Desired, fields map[string]any) (*Object, error) {
	began := time.Now()
	for wait := firstLook; ; wait = min(2*wait, lastLook) {
		object, err := c.apply(ctx, desired.Reference, fields, applyOptions{creates: true})
		switch {
		case ctx.Err() != nil && wait > firstLook:
			return nil, desired.awaitsNamespace(ctx)
		case !desired.Kind.InClusterNamespace || !lacksNamespace(err):
			return object, err
		}
		cluster, lookErr := c.Look(ctx, Reference{Kind: hubobject.ManagedCluster, Name: desired.Namespace})
		if lookErr == nil && cluster == nil && time.Since(began) > noCluster {
			return nil, err
		}
		if Pause(ctx, wait) != nil {
			return nil, desired.awaitsNamespace(ctx)
		}
	}
}

// awaitsNamespace is the error of a creation that has waited for the namespace of a cluster.
func (d *Desired) awaitsNamespace(ctx context.Context) error {
	return d.failed("patch", ctx.Err(), "the namespace of the cluster does not exist yet: "+apiserver.Interruption(ctx)+
		"; the hub creates it when the cluster is accepted")
}
