// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// reader collects objects from texts.
type reader struct {
	decode decode.Func
	fleet  Fleet
	// keep keeps the whole object of a cluster; nil keeps the text that was read.
	keep func(text []byte) json.RawMessage
	// validator is nil if an API server has validated the objects.
	validator *placement.Validator
	skipped   map[string]int
	seen      map[objectKey]document.Place
	// here is the position of the current object.
	here document.Place
	// text is the index of the current text, and header the header of the current object with its kind and group.
	text   int
	header decode.Header
	kind   string
}

// objectKey identifies an object on an API server.
type objectKey struct{ kind, namespace, name string }

// added describes an object that the function of its kind has added.
type added struct {
	namespace, name string
	mistakes        field.ErrorList
	// isOther says that the object is not of the fleet, although its kind can be.
	isOther bool
}

// appended adds an object that was read to a list, unless reading it failed.
func appended[T any](list *[]T, object T, namespace, name string, err error) (added, error) {
	if err == nil {
		*list = append(*list, object)
	}
	return added{namespace: namespace, name: name}, err
}

func (r *reader) addCluster(c placement.Cluster) {
	r.fleet.Clusters = append(r.fleet.Clusters, c)
	r.fleet.ClusterPlaces = append(r.fleet.ClusterPlaces, r.here)
}
