// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// The only resource whose states are moved here.
const (
	movedType     = "kubernetes_manifest"
	movedProvider = "/hashicorp/kubernetes"
	movedVersion  = 1
	// movedShort is what OpenTofu 1.10 to 1.12.3 send for the address of the provider (opentofu/opentofu#4355).
	movedShort = "kubernetes"
)

// movedKey is the key of the private state that says that the object was moved here and was not read since. A move has no
// configured provider, so that the hub is not known.
const movedKey = "moved"

// movedObject is the object that was moved.
type movedObject struct {
	UID types.UID `json:"uid,omitempty"`
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

// MoveState takes an object over from a kubernetes_manifest. The rest comes with the reading that follows.
func (r *Resource[T]) MoveState(context.Context) []resource.StateMover {
	move := func(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
		resp.Diagnostics.Append(r.move(ctx, &req, resp)...)
	}
	return []resource.StateMover{{StateMover: move}}
}

func (r *Resource[T]) move(
	ctx context.Context, req *resource.MoveStateRequest, resp *resource.MoveStateResponse,
) diag.Diagnostics {
	const title = "The resource cannot be moved"
	isMoved := strings.HasSuffix(req.SourceProviderAddress, movedProvider) || req.SourceProviderAddress == movedShort
	if req.SourceTypeName != movedType || !isMoved || req.SourceSchemaVersion != movedVersion {
		return diag.Diagnostics{diag.NewErrorDiagnostic(title, fmt.Sprintf("found a %s of %s with schema version %d; a "+
			"multicluster_%s is moved only from a %s of hashicorp/kubernetes with schema version %d. Replace the moved block by a "+
			"removed block with destroy = false and an import block.", excerpt.Text(req.SourceTypeName),
			excerpt.Text(req.SourceProviderAddress), req.SourceSchemaVersion, r.kind.Name, movedType, movedVersion))}
	}
	keys, uid, err := r.movedKeys(req.SourceRawState.JSON)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic(title, excerpt.Sentence(err.Error()))}
	}
	var diags diag.Diagnostics
	var id []string
	for i, key := range r.kind.Keys {
		if keys[i] == "" {
			continue
		}
		id = append(id, keys[i])
		diags.Append(resp.TargetState.SetAttribute(ctx, path.Root(key), keys[i])...)
		if resp.TargetIdentity != nil {
			diags.Append(resp.TargetIdentity.SetAttribute(ctx, path.Root(key), keys[i])...)
		}
	}
	diags.Append(resp.TargetState.SetAttribute(ctx, path.Root("id"), strings.Join(id, "/"))...)
	return append(diags, framework.Note(ctx, resp.TargetPrivate, movedKey, movedObject{UID: uid})...)
}

// movedKeys are the keys of the object in the state of a kubernetes_manifest, and its UID.
func (r *Resource[T]) movedKeys(state []byte) (keys []string, uid types.UID, err error) {
	var of struct {
		Manifest kubernetesObject `json:"manifest"`
		// Object is what the API server has returned. It has what the manifest leaves out, such as a namespace.
		Object kubernetesObject `json:"object"`
	}
	if err := json.Unmarshal(state, &of); err != nil {
		return nil, "", fmt.Errorf("the state of the %s cannot be read", movedType)
	}
	found := of.Object.Value
	if found == nil {
		found = of.Manifest.Value
	}
	if found == nil {
		return nil, "", fmt.Errorf("the state of the %s has no object", movedType)
	}
	version, err := schema.ParseGroupVersion(found.APIVersion)
	kind := schema.GroupKind{Group: version.Group, Kind: found.Kind}
	i := slices.IndexFunc(r.kind.Hub.Kinds, func(of *hubobject.Kind) bool { return of.GroupKind == kind })
	if err != nil || i < 0 {
		return nil, "", fmt.Errorf("the %s is a %s of %s; a multicluster_%s is %s", movedType, excerpt.Quote(found.Kind),
			excerpt.Quote(found.APIVersion), r.kind.Name, kindNames(r.kind.Hub.Kinds))
	}
	keys = make([]string, len(r.kind.Keys))
	keys[len(keys)-1] = found.Metadata.Name
	if r.kind.Hub.Kinds[i].IsNamespaced {
		keys[0] = found.Metadata.Namespace
	}
	for i, key := range keys {
		if key == "" && i < r.kind.OptionalKeys {
			continue
		}
		if errs := placement.ValidateName(key, field.NewPath(r.kind.Keys[i])); len(errs) > 0 {
			return nil, "", excerpt.Error(errs[0])
		}
	}
	return keys, found.Metadata.UID, nil
}

// kindNames lists kinds in a sentence.
func kindNames(kinds []*hubobject.Kind) string {
	names := make([]string, len(kinds))
	for i, kind := range kinds {
		names[i] = "a " + kind.Kind + " of " + kind.Group
	}
	return strings.Join(names, " or ")
}

// movedTo is the object that was moved here and was not read since; nil for any other.
func movedTo(ctx context.Context, private framework.PrivateData) (*movedObject, diag.Diagnostics) {
	noted, diags := private.GetKey(ctx, movedKey)
	if noted == nil || diags.HasError() {
		return nil, diags
	}
	return framework.ReadNote[movedObject](noted), diags
}

// movedWithoutHub is the error about an object that was moved to a provider without a hub.
func movedWithoutHub(what string) diag.Diagnostic {
	return diag.NewErrorDiagnostic(what+" was moved from a "+movedType,
		"It is an object on a hub, and the provider has no hub. Set hub in the configuration of the provider.")
}

// checkMoved is the error about a hub that has another object of the name than the one that was moved.
func checkMoved[T any](moved *movedObject, found *managed.Existing[T], what string) diag.Diagnostics {
	if moved == nil || moved.UID == "" || moved.UID == found.UID() {
		return nil
	}
	return diag.Diagnostics{diag.NewErrorDiagnostic(what+" is another object on the hub", fmt.Sprintf("The %s that it was moved "+
		"from has the UID %s, and the %s on the hub of the provider has the UID %s. Configure the same hub as for the %s.", movedType,
		excerpt.Text(string(moved.UID)), found.Of, excerpt.Text(string(found.UID())), movedType))}
}
