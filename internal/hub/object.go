// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
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

// ReadObject reads an object of a list.
func (c *Client) ReadObject(raw []byte) (*Object, error) {
	var header metav1.PartialObjectMetadata
	object := &Object{manager: c.manager}
	err := errors.Join(json.Unmarshal(raw, &header), json.Unmarshal(raw, &object.Fields))
	if err != nil || header.UID == "" {
		return nil, errors.New("the response is not an object of a Kubernetes API server")
	}
	object.metadata = header.ObjectMeta
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
	body, err := c.Get(ctx, ref)
	if body == nil || err != nil {
		return nil, err
	}
	return c.Object(ref, body)
}

// Object reads an object that was requested, or that is in a list.
func (c *Client) Object(ref Reference, raw []byte) (*Object, error) {
	return c.object(ref.call("get"), raw)
}

// call is a call about the object.
func (r Reference) call(verb string) *apiserver.Call {
	return &apiserver.Call{Verb: verb, Resource: r.Kind.String(), Namespace: r.Namespace, Name: r.Name}
}

// failed is the error of a call about the object that has this cause.
func (r Reference) failed(verb string, cause error, reason string) error {
	err := r.call(verb).Malformed(reason)
	err.Err = cause
	return err
}

// Unreadable is the error about an object that has another form than its kind.
func (c *Client) Unreadable(ref Reference, err error) error {
	return ref.call("read").Malformed(c.Readable(err))
}

// Readable is the text of an error about the form of an object.
func (c *Client) Readable(err error) string {
	reason := err.Error()
	if failed, ok := errors.AsType[*document.Error](err); ok {
		// The line is that of JSON from the hub, which the user does not see.
		reason = failed.Message
		if failed.Field != "" {
			reason = failed.Field + ": " + reason
		}
	}
	return c.server.Show(reason)
}

// object reads the response of a call.
func (c *Client) object(call *apiserver.Call, body []byte) (*Object, error) {
	object, err := c.ReadObject(body)
	if err != nil {
		return nil, call.Malformed(c.server.Show(err.Error()))
	}
	if err := call.CheckNames(object.metadata.Namespace, object.metadata.Name); err != nil {
		return nil, err
	}
	return object, nil
}
