// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifestwork

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// MaxManifests is the size of all manifests of a ManifestWork that Open Cluster Management allows by default, in bytes.
const MaxManifests = 500 << 10

// Manifests are the objects of a ManifestWork.
type Manifests []Manifest

// Manifest is an object, and where it was written.
type Manifest struct {
	fields map[string]any
	// element is the index of the element of a list, and document the number of the document in its text; 0 for an element that is
	// no text.
	element, document int
}

// AddObject adds an object.
func (m *Manifests) AddObject(element int, fields map[string]any) {
	*m = append(*m, Manifest{fields: fields, element: element})
}

// AddText adds the objects of a text.
func (m *Manifests) AddText(element int, text string) error {
	if len(text) > 4*MaxManifests {
		return fmt.Errorf("found a text of %d bytes; all manifests of a ManifestWork have at most %d bytes", len(text), MaxManifests)
	}
	documents, err := document.Objects(context.Background(), text)
	if err != nil {
		return err
	}
	for _, d := range documents {
		*m = append(*m, Manifest{d.Fields, element, d.Number})
	}
	return nil
}

// Objects are all objects.
func (m *Manifests) Objects() []map[string]any {
	objects := make([]map[string]any, len(*m))
	for i := range *m {
		objects[i] = (*m)[i].fields
	}
	return objects
}

// Remains says what of a work remains on its cluster until the agent has deleted it.
func (w *Work) Remains() string {
	names := make([]string, len(w.Manifests))
	for i := range w.Manifests {
		id := w.Manifests[i].identity()
		names[i] = id.String()
	}
	until := " until its agent is back and deletes them: "
	if w.DeleteOption != nil && w.DeleteOption.PropagationPolicy == "Orphan" {
		until = ", as delete_option says: "
	}
	return "These objects remain on the cluster " + excerpt.Quote(w.ClusterName) + until + excerpt.List(names, ", ") + "."
}

// identity identifies an object on a cluster.
type identity struct{ group, kind, namespace, name string }

func (m *Manifest) identity() identity {
	object := unstructured.Unstructured{Object: m.fields}
	kind := object.GroupVersionKind()
	return identity{kind.Group, kind.Kind, object.GetNamespace(), object.GetName()}
}

// resource is the object as a ManifestConfig identifies it. The name of the resource is that which the kind has by convention.
func (m *Manifest) resource() ResourceIdentifier {
	id := m.identity()
	resource, _ := meta.UnsafeGuessKindToResource(schema.GroupVersionKind{Group: id.group, Kind: id.kind})
	return ResourceIdentifier{id.group, resource.Resource, id.name, id.namespace}
}

// String is the kind with the namespace and the name, as in Deployment web/web.
func (i identity) String() string {
	return i.kind + " " + strings.TrimPrefix(i.namespace+"/"+i.name, "/")
}

// pathIn is where the object was written.
func (m *Manifest) pathIn(path *field.Path) *field.Path { return path.Index(m.element) }

// inDocument says in which document of a text the object is.
func (m *Manifest) inDocument() string {
	if m.document == 0 {
		return ""
	}
	return fmt.Sprintf("document %d: ", m.document)
}

// validate finds the mistakes in the objects that the hub or the agent refuses.
func (m *Manifests) validate(path *field.Path) (errs field.ErrorList) {
	if len(*m) == 0 {
		return field.ErrorList{field.Required(path, "must have at least one manifest")}
	}
	first, size := map[identity]*Manifest{}, 0
	for i := range *m {
		manifest := &(*m)[i]
		missing := manifest.missing(path)
		if errs = append(errs, missing...); len(missing) > 0 {
			continue
		}
		switch id := manifest.identity(); {
		case first[id] != nil:
			errs = append(errs, &field.Error{
				Type: field.ErrorTypeDuplicate, Field: manifest.pathIn(path).String(), BadValue: id.String(),
				Detail: manifest.inDocument() + "an earlier manifest is the same object",
			})
		default:
			first[id] = manifest
		}
		if text, err := json.Marshal(manifest.fields); err == nil {
			size += len(text)
		}
	}
	if size > MaxManifests {
		errs = append(errs, field.Invalid(path, fmt.Sprintf("%d bytes", size),
			fmt.Sprintf("all manifests of a ManifestWork must have "+
				"at most %d bytes of JSON, the default limit of Open Cluster Management. Distribute them over several works", MaxManifests)))
	}
	return errs
}

// missing finds what an object lacks that names it.
func (m *Manifest) missing(path *field.Path) (errs field.ErrorList) {
	object, in := unstructured.Unstructured{Object: m.fields}, m.inDocument()
	fieldPath := m.pathIn(path)
	for _, part := range []struct{ name, value string }{{"apiVersion", object.GetAPIVersion()}, {"kind", object.GetKind()}} {
		if part.value == "" {
			errs = append(errs, field.Required(fieldPath, in+part.name+" must be set: the object has no kind"))
		}
	}
	generates := object.GetGenerateName() != ""
	switch {
	case len(errs) > 0:
	case object.IsList():
		errs = append(errs, field.Forbidden(fieldPath, in+object.GetKind()+" is a list; pass its items"))
	case generates:
		errs = append(errs, field.Forbidden(fieldPath, in+"metadata.generateName cannot be used; set metadata.name"))
	case object.GetName() == "":
		errs = append(errs, field.Required(fieldPath, in+"metadata.name must be set"))
	}
	return errs
}

// secrets are warnings about the values of Secrets, which are in the state.
func (m *Manifests) secrets(path *field.Path) (findings finding.List) {
	for i := range *m {
		manifest := &(*m)[i]
		id := manifest.identity()
		values := len(fieldsOf(manifest.fields["data"])) + len(fieldsOf(manifest.fields["stringData"]))
		if id.kind != "Secret" || id.group != "" || values == 0 {
			continue
		}
		findings = append(findings, finding.Warning(manifest.pathIn(path).String(), "The values of a Secret are in the state",
			fmt.Sprintf("%sThe values of the %s "+
				"are stored in plain text in the Terraform state and on the hub. Let the cluster get them from where they are kept, "+
				"such as with an ExternalSecret, and leave them out.", manifest.inDocument(), excerpt.Text(id.String()))))
	}
	return findings
}

// has reports whether one of the objects has the identifier, and returns the identifiers of all.
func (m *Manifests) has(id *ResourceIdentifier) (ok bool, known []string) {
	for i := range *m {
		identifier := (*m)[i].resource()
		if id.matches(&identifier) {
			return true, nil
		}
		known = append(known, identifier.String())
	}
	slices.Sort(known)
	return false, known
}

// String is the resource with its group, the namespace and the name, as in deployments.apps web/web.
func (i *ResourceIdentifier) String() string {
	return strings.TrimSuffix(i.Resource+"."+i.Group, ".") + " " + strings.TrimPrefix(i.Namespace+"/"+i.Name, "/")
}

// matches reports whether an identifier means an object.
func (i *ResourceIdentifier) matches(identifier *ResourceIdentifier) bool {
	return i.Group == identifier.Group && i.Resource == identifier.Resource && wildcard(i.Namespace, identifier.Namespace) &&
		wildcard(i.Name, identifier.Name)
}

// wildcard reports whether a text matches a pattern, in which * stands for any text.
func wildcard(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == text
	}
	last := parts[len(parts)-1]
	rest, ok := strings.CutPrefix(text, parts[0])
	if !ok || !strings.HasSuffix(rest, last) {
		return false
	}
	rest = strings.TrimSuffix(rest, last)
	for _, part := range parts[1 : len(parts)-1] {
		_, after, contains := strings.Cut(rest, part)
		if !contains {
			return false
		}
		rest = after
	}
	return true
}

func fieldsOf(value any) map[string]any {
	fields, _ := value.(map[string]any)
	return fields
}
