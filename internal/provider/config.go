package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// readConfig reads a configuration into what the targets point to, with the wide attributes that come beside it but for those
// that are not needed.
func readConfig(ctx context.Context, config tftypes.Value, unneeded []string, targets ...any) (*tfvalue.Reader, error) {
	reader := &tfvalue.Reader{Lenient: true}
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return reader, err
	}
	value, err := request.Config(config, unneeded...)
	if err != nil {
		return reader, err
	}
	for _, target := range targets {
		reader.Read(value, target, nil)
	}
	return reader, nil
}
