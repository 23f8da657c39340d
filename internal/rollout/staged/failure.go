// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Cause says why stages do not fit the clusters, and in tests why a run has failed.
type Cause string

// The causes that stages have.
const (
	BeforeTaskInvalid     Cause = "before-task-invalid"
	AfterTaskInvalid      Cause = "after-task-invalid"
	SelectorInvalid       Cause = "selector-invalid"
	DuplicateCluster      Cause = "duplicate-cluster"
	SortKeyInvalid        Cause = "sort-key-invalid"
	ClusterNotPlaced      Cause = "cluster-not-placed"
	MaxConcurrencyMissing Cause = "max-concurrency-missing"
)

// Failure is a cause and what it is about. Fields that it is not about are empty.
type Failure struct {
	Cause Cause
	// Stage and Cluster are names.
	Stage, Cluster string
	// Found is the value that is wrong.
	Found string
}

// Error returns the cause and what it is about.
func (f *Failure) Error() string {
	var text strings.Builder
	text.WriteString(string(f.Cause))
	for _, part := range []struct{ title, value string }{{"stage", f.Stage}, {"cluster", f.Cluster}, {"found", f.Found}} {
		if part.value != "" {
			fmt.Fprintf(&text, ", %s %s", part.title, excerpt.Quote(part.value))
		}
	}
	return text.String()
}
