package manifest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validation/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// VersionsOf returns the API versions in which objects of a kind can be read, the newest first. The kind has its group, as
// GroupKind returns it.
func VersionsOf(groupKind string) []string { return slices.Clone(versions[groupKind]) }

// CheckNames returns an error if an API server cannot have an object of this namespace, which may be empty, and name: a name is
// a part of the object's path.
func CheckNames(namespace, name string) error {
	if name == "" {
		return errors.New("metadata.name: must be set")
	}
	for _, part := range []struct{ field, value string }{{"metadata.name", name}, {"metadata.namespace", namespace}} {
		if found := path.IsValidPathSegmentName(part.value); len(found) > 0 {
			return fmt.Errorf("%s: %s", part.field, strings.Join(found, "; "))
		}
	}
	return nil
}

// ListReader reads a list that an API server returns in pages. Of the objects it validates the names only: an API server has
// validated the rest.
type ListReader struct {
	reader reader
	add    func(*reader, []byte) (added, error)
}

// NewListReader returns a reader of lists of a kind, such as ManagedCluster of cluster.open-cluster-management.io/v1.
func NewListReader(apiVersion, kind string) (*ListReader, error) {
	l := &ListReader{reader: reader{decode: decodeListed}}
	l.reader.header = header{APIVersion: apiVersion, Kind: kind}
	groupKind := l.reader.header.groupKind()
	if l.add = kinds[groupKind]; l.add == nil {
		return nil, errors.New("internal error: objects of the kind " + groupKind + " do not belong to a fleet")
	}
	return l, l.reader.header.checkVersion(groupKind)
}

// Fleet returns the objects that were read. The places of its clusters and targets are zero.
func (l *ListReader) Fleet() Fleet { return l.reader.fleet }

// KeepObjects sets how the whole object of a cluster is kept for CEL. The text that keep gets is overwritten when the next object
// is read; it returns a copy, or nil to keep none. Without KeepObjects, the text itself is kept.
func (l *ListReader) KeepObjects(keep func(text []byte) json.RawMessage) { l.reader.keep = keep }

// Add adds an object. The reader is of no use after an error.
func (l *ListReader) Add(raw []byte) error {
	object, err := l.add(&l.reader, raw)
	if err == nil {
		err = CheckNames(object.namespace, object.name)
	}
	if err != nil {
		return fmt.Errorf("%s/%s, %w", l.reader.header.Kind, excerpt.Text(cmp.Or(object.name, nameOf(raw))), err)
	}
	return nil
}
