package renderings

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/render"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
)

// readHub reads what the placement can select from the hub, and its overrides. Nothing else is listed.
func readHub(ctx context.Context, c *config, h *managed.Hub) (rendered.Objects, []render.Kind, diag.Diagnostics) {
	client, err := providerdata.Connected(h)
	if err != nil {
		return nil, nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	diags, err := c.completeFromHub(ctx, client)
	if err != nil || diags.HasError() {
		if err != nil {
			diags.Append(providerdata.HubDiagnostic(path.Empty(), err))
		}
		return nil, nil, diags
	}
	reader, err := newHubReader(ctx, c, client)
	if err == nil {
		err = reader.read(ctx)
	}
	if err != nil {
		diags.Append(providerdata.HubDiagnostic(path.Root("resource_selectors"), err))
		return nil, nil, diags
	}
	return reader.objects, reader.kinds, diags
}

// completeFromHub takes what the configuration leaves out from the placement of its name on the hub.
func (c *config) completeFromHub(ctx context.Context, client *hub.Client) (diag.Diagnostics, error) {
	kind := hubobject.ClusterResourcePlacement
	if c.Namespace != "" {
		kind = hubobject.ResourcePlacement
	}
	stored, _, err := client.PlacementObject(ctx, kind, c.Namespace, c.Name)
	if err != nil {
		return nil, err
	}
	return c.complete(stored), nil
}

// hubReader reads objects of a hub.
type hubReader struct {
	client   *hub.Client
	kinds    []render.Kind
	served   map[render.Kind]*hub.ServedKind
	listings *render.Listings
	objects  rendered.Objects
}

func newHubReader(ctx context.Context, c *config, client *hub.Client) (*hubReader, error) {
	served, err := client.ServedKinds(ctx)
	if err != nil {
		return nil, err
	}
	r := &hubReader{client: client, served: make(map[render.Kind]*hub.ServedKind, len(served))}
	for i := range served {
		s := &served[i]
		kind := render.Kind{Group: s.Group, Version: s.Version, Kind: s.Kind, Plural: s.Plural, Namespaced: s.Namespaced,
			NotPreferred: !s.Preferred}
		r.kinds, r.served[kind] = append(r.kinds, kind), s
	}
	r.listings, err = render.NewListings(c.placement(), r.kinds, c.Arguments.Options())
	return r, err
}

// read lists the namespaces, what is selected in them, and the overrides.
func (r *hubReader) read(ctx context.Context) error {
	for _, listing := range r.listings.Namespaces() {
		if err := r.list(ctx, listing); err != nil {
			return err
		}
	}
	namespaces := make([]render.Object, len(r.objects))
	for i := range r.objects {
		namespaces[i] = r.objects[i].Object
	}
	more, err := r.listings.More(ctx, namespaces)
	if err != nil {
		return err
	}
	for _, listing := range append(more, r.overrides()...) {
		if err := r.list(ctx, listing); err != nil {
			return err
		}
	}
	return nil
}

// overrides are the lists of overrides, in the version that the hub prefers.
func (r *hubReader) overrides() []render.Listing {
	var list []render.Listing
	for _, kind := range r.kinds {
		if rendered.IsOverride(kind.Group, kind.Kind) && !kind.NotPreferred {
			list = append(list, render.Listing{Kind: kind})
		}
	}
	return list
}

func (r *hubReader) list(ctx context.Context, listing render.Listing) error {
	found, err := r.client.ListServed(ctx, r.served[listing.Kind], hub.Selection{Namespace: listing.Namespace, Name: listing.Name})
	if err != nil {
		return err
	}
	return r.objects.AddJSON(found...)
}
