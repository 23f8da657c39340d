// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Kind is a kind of object that is on a hub or, without a hub, in the Terraform state alone. T is the object in the vocabulary.
type Kind[T any] struct {
	// Name is the resource's name behind that of the provider.
	Name string
	// Keys are the attributes that together name the object.
	Keys []string
	// OptionalKeys is how many of the keys, from the first, need not be set.
	OptionalKeys int
	Schema       func() schema.Schema
	// Validate finds the mistakes in an object.
	Validate func(*T) field.ErrorList
	// Doubts are warnings about what is accepted and probably not meant; nil if there are none.
	Doubts func(*T) finding.List
	// Unordered are the lists whose order makes no difference.
	Unordered []string
	// Computed are the values of the computed attributes beside id; an attribute that is missing is not known yet.
	Computed func(ctx context.Context, object *T, unknown *tfvalue.Reader) (map[string]any, error)
	// Element is the struct that an instance is read into where a list of them is passed on; nil for a kind that is never passed on.
	Element reflect.Type
	// Hub is how the object is one on a hub. Deletion is what else the hub does when the object is deleted, for on_destroy.
	Hub      managed.Kind[T]
	Deletion string
	// Expect and Decided are for a kind that controllers of the hub decide about; nil for the others. Expect finds what they are
	// expected to do, before the object is written, and Decided reads what they have decided.
	Expect  func(context.Context, *Operation[T]) (Expectation, diag.Diagnostics)
	Decided func(context.Context, *Operation[T], *managed.Existing[T], *resource.ReadResponse) (map[string]any, diag.Diagnostics)
	// Private are the keys of the private state that an expectation notes.
	Private []string
	// InState returns the store without a hub; nil for a kind whose arguments are all that it has there.
	InState func(*framework.Reading, *providerdata.Data) Store
}

// Vocabulary is what a reader knows of the instances of the resource.
func (k *Kind[T]) Vocabulary() framework.Vocabulary {
	if k.Element == nil {
		return framework.Vocabulary{}
	}
	return framework.Vocabulary{Additional: map[reflect.Type]framework.AdditionalAttributes{
		k.Element: {Only: "id", Names: slices.Sorted(maps.Keys(k.FullSchema().Attributes)), Resource: k.Name},
	}}
}

// FullSchema is the schema with what all kinds of objects have.
func (k *Kind[T]) FullSchema() schema.Schema {
	full := k.Schema()
	full.Version = framework.SchemaVersion
	id := "`" + strings.Join(k.Keys, "/") + "`"
	if k.OptionalKeys > 0 {
		id = "`" + strings.Join(k.Keys[k.OptionalKeys:], "/") + "`, or " + id
	}
	full.Attributes["id"] = framework.ComputedText(id)
	maps.Copy(full.Attributes, IdentityAttributes())
	maps.Copy(full.Attributes, Arguments(k.Hub.Releases, k.Deletion))
	for _, name := range k.Hub.Reported {
		full.Attributes[name] = framework.AlsoComputed(full.Attributes[name])
	}
	return full
}

// what names the object of a configuration or a state in sentences.
func (k *Kind[T]) what(of tftypes.Value) string {
	name := "The " + strings.ReplaceAll(k.Name, "_", " ")
	id, isKnown := framework.IDOf(of, k.Keys).(string)
	if !isKnown {
		return name
	}
	return name + " " + excerpt.Quote(id)
}
