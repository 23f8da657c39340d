// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	authorizationv1 "k8s.io/api/authorization/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

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
func (c *Client) withMissing(ctx context.Context, change *Change, err error) error {
	failed, isOfHub := errors.AsType[*apiserver.Error](err)
	if !isOfHub || len(failed.Missing) == 0 {
		return err
	}
	add := func(verb, resource, subresource string) {
		missing := apiserver.Permission{Verb: verb, Group: change.Kind.Group, Resource: resource}
		if slices.Contains(failed.Missing, missing) {
			return
		}
		if may, err := c.May(ctx, verb, change.Kind, change.Namespace, subresource); err == nil && !may {
			failed.Missing = append(failed.Missing, missing)
		}
	}
	add("patch", change.Kind.Plural, "")
	if change.UID == "" {
		add("create", change.Kind.Plural, "")
	}
	if change.Set.Status != nil {
		add("patch", change.Kind.Plural+"/status", "status")
	}
	return err
}
