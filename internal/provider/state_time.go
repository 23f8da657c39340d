package provider

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// stateTime is what a state has of the time at which its outputs were computed.
type stateTime struct {
	// attributes are those of the state.
	attributes map[string]tftypes.Value
	// names are those of the outputs.
	names []string
}

// keepTime leaves the time of the last answer in a plan with the same answer, so that now = plantimestamp() alone is no
// change. Terraform accepts that the value in the state is preferred to the configured one.
func (s *stateTime) keepTime(ctx context.Context, planned tftypes.Value) (tftypes.Value, error) {
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return planned, err
	}
	var attributes map[string]tftypes.Value
	if err := planned.As(&attributes); err != nil {
		return planned, err
	}
	if s.attributes["now"].IsNull() || attributes["now"].IsNull() {
		return planned, nil
	}
	for _, name := range s.names {
		now, computed, err := request.Computed(name)
		if err != nil {
			return planned, err
		}
		if !computed {
			now = attributes[name]
		}
		if !now.Equal(s.attributes[name]) {
			return planned, nil
		}
	}
	attributes = maps.Clone(attributes)
	attributes["now"] = s.attributes["now"]
	return tftypes.NewValue(planned.Type(), attributes), nil
}
