// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
)

// Unattended says why no agent carries out a deletion at present; empty if one does, or if that is not known.
type Unattended func(ctx context.Context) string

// PendingError says that the hub deletes an object, which is not gone because no agent carries that out.
type PendingError struct {
	Reference
	// Why is the reason.
	Why string
}

// Error names the object and the reason.
func (e *PendingError) Error() string {
	return e.Reference.String() + " is being deleted, and " + e.Why
}

// DeletingError says that an object cannot be written because it is being deleted.
type DeletingError struct {
	Reference
	Object *Object
}

// Error says what to do.
func (e *DeletingError) Error() string {
	return e.Reference.String() + ": it is being deleted; wait until it is gone, or remove what blocks the deletion: " +
		excerpt.List(e.Object.Finalizers(), ", ")
}

// Delete deletes an object and waits until it is gone. One that has another UID is another object, and stays. If unattended is
// not nil and says why no agent deletes the object, it ends with a *PendingError: the hub has accepted the deletion.
func (c *Client) Delete(ctx context.Context, ref Reference, uid types.UID, unattended Unattended) error {
	kind, err := c.find(ctx, ref.Kind)
	if err != nil {
		return err
	}
	body, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "DeleteOptions",
		"preconditions": map[string]any{"uid": uid}})
	if err != nil {
		return err
	}
	defer c.written(ref)
	deletion := ref.call("delete")
	deletion.Path = kind.path(ref.Namespace, ref.Name)
	deletion.ContentType, deletion.Body = "application/json", body
	answered, err := c.server.Do(ctx, deletion)
	switch {
	case apierrors.IsNotFound(err):
		return nil
	case apierrors.IsConflict(err):
		// It is another object, or a webhook refuses.
		if current, lookErr := c.Look(ctx, ref); lookErr != nil || current != nil && current.UID() == uid {
			return errors.Join(err, lookErr)
		}
		return nil
	case err != nil:
		return err
	}
	// It is the object or a Status. A page that asks to log in has deleted nothing, and would be waited for.
	var typed metav1.TypeMeta
	if err := json.Unmarshal(answered, &typed); err != nil || typed.Kind != "Status" && typed.Kind != ref.Kind.Kind {
		return deletion.Malformed("the response is not from a Kubernetes API server")
	}
	return c.AwaitGone(ctx, ref, uid, unattended)
}

// The waits between two looks at an object.
const (
	firstLook = 100 * time.Millisecond
	lastLook  = 2 * time.Second
	// availableEvery is how often a wait looks whether an agent carries out what it waits for.
	availableEvery = 10 * time.Second
)

// Pause waits for some time, or until the context ends: then it returns its error.
func Pause(ctx context.Context, length time.Duration) error { return apiserver.Pause(ctx, length) }

// AwaitGone waits until an object that is being deleted is gone. It ends with a *PendingError if no agent deletes it.
func (c *Client) AwaitGone(ctx context.Context, ref Reference, uid types.UID, unattended Unattended) error {
	var object *Object
	var asked time.Time
	for wait := firstLook; ; wait = min(2*wait, lastLook) {
		current, err := c.Look(ctx, ref)
		if ctx.Err() != nil {
			return notGone(ctx, ref, object)
		}
		if err != nil || current == nil || current.UID() != uid {
			return err
		}
		object = current
		if unattended != nil && time.Since(asked) >= availableEvery {
			if why := unattended(ctx); why != "" {
				return &PendingError{ref, why}
			}
			asked = time.Now()
		}
		if Pause(ctx, wait) != nil {
			return notGone(ctx, ref, object)
		}
	}
}

// notGone says that an object still exists when the time is up, and what blocks its deletion.
func notGone(ctx context.Context, ref Reference, object *Object) error {
	why := apiserver.Interruption(ctx)
	if object != nil && len(object.metadata.Finalizers) > 0 {
		why += "; it waits for the finalizers " + excerpt.List(object.metadata.Finalizers, ", ")
	}
	return ref.failed("delete", ctx.Err(), "the hub deletes it, and it is not gone yet: "+why)
}

// Release leaves an object as it is, and removes only the manager from its managed fields.
func (c *Client) Release(ctx context.Context, ref Reference, uid types.UID) error {
	object, err := c.Look(ctx, ref)
	if err != nil || object == nil || object.UID() != uid {
		return err
	}
	_, err = c.change(ctx, ref, object, func(current *Object) map[string]any {
		kept := current.withoutManager()
		if kept == nil {
			return nil
		}
		return map[string]any{"metadata": map[string]any{"managedFields": kept}}
	}, applyOptions{})
	return err
}
