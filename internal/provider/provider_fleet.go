package provider

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

// onceRead returns a function that reads a fleet once for all who ask, one after the other. A reading that was interrupted
// does not count: its context is that of one request, and the next one reads anew.
func onceRead(read func(context.Context) (manifest.Fleet, error)) func(context.Context) (manifest.Fleet, error) {
	var known bool
	var fleet manifest.Fleet
	var err error
	turn := make(chan struct{}, 1)
	return func(ctx context.Context) (manifest.Fleet, error) {
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		case <-ctx.Done():
			return manifest.Fleet{}, ctx.Err()
		}
		if !known {
			fleet, err = read(ctx)
			known = err == nil || ctx.Err() == nil
		}
		return fleet, err
	}
}

var errUnknownManifests = errors.New("the provider's manifests are unknown; they must not depend on " +
	"something that this run creates")

// readFleet reads the provider's own manifests.
func (d *providerData) readFleet(ctx context.Context) (manifest.Fleet, diag.Diagnostics) {
	var diags diag.Diagnostics
	switch {
	case d.fleet == nil: // a function
		diags.AddError("There is no fleet", "The placement has neither clusters nor manifests. Set one of them.")
		return manifest.Fleet{}, diags
	case !d.configured:
		diags.AddError("There is no fleet",
			"The placement has neither clusters nor manifests, and the provider has no manifests either. "+
				"Set one of them, for example manifests = [file(\"${path.module}/fleet.yaml\")].")
		return manifest.Fleet{}, diags
	}
	fleet, err := d.fleet(ctx)
	if err != nil {
		diags.AddError("A manifest of the provider cannot be used", excerpt.Sentence(err.Error()))
	}
	return fleet, diags
}
