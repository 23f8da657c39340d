package planner

import "slices"

// Finding is an error or a warning about a request, its fleet or its answer.
type Finding struct {
	// At is the path of the argument, a field path such as ocm.predicates[0]; empty if it is about the request as a whole.
	At          string
	Title, Text string
	Warning     bool
}

// Findings are in the order in which they were found.
type Findings []Finding

// HasError reports whether one of the findings is an error.
func (f Findings) HasError() bool {
	return slices.ContainsFunc(f, func(one Finding) bool { return !one.Warning })
}

func failure(at, title, text string) Finding { return Finding{At: at, Title: title, Text: text} }

func warning(at, title, text string) Finding {
	return Finding{At: at, Title: title, Text: text, Warning: true}
}

const (
	// warningsShown is how many warnings of the scheduler are reported.
	warningsShown = 20
	// reasonsShown is how many reasons a finding lists.
	reasonsShown = 20
	// messageBytes bounds a message of the scheduler, which may quote the placement.
	messageBytes = 2 << 10
)
