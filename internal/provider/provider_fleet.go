package provider

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/sharedread"
)

var manifestsPath = path.Root("manifests")

// fleetRead is the outcome of reading manifests.
type fleetRead struct {
	fleet manifest.Fleet
	err   error
}

// onceRead returns a function that reads a fleet once for all who ask. A reading that was interrupted is not kept.
func onceRead(read func(context.Context) (manifest.Fleet, error)) func(context.Context) (manifest.Fleet, error) {
	var reads sharedread.Results[struct{}, fleetRead]
	return func(ctx context.Context) (manifest.Fleet, error) {
		of, err := reads.Get(ctx, struct{}{}, func(ctx context.Context) (of fleetRead, err error) {
			of.fleet, of.err = read(ctx)
			return of, ctx.Err()
		})
		if err != nil {
			return manifest.Fleet{}, err
		}
		return of.fleet, of.err
	}
}

// ownManifests are the texts of the provider's manifests. They are large, and released when they were read.
type ownManifests struct {
	mu    sync.Mutex
	texts []string
	// digest identifies the texts; empty until it is computed.
	digest string
	// read is nil until the texts were read to the end.
	read *fleetRead
}

// fleet reads the texts.
func (m *ownManifests) fleet(ctx context.Context) (manifest.Fleet, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.read == nil {
		fleet, err := manifest.ReadFleet(ctx, m.texts...)
		if ctx.Err() != nil {
			return fleet, err
		}
		m.hash()
		m.read, m.texts = &fleetRead{fleet, err}, nil
	}
	return m.read.fleet, m.read.err
}

// sum identifies the texts.
func (m *ownManifests) sum() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.hash()
	return m.digest
}

// hash computes the digest.
func (m *ownManifests) hash() {
	if m.digest != "" {
		return
	}
	hash := sha256.New()
	for _, text := range m.texts {
		fmt.Fprintf(hash, "%d ", len(text))
		// In pieces: a hash takes no text, so that the whole text would be copied.
		_, _ = io.Copy(hash, struct{ io.Reader }{strings.NewReader(text)})
	}
	m.digest = string(hash.Sum(nil))
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
