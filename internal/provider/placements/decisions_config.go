// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
)

// decisionsConfig is the configuration of the data source of decisions.
type decisionsConfig struct {
	// The name of the placement.
	Name string `json:"name"`
	// The namespace of the placement. Without it the placement is a ClusterResourcePlacement, the only kind without a namespace.
	Namespace string `json:"namespace,omitempty"`
	// The kind of the placement: `Placement` (Open Cluster Management), `ClusterResourcePlacement` or `ResourcePlacement`
	// (KubeFleet), or `PlacementRule`. Defaults to the only kind of which the hub has a placement with this name.
	Kind string `json:"kind,omitempty"`
	planner.Details
}

// placementKinds are the names of the kinds of a placement.
var placementKinds = lists.Map(hubobject.PlacementKinds, kindName)

func kindName(kind *hubobject.Kind) string { return kind.Kind }

// validate checks the names and the kind.
func (c *decisionsConfig) validate() field.ErrorList {
	errs := placement.ValidateName(c.Name, field.NewPath("name"))
	path := field.NewPath("namespace")
	if c.Namespace != "" {
		errs = append(errs, placement.ValidateName(c.Namespace, path)...)
	}
	switch {
	case c.Kind == "":
	case !slices.Contains(placementKinds, c.Kind):
		errs = append(errs, excerpt.NotSupported(field.NewPath("kind"), c.Kind, placementKinds))
	case len(c.kinds()) > 0 && c.kinds()[0].IsIn(c.Namespace):
	case c.Namespace != "":
		errs = append(errs, field.Forbidden(path, "a "+c.Kind+" has no namespace; remove it, or set kind to one that has a namespace"))
	default:
		errs = append(errs, field.Required(path, "a "+c.Kind+" has a namespace"))
	}
	return errs
}

// kinds are the kinds of placements that the configuration may mean.
func (c *decisionsConfig) kinds() []*hubobject.Kind {
	if c.Kind == "" {
		return hubobject.PlacementKindsIn(c.Namespace)
	}
	return slices.DeleteFunc(slices.Clone(hubobject.PlacementKinds), func(kind *hubobject.Kind) bool { return kind.Kind != c.Kind })
}

// find reads what the hub has decided for the one placement that the configuration means. Of several kinds, those whose
// placements the credentials may not get are left out: a hub with several products needs the permissions of the one that has the
// placement.
func (c *decisionsConfig) find(ctx context.Context, client *hubview.Client) (*decisions.Decided, diag.Diagnostics) {
	kinds, err := c.servedKinds(ctx, client)
	if err != nil {
		return nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Root("kind"), err)}
	}
	var decided *decisions.Decided
	var existing, absent, forbidden []*hubobject.Kind
	for _, kind := range kinds {
		d, err := client.Live.Decided(ctx, hub.Reference{Kind: kind, Namespace: c.Namespace, Name: c.Name})
		switch {
		case len(kinds) > 1 && mayNotGet(err, kind):
			forbidden = append(forbidden, kind)
		case err != nil:
			return nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Root("kind"), err)}
		case d != nil:
			decided, existing = d, append(existing, kind)
		default:
			absent = append(absent, kind)
		}
	}
	switch {
	case len(existing) == 1:
		return decided, nil
	case len(existing) == 0 && len(forbidden) > 0:
		return nil, diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("name"), "The placement was not found",
			c.notFound(absent, forbidden))}
	case len(existing) == 0:
		return nil, diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("name"), "The placement does not exist",
			c.absent(absent))}
	}
	return nil, diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("kind"), "Several placements have the name",
		fmt.Sprintf("The hub has a %s %s%s. Set kind to one of these.", kindNames(existing, " and a "), excerpt.Quote(c.Name),
			c.inNamespace()))}
}

// mayNotGet reports whether an error is that the credentials may not get placements of a kind. Without permission to list the
// decisions of one that exists, it is not another placement.
func mayNotGet(err error, kind *hubobject.Kind) bool {
	var failed *apiserver.Error
	return apierrors.IsForbidden(err) && errors.As(err, &failed) && failed.Verb == "get" && failed.Resource == kind.String()
}

// servedKinds are the kinds of placements that the configuration may mean and the hub has. It is an error if it has none.
func (c *decisionsConfig) servedKinds(ctx context.Context, client *hubview.Client) ([]*hubobject.Kind, error) {
	kinds := c.kinds()
	if len(kinds) == 1 {
		// The call itself tells what the hub lacks.
		return kinds, nil
	}
	return client.Installed(ctx, hubview.ErrNoPlacementKind, kinds...)
}

// absent says which kinds of placements were looked for.
func (c *decisionsConfig) absent(kinds []*hubobject.Kind) string {
	text := fmt.Sprintf("The hub has no %s %s%s.", kindNames(kinds, " or "), excerpt.Quote(c.Name), c.inNamespace())
	if c.Namespace == "" && c.Kind == "" {
		text += " Placements of other kinds have a namespace: set namespace to look for one."
	}
	return text
}

// notFound says which kinds of placements were looked for, and for which the credentials do not suffice.
func (c *decisionsConfig) notFound(absent, forbidden []*hubobject.Kind) string {
	resources := lists.Map(forbidden, (*hubobject.Kind).String)
	text := fmt.Sprintf("The credentials may not get %s%s. ", strings.Join(resources, " and "), c.inNamespace())
	if len(absent) > 0 {
		text = c.absent(absent) + " " + text
	}
	return text + "Grant that, or set kind to look for a placement of one kind only."
}

func (c *decisionsConfig) inNamespace() string {
	if c.Namespace == "" {
		return ""
	}
	return " in the namespace " + excerpt.Quote(c.Namespace)
}

// kindNames are the names of kinds in a sentence.
func kindNames(kinds []*hubobject.Kind, separator string) string {
	return strings.Join(lists.Map(kinds, kindName), separator)
}
