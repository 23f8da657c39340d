// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"errors"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/validation/path"
)

// CheckNames returns an error if an API server cannot have an object of this namespace, which may be empty, and name: a name is
// a part of the object's path.
func CheckNames(namespace, name string) error {
	if name == "" {
		return errors.New("metadata.name: must be set")
	}
	for _, part := range []struct{ field, value string }{{"metadata.name", name}, {"metadata.namespace", namespace}} {
		if mistakes := path.IsValidPathSegmentName(part.value); len(mistakes) > 0 {
			return fmt.Errorf("%s: %s", part.field, strings.Join(mistakes, "; "))
		}
	}
	return nil
}

// Metadata is the part of ObjectMeta that is read.
type Metadata struct {
	Name              string            `json:"name"`
	Namespace         string            `json:"namespace,omitempty"`
	Labels            map[string]string `json:"labels,omitempty"`
	Annotations       map[string]string `json:"annotations,omitempty"`
	DeletionTimestamp *string           `json:"deletionTimestamp,omitempty"`
}
