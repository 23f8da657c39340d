package framework

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// KeepNow plans the time of the prior state, so that now = plantimestamp() alone is no change. Terraform accepts that the value in
// the state is preferred to the configured one. Without a configured time none is planned.
func KeepNow(planned, last tftypes.Value) (tftypes.Value, error) {
	var attributes map[string]tftypes.Value
	if err := planned.As(&attributes); err != nil || attributes["now"].IsNull() {
		return planned, err
	}
	attributes = maps.Clone(attributes)
	attributes["now"] = last
	return tftypes.NewValue(planned.Type(), attributes), nil
}
