// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"context"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// CheckShared checks what the arguments of one of several placements over a fleet show, at a path of a configuration. The request
// has no fleet but for the kind of cluster.
func CheckShared(r *tfvalue.Reader, config any, path *field.Path, request *planner.Request) {
	root := tfvalue.Locate(nil, reflect.TypeOf(config), path.String())
	switch set := request.Dialects(); {
	case len(set) > 1:
		r.Check(nil, config, field.ErrorList{field.Forbidden(path.Child(string(set[1])), string(set[0])+
			" is also set; a placement has exactly one of them")})
		return
	case len(set) == 0 && r.Flawed(root):
		return
	case len(set) == 0:
		r.Check(nil, config, field.ErrorList{field.Required(path, "no scheduler is configured; set one of "+
			strings.Join(Dialects, ", "))})
		return
	}
	if request.Hybrid == nil {
		request.Kind = ""
	}
	r.Check(root, request, append(request.ValidateNames(), request.Validate(func(int) bool { return true })...))
}

// AskAll gives placements the advisors that are asked over HTTP. The function closes their connections.
func AskAll(ctx context.Context, source *providerdata.FleetSource, placements []world.Placement) func() {
	var asked []func()
	for i := range placements {
		if placements[i].Hybrid == nil {
			continue
		}
		asking := Config{}
		asking.Hybrid = placements[i].Hybrid
		asked = append(asked, asking.Ask(ctx, source))
		placements[i].Advisors = asking.Advisors
	}
	return func() {
		for _, end := range asked {
			end()
		}
	}
}
