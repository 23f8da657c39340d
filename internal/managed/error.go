// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"errors"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// EndedError says that what an apply waits for never comes.
type EndedError struct{ Text string }

func (e *EndedError) Error() string { return e.Text }

// ErrorFinding is the error of a hub about an object. What names the object.
func ErrorFinding(what string, err error) finding.Finding {
	var exists *hub.ExistsError
	var failed *apiserver.Error
	var missing *hub.MissingKindError
	var shared *hub.SharedError
	var incomplete *field.Error
	var deleting *hub.DeletingError
	var pending *hub.PendingError
	var ended *EndedError
	switch conflicts := hub.Conflicts(err); {
	case errors.As(err, &ended):
		return finding.Finding{Title: what + " does not get there", Text: ended.Text}
	case errors.Is(err, errAmbiguousKind):
		return finding.Failure("kind", what+" has no kind", "kind: "+err.Error()+".")
	case len(conflicts) > 0:
		return conflictError(what, conflicts)
	case errors.As(err, &exists):
		by := " Terraform did not create this object."
		if exists.IsOwn {
			by = " This field manager has applied other values than those of the configuration, which has changed since an apply was " +
				"interrupted, or another configuration manages the object."
		}
		return finding.Finding{Title: what + " exists already", Text: excerpt.Sentence(err.Error()) + by +
			" To manage it, import it or set adopt = true."}
	case errors.As(err, &shared):
		return finding.Finding{Title: what + " belongs to another configuration", Text: excerpt.Sentence(err.Error()) +
			" To apply this configuration would remove these fields. If another configuration manages the object as well, set another " +
			"field_manager in the hub of the provider here or there. If this one is to manage it alone, import the object, or set " +
			"force_conflicts = true."}
	case errors.As(err, &incomplete):
		path := tfvalue.Locate(nil, nil, incomplete.Field).String()
		return finding.Finding{At: incomplete.Field, Title: tfvalue.Summary(incomplete.Type), Text: excerpt.Sentence(path + ": " +
			excerpt.FoundAndWanted(incomplete))}
	case errors.As(err, &missing):
		return finding.Finding{Title: "The hub lacks a kind of object", Text: excerpt.Sentence(err.Error())}
	case errors.As(err, &deleting), errors.As(err, &pending):
		return finding.Finding{Title: what + " cannot be written to the hub", Text: excerpt.Sentence(err.Error())}
	case errors.As(err, &failed) && failed.Verb == "patch":
		return finding.Finding{Title: what + " cannot be written to the hub", Text: apiserver.Explained(err)}
	case errors.As(err, &failed) && failed.Verb == "delete":
		return finding.Finding{Title: what + " cannot be deleted from the hub", Text: apiserver.Explained(err)}
	}
	return finding.Finding{Title: what + " cannot be read from the hub", Text: apiserver.Explained(err)}
}

// stateErrorFinding is ErrorFinding for an object of the state. Without its kind, the hub has no such objects.
func stateErrorFinding(what string, err error) finding.Finding {
	explained := ErrorFinding(what, err)
	if hub.IsMissingKind(err) {
		explained.Text += " If the CRD was deleted, its objects were deleted, too: to forget " +
			strings.Replace(what, "The ", "the ", 1) + ", run terraform state rm with its address."
	}
	return explained
}

// conflictError says which fields other managers have set to other values.
func conflictError(what string, conflicts []hub.Conflict) finding.Finding {
	return finding.Finding{Title: what + " has fields of another manager", Text: "Another field manager has set another value:\n" +
		ConflictLines(conflicts) +
		"Remove these fields from the configuration, let the other manager give them up, or take them over with " +
		"force_conflicts = true. To destroy it anyway, run terraform destroy -refresh=false."}
}

// ConflictLines lists fields and who has set them, a line each.
func ConflictLines(fields []hub.Conflict) (text string) {
	for _, f := range fields[:min(len(fields), excerpt.Items)] {
		text += "  - " + excerpt.Text(f.Field) + ", set by " + excerpt.Text(f.Manager) + "\n"
	}
	if more := len(fields) - excerpt.Items; more > 0 {
		text += fmt.Sprintf("  - %s\n", excerpt.Count(more, "more field"))
	}
	return text
}

func failure(title, text string) finding.List {
	return finding.List{finding.Failure("", title, text)}
}

func warning(title, text string) finding.List {
	return finding.List{finding.Warning("", title, text)}
}
