package provider

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// dialects are the attributes of which a placement has exactly one.
var dialects = []string{dialectOCM, dialectKubeFleet, dialectHybrid}

const (
	dialectOCM       = "ocm"
	dialectKubeFleet = "kubefleet"
	dialectHybrid    = "hybrid"
)

// placementConfig is the configuration of a placement.
type placementConfig struct {
	Name               string                        `json:"name"`
	Namespace          string                        `json:"namespace"`
	Manifests          []string                      `json:"manifests"`
	Clusters           []placement.Cluster           `json:"clusters"`
	ClusterSets        []placement.ClusterSet        `json:"clusterSets"`
	Bindings           []placement.Binding           `json:"clusterSetBindings"`
	Scores             []placement.Score             `json:"scores"`
	Targets            []placement.Target            `json:"targets"`
	PlacementDecisions []placement.PlacementDecision `json:"placementDecisions"`
	PreviousDecisions  []previousDecision            `json:"previousDecisions"`
	Now                time.Time                     `json:"now"`
	OnUnsatisfied      string                        `json:"onUnsatisfied"`
	OCM                *ocm.Placement                `json:"ocm"`
	KubeFleet          *kubefleet.Placement          `json:"kubefleet"`
	Hybrid             *hybrid.Placement             `json:"hybrid"`
	DecisionStrategy   placement.DecisionStrategy    `json:"decisionStrategy"`
	// limit is that of the resource.
	limit moveLimit
	// previousPolicy is the policy of the last decision of a KubeFleet placement, if it is known.
	previousPolicy *kubefleet.Placement
}

// previousDecision is what counts of an earlier decision.
type previousDecision struct {
	ClusterName string           `json:"clusterName"`
	Score       float64          `json:"score"`
	Reason      string           `json:"reason"`
	Binding     *previousBinding `json:"binding"`
}

// defaultName is the name of a placement that was given none. It shows in the names of PlacementDecisions.
const defaultName = "placement"

// What on_unsatisfied may be.
const (
	unsatisfiedError  = "error"
	unsatisfiedWarn   = "warn"
	unsatisfiedAccept = "accept"
)

// readPlacementConfig reads the configuration, with the wide attributes that come beside it but for those that are not
// needed.
func readPlacementConfig(ctx context.Context, raw tftypes.Value, unneeded ...string) (placementConfig, *valueReader, error) {
	config, reader := placementConfig{}, &valueReader{}
	wide, err := wideValuesOf(ctx)
	if err != nil {
		return config, reader, err
	}
	value, err := wide.joined(raw, wide.config, unneeded...)
	if err != nil {
		return config, reader, err
	}
	reader.read(value, &config, path.Empty())
	reader.read(value, &config.limit, path.Empty())
	config.setDefaults()
	return config, reader, nil
}

// setDefaults fills in what a short configuration leaves out.
func (c *placementConfig) setDefaults() {
	if c.Name == "" {
		c.Name = defaultName
	}
	for i := range c.Clusters {
		// A cluster of a few lines of HCL need not repeat itself: what it can allocate is what it has.
		cluster := &c.Clusters[i]
		if cluster.Capacity == nil {
			cluster.Capacity = cluster.Allocatable
		}
		cluster.NamespacesCollected = cluster.Namespaces != nil
	}
}

// dialect is the attribute of the dialect that is configured.
func (c *placementConfig) dialect() string {
	switch {
	case c.KubeFleet != nil:
		return dialectKubeFleet
	case c.Hybrid != nil:
		return dialectHybrid
	}
	return dialectOCM
}

// validate checks what the configuration alone shows.
func (c *placementConfig) validate(r *valueReader) {
	r.check(path.Empty(), validateObjectName(c.Name, field.NewPath("name")))
	if c.Namespace != "" {
		r.check(path.Empty(), validateObjectName(c.Namespace, field.NewPath("namespace")))
	}
	if !c.validateDialects(r) {
		return
	}
	c.validateFleet(r)
	if c.OCM != nil {
		r.check(path.Root(dialectOCM), c.OCM.Validate())
	}
	if c.KubeFleet != nil {
		c.KubeFleet.Name = c.Name
		r.check(path.Root(dialectKubeFleet), c.KubeFleet.Validate())
	}
	if c.Hybrid != nil {
		c.validateHybrid(r)
	}
	r.check(path.Empty(), c.DecisionStrategy.Validate(field.NewPath("decisionStrategy")))
}

// validateDialects wants exactly one dialect, and reports whether it is known which: it decides what a right cluster is.
func (c *placementConfig) validateDialects(r *valueReader) bool {
	isSet := map[string]bool{
		dialectOCM: c.OCM != nil, dialectKubeFleet: c.KubeFleet != nil, dialectHybrid: c.Hybrid != nil,
	}
	for _, unknown := range r.unknown {
		isSet[unknown.String()] = true
	}
	mistakes := len(r.mistakes)
	var first string
	for _, dialect := range dialects {
		switch {
		case !isSet[dialect]:
		case first == "":
			first = dialect
		default:
			r.mistakes = append(r.mistakes, mistake{
				at: path.Root(dialect), summary: "Two dialects",
				message: fmt.Sprintf("%s is set too; a placement is decided by one scheduler: remove one of them", first),
			})
		}
	}
	if first == "" {
		r.mistakes = append(r.mistakes, mistake{
			at: path.Root(dialects[0]), summary: "Missing dialect",
			message: "nothing says how to decide; set one of " + strings.Join(dialects, ", "),
		})
	}
	return len(r.mistakes) == mistakes && (c.OCM != nil || c.KubeFleet != nil || c.Hybrid != nil)
}

// validateFleet checks the parts of the fleet that are given as values.
func (c *placementConfig) validateFleet(r *valueReader) {
	r.check(path.Empty(), validateClusters(c.Clusters, c.KubeFleet != nil))
	for i := range c.ClusterSets {
		at := field.NewPath("cluster_sets").Index(i)
		r.check(path.Empty(), c.ClusterSets[i].Validate(at.Child("name"), at))
	}
	for i := range c.Scores {
		r.check(path.Empty(), c.Scores[i].Validate(field.NewPath("scores").Index(i).Child("scores")))
	}
}

// validateClusters checks clusters that are given as values.
func validateClusters(clusters []placement.Cluster, members bool) field.ErrorList {
	var validator placement.Validator
	validate := validator.Cluster
	if members {
		validate = validator.MemberCluster
	}
	var errs field.ErrorList
	names := make(map[string]int, len(clusters))
	for i := range clusters {
		at := field.NewPath("clusters").Index(i)
		errs = append(errs, validate(&clusters[i], placement.ClusterPaths{
			Name: at.Child("name"), Labels: at.Child("labels"), Claims: at.Child("claims"), Taints: at.Child("taints"),
		})...)
		name := clusters[i].Name
		if first, ok := names[name]; ok && name != "" {
			errs = append(errs, &field.Error{
				Type: field.ErrorTypeDuplicate, Field: at.Child("name").String(), BadValue: name,
				Detail: fmt.Sprintf("clusters[%d] has this name already", first),
			})
		} else {
			names[name] = i
		}
	}
	return errs
}

func validateObjectName(name string, at *field.Path) field.ErrorList {
	var errs field.ErrorList
	for _, message := range apivalidation.NameIsDNSSubdomain(name, false) {
		errs = append(errs, field.Invalid(at, name, message))
	}
	return errs
}

// schedule runs the scheduler of the configured dialect.
func (c *placementConfig) schedule(
	ctx context.Context, inv placement.Inventory, fleet *manifest.Fleet, provider *providerData,
) (placement.Result, error) {
	switch {
	case c.KubeFleet != nil:
		return c.scheduleKubeFleet(inv, fleet)
	case c.Hybrid != nil:
		return c.scheduleHybrid(ctx, inv, fleet, provider)
	}
	req := *c.OCM
	req.Name, req.Namespace, req.DecisionStrategy = c.Name, c.Namespace, c.DecisionStrategy
	return ocm.Schedule(req, inv)
}

// scheduleError puts an error of the scheduler to the attribute that it is about.
func scheduleError(dialect string, err error) diag.Diagnostic {
	at, message := path.Root(dialect), err.Error()
	var misconfigured *placement.Misconfiguration
	if errors.As(err, &misconfigured) {
		message = misconfigured.Message
		if root, _, _ := strings.Cut(misconfigured.Field, "."); root == "decisionStrategy" {
			at = path.Empty()
		}
		at = attributePath(at, misconfigured.Field)
	}
	return diag.NewAttributeErrorDiagnostic(at, "The placement cannot be scheduled", sentence(at.String()+": "+message))
}

// warning is the title of a warning. It names the placement, because Terraform shows only the first of several warnings of
// the same title.
func (c *placementConfig) warning(what string) string {
	return fmt.Sprintf("The placement %q %s", c.Name, what)
}

// unsatisfied tells that the placement did not get what it asked for, as on_unsatisfied says. No decision at all is
// never what somebody asked for, although a placement of type PickAll calls itself satisfied: it would empty every
// for_each.
func (c *placementConfig) unsatisfied(result *placement.Result) diag.Diagnostics {
	if result.Satisfied && len(result.Decisions) > 0 || c.OnUnsatisfied == unsatisfiedAccept {
		return nil
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s. %d of the %d clusters were chosen.\n",
		cmp.Or(result.Unsatisfied(), "No cluster passes the filters"), len(result.Decisions),
		len(result.Decisions)+len(result.NotPicked)+len(result.Rejected))
	for _, reason := range result.Summary() {
		fmt.Fprintf(&text, "\n  - %d: %s", reason.Count, reason.Reason)
		if reason.Example != "" {
			fmt.Fprintf(&text, " (such as %s)", reason.Example)
		}
	}
	at := path.Root(c.dialect())
	if c.OnUnsatisfied == unsatisfiedWarn {
		return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(at, c.warning("is not satisfied"), text.String())}
	}
	fmt.Fprintf(&text, "\n\nChange the placement or the fleet, or set on_unsatisfied to %q or %q to go on with these decisions.",
		unsatisfiedWarn, unsatisfiedAccept)
	return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(at, "The placement is not satisfied", text.String())}
}
