// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match

import (
	"regexp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// undeclared finds the name in cel-go's error about one that an expression uses and that nothing declares.
var undeclared = regexp.MustCompile(`undeclared reference to '([^']*)'`)

// identifier matches the functions that are called by name, and not as an operator.
var identifier = regexp.MustCompile(`^[A-Za-z]\w*$`)

// Hint says what there is in place of a name that is not declared. It is empty for any other error of [CEL.Compile].
func (c *CEL) Hint(err error) string {
	names := undeclared.FindStringSubmatch(err.Error())
	if names == nil {
		return ""
	}
	known := []string{clusterVariable}
	for name := range c.env.Functions() {
		if identifier.MatchString(name) {
			known = append(known, name)
		}
	}
	return "The only variable is " + clusterVariable + ", as in " + clusterVariable + `.metadata.labels["env"] == "prod"; ` +
		"beside the functions of Kubernetes there are " + clusterVariable + `.scores("name") and text.parseJSON()` +
		excerpt.DidYouMean(names[1], known)
}
