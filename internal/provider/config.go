package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// readConfig reads a configuration into what the targets point to, with its bypassed attributes but for those that are not needed.
func readConfig(ctx context.Context, config tftypes.Value, unneeded []string, targets ...any) (*tfvalue.Reader, error) {
	reader := newReader()
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return reader, err
	}
	value, err := request.Config(config, unneeded...)
	if err != nil {
		return reader, err
	}
	reader.ReadConfig(value, targets...)
	return reader, nil
}

// keepForms plans the arguments that mean what they meant before as the prior state has them. Terraform compares dynamic values
// with their types: a list for a tuple, "3" for 3, or null for an attribute that was left out would be a change otherwise. Read
// returns a struct that a configuration is read into.
func keepForms[T any](ctx context.Context, read func(*tfvalue.Reader, tftypes.Value) *T, unordered ...string) error {
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return err
	}
	for _, name := range request.Names() {
		config, prior, changed, err := request.Changed(name)
		if err != nil {
			return err
		}
		if changed && equal(name, config, prior, read, unordered) {
			request.KeepPrior(name)
		}
	}
	return nil
}

// equal reports whether two values of an attribute mean the same.
func equal[T any](name string, config, prior tftypes.Value, read func(*tfvalue.Reader, tftypes.Value) *T, unordered []string) bool {
	canonical := func(value tftypes.Value) string {
		object := tftypes.Object{AttributeTypes: map[string]tftypes.Type{name: value.Type()}}
		reader := newReader()
		of := read(reader, tftypes.NewValue(object, map[string]tftypes.Value{name: value}))
		for m := range reader.Mistakes {
			if !m.Warning {
				return ""
			}
		}
		if len(reader.Unknown()) > 0 {
			return ""
		}
		return string(tfvalue.Canonical(of, unordered...))
	}
	now := canonical(config)
	return now != "" && now == canonical(prior)
}
