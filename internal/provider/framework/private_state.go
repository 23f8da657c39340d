// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// PrivateState is the private state of a resource, whose type the framework does not export.
type PrivateState interface {
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// Note keeps something in private state; nil removes it.
func Note(ctx context.Context, private PrivateState, key string, what any) diag.Diagnostics {
	if what == nil {
		return private.SetKey(ctx, key, nil)
	}
	encoded, err := json.Marshal(what)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("The state cannot be written", err.Error())}
	}
	return private.SetKey(ctx, key, encoded)
}

// ReadNote reads what was kept in private state. It is nil if there is nothing that can be read.
func ReadNote[T any](noted []byte) *T {
	var what T
	if err := json.Unmarshal(noted, &what); err != nil {
		return nil
	}
	return &what
}

// KeepPrivate keeps private state that was planned. The framework does not hand it to Create.
func KeepPrivate(ctx context.Context, private PrivateState, keys ...string) (diags diag.Diagnostics) {
	request := rawserver.FromContext(ctx)
	for _, key := range keys {
		if noted := request.PlannedPrivate(key); noted != nil {
			diags.Append(private.SetKey(ctx, key, noted)...)
		}
	}
	return diags
}

// PrivateData is the private state of a request, whose type the framework does not export.
type PrivateData interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
}

// Noted returns what was kept in private state, by key; nil if there is nothing.
func Noted(ctx context.Context, private PrivateData, diags *diag.Diagnostics) func(key string) []byte {
	return func(key string) []byte {
		noted, more := private.GetKey(ctx, key)
		diags.Append(more...)
		return noted
	}
}
