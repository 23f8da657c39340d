package diff

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// changesShown is how many clusters String shows in each direction.
const changesShown = 20

// String is a text of several lines for people: how many clusters join, leave and stay, then a line for every cluster
// that joins and for every one that leaves. Long lists are cut.
func (c Changes) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, %s, %s.\n", counted(len(c.Joined), "join"), counted(len(c.Left), "leave"), counted(c.Stayed, "stay"))
	section(&text, "join", c.Joined)
	section(&text, "leave", c.Left)
	return strings.TrimSuffix(text.String(), "\n")
}

func counted(n int, verb string) string {
	if n == 1 {
		verb += "s"
	}
	return excerpt.Count(n, "cluster") + " " + verb
}

func section(text *strings.Builder, verb string, changes []Change) {
	if len(changes) == 0 {
		return
	}
	text.WriteString("\n")
	for _, change := range changes[:min(len(changes), changesShown)] {
		fmt.Fprintf(text, "- %s %ss: %s\n", change.ClusterName, verb, change.Reason)
	}
	if more := len(changes) - changesShown; more > 0 {
		fmt.Fprintf(text, "- and %d more\n", more)
	}
}
