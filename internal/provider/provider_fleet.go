package provider

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

var manifestsPath = path.Root("manifests")

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

// readManifests reads the texts of an argument: its own, or the provider's if it is not set and there are no values in its place.
func readManifests(ctx context.Context, texts []string, hasValues bool, provider *providerData) (manifest.Fleet, diag.Diagnostics) {
	switch {
	case texts != nil:
		var diags diag.Diagnostics
		fleet, err := manifest.ReadFleet(ctx, texts...)
		if err != nil {
			at := manifestsPath
			var mistake *manifest.Error
			if errors.As(err, &mistake) {
				at = at.AtListIndex(mistake.Text)
			}
			diags.AddAttributeError(at, "A manifest cannot be used", excerpt.Sentence(err.Error()))
		}
		return fleet, diags
	case hasValues:
		return manifest.Fleet{}, nil
	}
	return provider.readFleet(ctx)
}

// readFleet reads the provider's own manifests.
func (d *providerData) readFleet(ctx context.Context) (manifest.Fleet, diag.Diagnostics) {
	var diags diag.Diagnostics
	switch {
	case d.fleet == nil: // a function
		diags.AddError("There is no fleet", "Neither clusters nor manifests is set. Set one of them.")
		return manifest.Fleet{}, diags
	case d.hub != nil:
		diags.AddError("There is no fleet",
			"Neither clusters nor manifests is set, and only the data sources multicluster_placement and multicluster_clusters read the hub "+
				"of the provider. Set clusters, for example clusters = local.clusters with "+
				"locals { clusters = data.multicluster_clusters.all.clusters }.")
		return manifest.Fleet{}, diags
	case !d.configured:
		diags.AddError("There is no fleet",
			"Neither clusters nor manifests is set, and the provider has no manifests either. "+
				"Set one of them, for example manifests = [file(\"${path.module}/fleet.yaml\")], or set hub in the provider.")
		return manifest.Fleet{}, diags
	}
	fleet, err := d.fleet(ctx)
	if err != nil {
		diags.AddError("A manifest of the provider cannot be used", excerpt.Sentence(err.Error()))
	}
	return fleet, diags
}
