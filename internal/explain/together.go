// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// explainTogether explains placements that were decided together, one after the other by their keys. What is not known yet is
// left out.
func explainTogether(reader *tfvalue.Reader, _ tfvalue.Input, attributes map[string]tfvalue.Input) (string, error) {
	outcomes, ok := reader.Attributes(attributes["outcomes"], tfvalue.Root("outcomes"))
	if !ok {
		return "", nil
	}
	var pages []string
	for _, key := range slices.Sorted(maps.Keys(outcomes)) {
		if outcomes[key].IsUnknown() {
			continue
		}
		var e explainedPlacement
		reader.ReadConfig(outcomes[key], &e)
		e.Name = key
		page, err := e.page(reader, attributes["placements"].Field(key).Fields())
		if err != nil || reader.HasMistakes() {
			return "", err
		}
		pages = append(pages, page)
	}
	return strings.Join(pages, "\n"), nil
}
