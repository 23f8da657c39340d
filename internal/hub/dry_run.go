// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	authorizationv1 "k8s.io/api/authorization/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// DryRun lets the hub check a change without an effect, if the credentials may make it. Current is the object that is changed,
// nil if one is created. It returns the object as the hub would have it, nil if that is not known. What depends on objects that
// do not exist yet is not an error, and neither is a webhook that cannot check. A namespace that does not exist is a
// *MissingNamespaceError.
func (c *Client) DryRun(ctx context.Context, desired *Desired, current *Object) (*Object, error) {
	if !c.mayWrite(ctx, desired, current == nil) {
		return nil, nil
	}
	object, err := c.dryRun(ctx, desired, current)
	switch {
	case current == nil && lacksNamespace(err):
		return nil, &MissingNamespaceError{desired.Reference}
	case apierrors.IsNotFound(err), current == nil && apierrors.IsConflict(err):
		// The apply that follows reports what is still missing then, or what has appeared.
		return nil, nil
	case err != nil && strings.Contains(err.Error(), "does not support dry run"):
		return nil, nil
	case err != nil && strings.Contains(err.Error(), "failed calling webhook"):
		return nil, &WebhookDownError{err}
	}
	return object, err
}

// WebhookDownError is that of a hub which cannot call one of its webhooks.
type WebhookDownError struct{ error }

// Unwrap returns the error of the call.
func (e *WebhookDownError) Unwrap() error { return e.error }

func (c *Client) dryRun(ctx context.Context, desired *Desired, current *Object) (*Object, error) {
	if current == nil {
		return c.apply(ctx, desired.Reference, desired.Set.WithLists().Object, applyOptions{creates: true, dryRun: true})
	}
	if _, err := c.mergeLists(ctx, desired, current, applyOptions{dryRun: true}); err != nil {
		return nil, err
	}
	claims := c.claims(ctx, desired, current)
	object, err := c.applyAll(ctx, desired, current, claims, applyOptions{uid: current.UID(), force: desired.Force, dryRun: true})
	if err == nil && len(claims) > 0 {
		object.claimed(desired, claims)
	}
	return object, err
}

// mayWrite reports whether the credentials may make a change. If the hub does not say so, they may not: a plan needs no
// permission to write.
func (c *Client) mayWrite(ctx context.Context, desired *Desired, creates bool) bool {
	may := func(verb, subresource string) bool {
		allowed, err := c.May(ctx, verb, desired.Kind, desired.Namespace, subresource)
		return err == nil && allowed
	}
	return may("patch", "") && (!creates || may("create", "")) && (desired.Set.Status == nil || may("patch", "status"))
}

// After returns an object as JSON after a change that is planned, and its apiVersion. Current is the object that is changed, nil
// if one is created, and answer is what the hub has answered to the dry run, nil if that is not known.
func (c *Client) After(
	ctx context.Context, desired *Desired, current, answer *Object,
) (object []byte, apiVersion string, err error) {
	kind, err := c.find(ctx, desired.Kind)
	if err != nil {
		return nil, "", err
	}
	object, err = json.Marshal(desired.fieldsAfter(cmp.Or(answer, current)))
	return object, kind.apiVersion(), err
}

// fieldsAfter are the fields of an object after the change. The object is nil if one is created without an answer of the hub. A
// dry run changes the lists that others write as well, and the status, in requests of their own, so its answer does not have all
// of them.
func (d *Desired) fieldsAfter(object *Object) map[string]any {
	var fields map[string]any
	if object != nil {
		fields = d.Merged(object).Fields
	} else {
		fields = maps.Clone(d.Set.Object)
	}
	if fields == nil {
		fields = map[string]any{}
	}
	for i := range d.Set.Lists {
		list := &d.Set.Lists[i]
		merged, _ := list.Merge(fields, d.Prior.Items(list.Name))
		fields["spec"] = with(fields["spec"], list.Name, merged)
	}
	if d.Set.Status != nil {
		fields["status"] = d.Set.Status
	}
	fields["metadata"] = with(with(fields["metadata"], "name", d.Name), "namespace", d.Namespace)
	return fields
}

// with is a copy of an object with a field, which replaces that of the same name.
func with(object any, name string, value any) map[string]any {
	fields, _ := object.(map[string]any)
	if fields = maps.Clone(fields); fields == nil {
		fields = map[string]any{}
	}
	fields[name] = value
	return fields
}

// permission is what the credentials may do.
type permission struct {
	verb        string
	kind        *hubobject.Kind
	namespace   string
	subresource string
}

const accessReview = "SelfSubjectAccessReview"

// May reports whether the credentials may do something with the objects of a kind, or with their subresource if there is one. The
// hub is asked once; for objects in the namespaces of clusters, of which there may be many, first about all namespaces.
func (c *Client) May(ctx context.Context, verb string, kind *hubobject.Kind, namespace, subresource string) (bool, error) {
	if kind.InClusterNamespace && namespace != "" {
		if everywhere, err := c.May(ctx, verb, kind, "", subresource); everywhere || err != nil {
			return everywhere, err
		}
	}
	return c.permissions.Get(ctx, permission{verb, kind, namespace, subresource}, func(ctx context.Context) (bool, error) {
		review := authorizationv1.SelfSubjectAccessReview{
			TypeMeta: metav1.TypeMeta{APIVersion: "authorization.k8s.io/v1", Kind: accessReview},
			Spec: authorizationv1.SelfSubjectAccessReviewSpec{ResourceAttributes: &authorizationv1.ResourceAttributes{
				Verb: verb, Group: kind.Group, Resource: kind.Plural, Namespace: namespace, Subresource: subresource,
			}},
		}
		body, err := json.Marshal(review)
		if err != nil {
			return false, err
		}
		ask := &apiserver.Call{
			Verb: "create", Resource: "selfsubjectaccessreviews.authorization.k8s.io",
			Path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", ContentType: "application/json", Body: body,
		}
		answered, err := c.server.Do(ctx, ask)
		if err != nil {
			return false, err
		}
		var answer authorizationv1.SelfSubjectAccessReview
		if err := json.Unmarshal(answered, &answer); err != nil || answer.Kind != accessReview {
			return false, ask.Malformed("the response is not an access review of a Kubernetes API server")
		}
		return answer.Status.Allowed, nil
	})
}

// withMissing adds to a missing permission those that the same change needs next: one reads them all at once.
func (c *Client) withMissing(ctx context.Context, desired *Desired, err error) error {
	failed, isOfHub := errors.AsType[*apiserver.Error](err)
	if !isOfHub || len(failed.Missing) == 0 {
		return err
	}
	add := func(verb, resource, subresource string) {
		missing := apiserver.Permission{Verb: verb, Group: desired.Kind.Group, Resource: resource}
		if slices.Contains(failed.Missing, missing) {
			return
		}
		if may, err := c.May(ctx, verb, desired.Kind, desired.Namespace, subresource); err == nil && !may {
			failed.Missing = append(failed.Missing, missing)
		}
	}
	add("patch", desired.Kind.Plural, "")
	if desired.UID == "" {
		add("create", desired.Kind.Plural, "")
	}
	if desired.Set.Status != nil {
		add("patch", desired.Kind.Plural+"/status", "status")
	}
	return err
}
