// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"errors"
	"fmt"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Conflict is a field that another manager has set to another value.
type Conflict struct{ Manager, Field string }

// Conflicts returns the conflicts that the hub has refused an apply for, nil if the error has none.
func Conflicts(err error) []Conflict {
	var conflicts []Conflict
	for _, cause := range detailsOf(err).Causes {
		if cause.Type != metav1.CauseTypeFieldManagerConflict {
			continue
		}
		conflicts = append(conflicts, conflictOf(&cause))
	}
	return conflicts
}

// detailsOf are those of the answer of the hub; empty for any other error.
func detailsOf(err error) (details metav1.StatusDetails) {
	var failed apierrors.APIStatus
	if errors.As(err, &failed) && failed.Status().Details != nil {
		details = *failed.Status().Details
	}
	return details
}

func conflictOf(cause *metav1.StatusCause) Conflict {
	return Conflict{Manager: strings.TrimPrefix(cause.Message, "conflict with "), Field: strings.TrimPrefix(cause.Field, ".")}
}

// ExistsError says that an object exists which is not to be taken over.
type ExistsError struct {
	Reference
	// Managers are the field managers of the object.
	Managers []string
	// IsOwn says that the manager of the change has applied other values to it.
	IsOwn bool
	// Appeared says that the object was made while this one was about to be created.
	Appeared bool
}

// Error names the object and who manages it.
func (e *ExistsError) Error() string {
	by := "no field manager recorded"
	if len(e.Managers) > 0 {
		by = "managed by " + excerpt.List(e.Managers, ", ")
	}
	if e.Appeared {
		return fmt.Sprintf("%s was created at the same time by another client (%s); it was not taken over", e.Reference, by)
	}
	return fmt.Sprintf("%s exists already (%s)", e.Reference, by)
}

// errGone says that an object no longer exists.
var errGone = errors.New("the object was deleted")

// GoneError says that an object disappeared while it was changed.
func GoneError(ref Reference) error {
	return ref.failed("patch", errGone, "it was deleted by another client")
}

// SharedError says that another configuration has set fields of an object, with the same field manager.
type SharedError struct {
	Reference
	Manager string
	// Fields are the fields that this configuration does not set, such as metadata.labels.region.
	Fields []string
}

// Error names the object, the manager and the fields.
func (e *SharedError) Error() string {
	return fmt.Sprintf("the field manager %s, which is the one of this hub, has also set %s of %s", excerpt.Quote(e.Manager),
		excerpt.List(e.Fields, ", "), e.Reference)
}
