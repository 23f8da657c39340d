// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
)

// ListReader reads a list that an API server returns in pages. Of the objects it validates the names only: an API server has
// validated the rest.
type ListReader struct {
	reader reader
	add    func(*reader, []byte) (added, error)
}

// NewListReader returns a reader of lists of a kind, such as ManagedCluster of cluster.open-cluster-management.io/v1.
func NewListReader(apiVersion, kind string) (*ListReader, error) {
	l := &ListReader{reader: reader{decode: decode.Listed}}
	l.reader.header = decode.Header{APIVersion: apiVersion, Kind: kind}
	groupKind := l.reader.header.GroupKind()
	if l.add = kinds[groupKind]; l.add == nil {
		return nil, errors.New("internal error: objects of the kind " + groupKind + " do not belong to a fleet")
	}
	return l, api.CheckVersion(l.reader.header, groupKind)
}

// Fleet returns the objects that were read. The places of its clusters and targets are zero.
func (l *ListReader) Fleet() Fleet { return l.reader.fleet }

// KeepObjects sets how the whole object of a cluster is kept for CEL. The text that keep gets is overwritten when the next object
// is read; it returns a copy, or nil to keep none. Without KeepObjects, the text itself is kept.
func (l *ListReader) KeepObjects(keep func(text []byte) json.RawMessage) { l.reader.keep = keep }

// Add adds an object. The reader is of no use after an error.
func (l *ListReader) Add(raw []byte) error {
	object, err := l.add(&l.reader, raw)
	if err == nil && !object.isOther {
		err = api.CheckNames(object.namespace, object.name)
	}
	if err != nil {
		return fmt.Errorf("%s/%s, %w", l.reader.header.Kind, excerpt.Text(cmp.Or(object.name, decode.NameOf(raw))), err)
	}
	return nil
}
