package manifest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Fleet is what manifests say of a fleet.
type Fleet struct {
	placement.Inventory
	// Skipped counts the objects of kinds that no scheduler looks at, by kind.
	Skipped []SkippedKind
}

// SkippedKind counts the objects of a kind that was skipped.
type SkippedKind struct {
	// Kind is the kind with its group, such as "Deployment.apps".
	Kind  string
	Count int
}

// object is the part that all kinds have.
type object struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	Items      []json.RawMessage `json:"items"`
}

// groupKind is the kind with its group, such as "ManagedCluster.cluster.open-cluster-management.io".
func (o *object) groupKind() string {
	group, _, found := strings.Cut(o.APIVersion, "/")
	if !found {
		return o.Kind
	}
	return o.Kind + "." + group
}

// ReadFleet reads the objects of a text. A mistake is an *Error.
func ReadFleet(text string) (Fleet, error) {
	var r reader
	list, err := documents(text)
	if err != nil {
		return Fleet{}, err
	}
	for _, doc := range list {
		if err := r.read(doc, doc.json); err != nil {
			return Fleet{}, err
		}
	}
	slices.SortFunc(r.fleet.Skipped, func(a, b SkippedKind) int { return strings.Compare(a.Kind, b.Kind) })
	return r.fleet, nil
}

// reader collects the objects of a text.
type reader struct {
	fleet     Fleet
	validator placement.Validator
}

// kinds are the kinds that are read, each with the function that adds an object of it to the fleet.
var kinds = map[string]func(*reader, []byte) (name string, mistakes field.ErrorList, err error){
	"ManagedCluster." + ocmGroup:           (*reader).addManagedCluster,
	"ManagedClusterSet." + ocmGroup:        (*reader).addManagedClusterSet,
	"ManagedClusterSetBinding." + ocmGroup: (*reader).addManagedClusterSetBinding,
	"AddOnPlacementScore." + ocmGroup:      (*reader).addAddOnPlacementScore,
	"PlacementDecision." + ocmGroup:        (*reader).addPlacementDecision,

	"MemberCluster." + fleetClusterGroup:            (*reader).addMemberCluster,
	"ClusterResourceBinding." + fleetPlacementGroup: (*reader).addResourceBinding,
	"ResourceBinding." + fleetPlacementGroup:        (*reader).addResourceBinding,
}

func (r *reader) read(doc document, raw []byte) error {
	var o object
	if err := json.Unmarshal(raw, &o); err != nil {
		return &Error{Document: doc.number, Line: doc.line, Message: "this is not a Kubernetes object: " + err.Error()}
	}
	if o.Kind == "" || o.APIVersion == "" {
		return &Error{
			Document: doc.number, Line: doc.line,
			Message: "this is not a Kubernetes object: it has no apiVersion and kind",
		}
	}
	if strings.HasSuffix(o.Kind, "List") && o.Items != nil {
		for _, item := range o.Items {
			if err := r.read(doc, item); err != nil {
				return err
			}
		}
		return nil
	}
	add, known := kinds[o.groupKind()]
	if !known {
		r.skip(o.groupKind())
		return nil
	}
	name, mistakes, err := add(r, raw)
	place := Error{Document: doc.number, Object: o.Kind + "/" + name}
	if name == "" {
		place.Object = o.Kind
	}
	switch {
	case err != nil:
		place.Message = err.Error()
		return &place
	case len(mistakes) > 0:
		place.Field, place.Message = mistakes[0].Field, mistakes[0].ErrorBody()
		return &place
	}
	return nil
}

func (r *reader) skip(kind string) {
	at := slices.IndexFunc(r.fleet.Skipped, func(s SkippedKind) bool { return s.Kind == kind })
	if at < 0 {
		r.fleet.Skipped = append(r.fleet.Skipped, SkippedKind{Kind: kind, Count: 1})
		return
	}
	r.fleet.Skipped[at].Count++
}

// decode reads an object into the fields that matter and names a value of a wrong type by its path.
func decode(raw []byte, into any) error {
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("a field has a wrong value: %w", err)
	}
	return nil
}
