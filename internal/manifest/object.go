// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// objectFields are the fields of every object.
type objectFields struct {
	APIVersion jsontext.Value `json:"apiVersion"`
	Kind       jsontext.Value `json:"kind"`
	Metadata   jsontext.Value `json:"metadata"`
	Status     jsontext.Value `json:"status"`
}

// object is a document, and what it is.
type object struct {
	*document.Document
	decode.Header
	// kind is that of Header.GroupKind, and name is the object as kubectl prints it.
	kind, name string
	// inPart says that a placement is read even if something of it is not translated.
	inPart bool
}

// identify reads the header of a document.
func identify(doc *document.Document) (*object, error) {
	h, err := decode.ReadHeader(doc.JSON, doc.Header)
	if err != nil {
		return nil, doc.Mistake("", err)
	}
	name := strings.TrimSuffix(h.Kind+"/"+decode.NameOf(doc.JSON), "/")
	return &object{Document: doc, Header: h, kind: h.GroupKind(), name: name}, nil
}

// mistake adds the position to an error in the object.
func (o *object) mistake(err error) error { return o.Document.Mistake(o.name, err) }

// nameOfKind is a kind without its group.
func nameOfKind(groupKind string) string {
	kind, _, _ := strings.Cut(groupKind, ".")
	return kind
}

// onlyKnown rejects unknown fields.
var onlyKnown = json.RejectUnknownMembers(true)

// placementObject is the Kubernetes object of a placement of any dialect, or of its rollout.
type placementObject struct {
	decode.Header
	Metadata api.Metadata `json:"metadata"`
	Spec     any          `json:"spec"`
	Status   struct {
		Decisions []apiobject.RuleDecision `json:"decisions,omitempty"`
	} `json:"status,omitzero"`
}

func newObject(apiVersion, kind, namespace, name string, spec any) placementObject {
	header := decode.Header{APIVersion: apiVersion, Kind: kind}
	return placementObject{Header: header, Metadata: api.Metadata{Name: name, Namespace: namespace}, Spec: spec}
}
