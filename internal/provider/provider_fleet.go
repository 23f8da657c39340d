package provider

import (
	"context"

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
