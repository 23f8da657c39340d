package managed

import (
	"context"

	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
)

// Write makes the hub have the object. It returns nil after an error.
func (p *Planned) Write(ctx context.Context) (*hub.Object, finding.List) {
	written, err := p.target.Client.Write(ctx, p.Change)
	if err != nil {
		return nil, finding.List{ErrorFinding(p.what, err)}
	}
	return written, keepsFields(p.what, p.Change, written)
}

// Destroy deletes the object of a state on its hub, or leaves it there.
func (k *Kind[T]) Destroy(ctx context.Context, target *Target, prior *T, arguments *Arguments, what string) finding.List {
	ctx, cancel := arguments.Timeouts.ForDelete(ctx)
	defer cancel()
	of, err := k.lastReference(ctx, target, prior)
	switch uid := types.UID(target.Last.UID); {
	case err != nil:
	case k.Leaves(arguments.OnDestroy):
		err = target.Client.Release(ctx, of, uid)
	default:
		err = target.Client.Delete(ctx, of, uid)
	}
	if err != nil {
		return finding.List{stateErrorFinding(what, err)}
	}
	return nil
}
