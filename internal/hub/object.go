// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"errors"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// Reference names an object of a hub.
type Reference struct {
	Kind            *hubobject.Kind
	Namespace, Name string
}

// String is the kind with the namespace and the name, as in ManagedCluster eu-1.
func (r Reference) String() string {
	name := r.Name
	if r.Namespace != "" {
		name = r.Namespace + "/" + name
	}
	return r.Kind.Kind + " " + name
}

// Object is an object as the hub has it.
type Object struct {
	// Fields are those of its JSON: whole numbers of at most 64 bits are int64, others are float64.
	Fields   map[string]any
	metadata metav1.ObjectMeta
	// manager is the field manager of the client.
	manager string
}

// readObject reads an object from a response.
func readObject(body []byte) (*Object, error) {
	var o struct {
		Metadata metav1.ObjectMeta `json:"metadata"`
	}
	object := &Object{}
	if err := errors.Join(json.Unmarshal(body, &o), json.Unmarshal(body, &object.Fields)); err != nil || o.Metadata.UID == "" {
		return nil, errors.New("the response is not an object of a Kubernetes API server")
	}
	object.metadata = o.Metadata
	return object, nil
}

// ReadObject reads an object of a list.
func (c *Client) ReadObject(raw []byte) (*Object, error) {
	object, err := readObject(raw)
	if err != nil {
		return nil, err
	}
	object.manager = c.manager
	return object, nil
}

// UID identifies the object among all that ever had its name.
func (o *Object) UID() types.UID { return o.metadata.UID }

// Generation counts the changes of the spec.
func (o *Object) Generation() int64 { return o.metadata.Generation }

// Deleting reports whether the object is being deleted.
func (o *Object) Deleting() bool { return o.metadata.DeletionTimestamp != nil }

// Finalizers are what the deletion of the object waits for.
func (o *Object) Finalizers() []string { return o.metadata.Finalizers }

// Label is a label of the object; empty if it has none of this name.
func (o *Object) Label(name string) string { return o.metadata.Labels[name] }

// Look returns an object as the hub has it now, or nil if there is none.
func (c *Client) Look(ctx context.Context, ref Reference) (*Object, error) {
	return c.look(ctx, ref, c.anew())
}

// LookListed returns an object, or nil if there is none. All readers share one list of the namespace, until an object of the kind
// is written.
func (c *Client) LookListed(ctx context.Context, ref Reference) (*Object, error) {
	return c.look(ctx, ref, c.fromLists())
}

// LookAmongNamesakes returns an object, or nil if there is none. Many objects of the same name in different namespaces are read
// with one list, which all readers share until an object of the kind is written.
func (c *Client) LookAmongNamesakes(ctx context.Context, ref Reference) (*Object, error) {
	return c.look(ctx, ref, reading{get: c.getNamesake})
}

func (c *Client) look(ctx context.Context, ref Reference, from reading) (*Object, error) {
	body, err := from.get(ctx, ref.Kind, ref.Namespace, ref.Name)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return c.object(&apiserver.Call{Verb: "get", Resource: ref.Kind.String(), Namespace: ref.Namespace, Name: ref.Name}, body)
}

// object reads the response of a call.
func (c *Client) object(of *apiserver.Call, body []byte) (*Object, error) {
	object, err := readObject(body)
	if err != nil {
		return nil, of.Malformed(c.server.Show(err.Error()))
	}
	if err := of.CheckNames(object.metadata.Namespace, object.metadata.Name); err != nil {
		return nil, err
	}
	object.manager = c.manager
	return object, nil
}
