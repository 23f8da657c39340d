// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// The only resource whose states are moved here.
const (
	movedType     = "kubernetes_manifest"
	movedProvider = "/hashicorp/kubernetes"
	movedVersion  = 1
	// movedShort is what OpenTofu 1.10 to 1.12.3 send for the address of the provider (opentofu/opentofu#4355).
	movedShort = "kubernetes"
)

// movedKey is the key of the note that the object was moved here and was not read since. A move has no configured provider, so
// that the hub is not known.
const movedKey = "moved"

// movedObject is the object that was moved.
type movedObject struct {
	UID types.UID `json:"uid,omitempty"`
}

// Move is a resource of another provider that becomes one of this kind.
type Move struct {
	Type, Provider string
	Version        int64
	// State is its state as JSON.
	State []byte
}

// Moved are the keys of an object that is moved, by name, with what is noted of it. An optional one may be missing.
func (k *Kind[T]) Moved(move *Move, notes *Notes) (map[string]string, finding.List) {
	const title = "The resource cannot be moved"
	isMoved := strings.HasSuffix(move.Provider, movedProvider) || move.Provider == movedShort
	if move.Type != movedType || !isMoved || move.Version != movedVersion {
		return nil, failure(title, fmt.Sprintf("found a %s of %s with schema version %d; a "+
			"multicluster_%s is moved only from a %s of hashicorp/kubernetes with schema version %d. Replace the moved block by a "+
			"removed block with destroy = false and an import block.", excerpt.Text(move.Type), excerpt.Text(move.Provider),
			move.Version, k.Name, movedType, movedVersion))
	}
	keys, uid, err := k.movedKeys(move.State)
	if err != nil {
		return nil, failure(title, excerpt.Sentence(err.Error()))
	}
	notes.Keep(movedKey, movedObject{UID: uid})
	return keys, nil
}

// kubernetesObject is an object in the state of a kubernetes_manifest.
type kubernetesObject struct {
	Value *struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Metadata   struct {
			Namespace string    `json:"namespace"`
			Name      string    `json:"name"`
			UID       types.UID `json:"uid"`
		} `json:"metadata"`
	} `json:"value"`
}

// movedKeys are the keys of the object in the state of a kubernetes_manifest, and its UID.
func (k *Kind[T]) movedKeys(state []byte) (keys map[string]string, uid types.UID, err error) {
	var moved struct {
		Manifest kubernetesObject `json:"manifest"`
		// Object is what the API server has returned. It has what the manifest leaves out, such as a namespace.
		Object kubernetesObject `json:"object"`
	}
	if err := json.Unmarshal(state, &moved); err != nil {
		return nil, "", fmt.Errorf("the state of the %s cannot be read", movedType)
	}
	object := moved.Object.Value
	if object == nil {
		object = moved.Manifest.Value
	}
	if object == nil {
		return nil, "", fmt.Errorf("the state of the %s has no object", movedType)
	}
	version, err := schema.ParseGroupVersion(object.APIVersion)
	groupKind := schema.GroupKind{Group: version.Group, Kind: object.Kind}
	i := slices.IndexFunc(k.Kinds, func(kind *hubobject.Kind) bool { return kind.GroupKind == groupKind })
	if err != nil || i < 0 {
		return nil, "", fmt.Errorf("the %s is a %s of %s; a multicluster_%s is %s", movedType, excerpt.Quote(object.Kind),
			excerpt.Quote(object.APIVersion), k.Name, kindNames(k.Kinds))
	}
	names := make([]string, len(k.Keys))
	names[len(names)-1] = object.Metadata.Name
	if k.Kinds[i].IsNamespaced {
		names[0] = object.Metadata.Namespace
	}
	keys = map[string]string{}
	for i, name := range names {
		if name == "" && i < k.OptionalKeys {
			continue
		}
		if errs := placement.ValidateName(name, field.NewPath(k.Keys[i])); len(errs) > 0 {
			return nil, "", excerpt.Error(errs[0])
		}
		keys[k.Keys[i]] = name
	}
	return keys, object.Metadata.UID, nil
}

// kindNames lists kinds in a sentence.
func kindNames(kinds []*hubobject.Kind) string {
	names := lists.Map(kinds, func(kind *hubobject.Kind) string { return "a " + kind.Kind + " of " + kind.Group })
	return strings.Join(names, " or ")
}

// withoutHub is the error about an object that was moved to a provider without a hub.
func (*movedObject) withoutHub(what string) finding.List {
	return failure(what+" was moved from a "+movedType,
		"It is an object on a hub, and the provider has no hub. Set hub in the configuration of the provider.")
}

// checkMoved is the error about a hub that has another object of the name than the one that was moved.
func checkMoved[T any](moved *movedObject, existing *Existing[T], what string) finding.List {
	if moved == nil || moved.UID == "" || moved.UID == existing.UID() {
		return nil
	}
	return failure(what+" is another object on the hub", fmt.Sprintf("The %s that it was moved "+
		"from has the UID %s, and the %s on the hub of the provider has the UID %s. Configure the same hub as for the %s.", movedType,
		excerpt.Text(string(moved.UID)), existing.Reference, excerpt.Text(string(existing.UID())), movedType))
}
