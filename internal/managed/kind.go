// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Kind is how an object of the vocabulary is an object on a hub.
type Kind[T any] struct {
	// Name is the name of the resource behind that of the provider.
	Name string
	// Keys are the attributes that together name the object: its namespace on the hub, if it has one, and its name. OptionalKeys is
	// how many of them, from the first, need not be set.
	Keys         []string
	OptionalKeys int
	// Kinds are the kinds that the object may have on the hub. Of several, the object or the hub says which.
	Kinds []*hubobject.Kind
	// Choose returns those of the kinds that the object may have; nil for those that have a namespace if the object has one.
	Choose func(*T) []*hubobject.Kind
	// WhichOne says what to do if an object is imported whose name several kinds have.
	WhichOne string
	// Apply returns what the object sets, and Read reads it from JSON.
	Apply func(*hubobject.Kind, *T) (hubobject.Applied, error)
	Read  func(*hubobject.Kind, []byte) (*T, error)
	// Validate finds the mistakes in an object that only a hub does not accept.
	Validate func(*hubobject.Kind, *T) field.ErrorList
	// Created finds what a hub requires only of an object that does not exist yet; nil if there is nothing.
	Created func(*hubobject.Kind, *T) field.ErrorList
	// Siblings finds what a hub refuses because of the other objects of the kind; nil if they do not matter.
	Siblings func(ctx context.Context, target *Target, object *T) (field.ErrorList, error)
	// Effects are the warnings about what else a planned change of the object changes; nil if there are none. Prior is nil for
	// an object that is created, and planned for one that is deleted. What names the object in sentences. One that is
	// unsettled is also asked about if it does not change.
	Effects func(ctx context.Context, target *Target, what string, prior, planned *T) finding.List
	// Immutable finds the changes of an object that the hub refuses, so that the object is replaced; nil if there are none.
	Immutable func(prior, object *T) finding.List
	// Arguments are the attributes that the hub has. Reported are those that it has from an agent: arguments without a hub.
	Arguments, Reported []string
	// Computed are the values of the computed attributes beside id, nil if there are none. An attribute that is missing is not known
	// yet.
	Computed func(ctx context.Context, object *T, unknown *tfvalue.Reader) (map[string]any, error)
	// Published are those of them that others may have set in the object on the hub, as it has them; nil if there are
	// none.
	Published func(*T, *hub.Object) map[string]any
	// Imported removes what controllers have set from an object that is imported.
	Imported func(*T)
	// IsShared says that the objects are read from lists, and not each anew.
	IsShared bool
	// OnlyOnHub says that the object cannot exist in the state alone.
	OnlyOnHub bool
	// Awaits is the argument that says what the apply of a change waits for; empty for a kind without one. With it Published is
	// what was found at the end of the wait, and null without a wait: what was reported before the change is not about it.
	Awaits string
	// Progresses says that controllers go on with the object after an apply: what is Published is also read without a wait, and the
	// end of a wait does not replace the object. Kept are those of Published that do not change once they are set. IsDue reports
	// whether an apply has something to do although the object does not change, and IsUnsettled whether a plan has something to
	// find. Both are nil for a kind that does not progress.
	Progresses         bool
	Kept               []string
	IsDue, IsUnsettled func(*Operation[T]) (bool, error)
	// Missing says what the object on the hub still lacks of what is waited for; empty if it lacks nothing. It is nil for a kind
	// that is not waited for. It may do what the hub asks for meanwhile. An *EndedError says that what is missing never comes.
	Missing func(context.Context, *hubview.Client, *T, *hub.Object) (string, error)
	// Unattended says why no agent deletes the object from where the hub has brought it, and what remains there: the cluster of a
	// work that is not available. Both are empty if one does, and it is nil for a kind whose deletion is always waited for. A
	// deletion that no agent carries out ends when the hub has accepted it, and an error of one object does not stop the others.
	Unattended func(context.Context, *hubview.Client, *T) (why, remains string)
	// Expect and Decided are for a kind that controllers of the hub decide about; nil for the others. Expect finds what they are
	// expected to do, before the object is written, and Decided reads what they have decided.
	Expect  func(context.Context, *Operation[T]) (Expectation, finding.List)
	Decided func(context.Context, *Operation[T], *Existing[T]) *Outcome
	// Deletion is what else the hub does when the object is deleted, for the description of on_destroy.
	Deletion string
	// Releases says that destroying the object leaves it on the hub by default.
	Releases bool
}

// Leaves reports whether destroying an object leaves it on the hub.
func (k *Kind[T]) Leaves(onDestroy string) bool {
	return onDestroy == destroyRelease || onDestroy == "" && k.Releases
}

// ArgumentOf is the argument that a finding about an object is about.
func ArgumentOf[T any](f *finding.Finding) string {
	return tfvalue.Locate(nil, reflect.TypeFor[T](), f.At).Steps()[0].Name
}

// named returns the namespace and the name of an object.
func (k *Kind[T]) named(object *T) (namespace, name string) {
	values := tfvalue.Attributes(object)
	name, _ = values[k.Keys[len(k.Keys)-1]].(string)
	if len(k.Keys) > 1 {
		namespace, _ = values[k.Keys[0]].(string)
	}
	return namespace, name
}

// chosen are those of the kinds that an object may have.
func (k *Kind[T]) chosen(object *T) []*hubobject.Kind {
	if k.Choose != nil {
		return k.Choose(object)
	}
	if len(k.Kinds) == 1 {
		return k.Kinds
	}
	namespace, _ := k.named(object)
	return lists.Filter(k.Kinds, func(kind *hubobject.Kind) (*hubobject.Kind, bool) { return kind, kind.IsIn(namespace) })
}

func (k *Kind[T]) referenceOf(kind *hubobject.Kind, object *T) hub.Reference {
	namespace, name := k.named(object)
	return hub.Reference{Kind: kind, Namespace: namespace, Name: name}
}

// Arguments are what can be said about writing an object to a hub.
type Arguments struct {
	// With a hub: take over an object that exists already, instead of failing. Fields that are not set stay as they are. Defaults to
	// `false`.
	Adopt bool `json:"adopt,omitempty"`
	// With a hub: take over fields that another field manager has set to other values, instead of failing. Defaults to `false`.
	ForceConflicts bool `json:"forceConflicts,omitempty"`
	// With a hub: `delete` deletes the object. `release` leaves it on the hub, and Terraform forgets it. Defaults to `delete`.
	OnDestroy string `json:"onDestroy,omitempty"`
	// With a hub: how long `create`, `update` and `delete` wait at most, as in `{ delete = "30m" }`. Defaults to `10m` each.
	Timeouts hub.Timeouts `json:"timeouts,omitzero"`
}

// DescribeOnDestroy describes the argument on_destroy of a kind, with what its deletion takes along.
func (k *Kind[T]) DescribeOnDestroy() describe.Line {
	line := describe.Of(reflect.TypeFor[Arguments]())["on_destroy"]
	line.Text = strings.Replace(line.Text, "deletes the object", "deletes the object"+k.Deletion, 1)
	if k.Releases {
		line.Default = "`release`"
	}
	return line
}

// What OnDestroy may be.
const (
	destroyDelete  = "delete"
	destroyRelease = "release"
)

// Validate finds the mistakes in the arguments.
func (a *Arguments) Validate() (findings field.ErrorList) {
	if known := []string{destroyDelete, destroyRelease}; a.OnDestroy != "" && !slices.Contains(known, a.OnDestroy) {
		findings = append(findings, excerpt.NotSupported(field.NewPath("onDestroy"), a.OnDestroy, known))
	}
	return append(findings, a.Timeouts.Validate(field.NewPath("timeouts"))...)
}
