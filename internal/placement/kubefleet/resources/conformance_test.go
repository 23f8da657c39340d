// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

func TestConformance(t *testing.T) {
	conformance.RunRender(t, func(kinds []resources.Kind, c *recordedCase) (string, string) {
		difference, err := c.compare(t, kinds)
		if err != nil {
			return c.Name, err.Error()
		}
		return c.Name, difference
	})
}

// filled is a text of one character in the short form of the recordings.
var filled = regexp.MustCompile(`"@fill:(.):(\d+)"`)

func fill(text []byte) []byte {
	return filled.ReplaceAllFunc(text, func(match []byte) []byte {
		parts := filled.FindSubmatch(match)
		n, _ := strconv.Atoi(string(parts[2]))
		return []byte(`"` + strings.Repeat(string(parts[1]), n) + `"`)
	})
}

func (c *recordedCase) compare(t *testing.T, kinds []resources.Kind) (string, error) {
	var objects []resources.Object
	for _, text := range c.Input.Objects {
		content, err := resources.Decode(fill(text))
		if err != nil {
			return "", err
		}
		objects = append(objects, resources.NewObject(content))
	}
	options := c.Input.Options
	hub, err := resources.NewHub(t.Context(), objects, kinds, resources.Options{SkippedNamespaces: options.SkippedNamespaces,
		SkippedAPIs: options.SkippedAPIs, AllowedAPIs: options.AllowedAPIs, Workload: options.EnableWorkload})
	if err != nil {
		return "", err
	}
	overrides := c.overrides()
	got := answer{Admission: c.admissions(hub, objects, overrides)}
	for _, p := range c.Input.Placements {
		request := &resources.Question{Overrides: overrides, Clusters: c.Input.Clusters, Placement: resources.Placement{
			Namespace: p.Metadata.Namespace, Name: p.Metadata.Name, Selectors: p.Spec.ResourceSelectors}}
		rendered, err := hub.Render(t.Context(), request)
		if err != nil {
			return "", err
		}
		next, err := answerOf(t, hub, request, rendered)
		if err != nil {
			return "", err
		}
		got.Placements = append(got.Placements, next)
	}
	want := c.expand(objects)
	keepRecorded(&want, &got)
	return gocmp.Diff(want, got, cmpopts.EquateEmpty()), nil
}

func (c *recordedCase) overrides() []resources.Override {
	var list []resources.Override
	for _, o := range c.Input.Overrides {
		override := resources.Override{Namespace: o.Metadata.Namespace, Name: o.Metadata.Name, Spec: o.Spec}
		key := "ClusterResourceOverride/" + override.Name
		if override.Namespace != "" {
			key = "ResourceOverride/" + override.Namespace + "/" + override.Name
		}
		override.Index = c.Input.OverrideIndexes[key]
		list = append(list, override)
	}
	return list
}

// admissions are in the order of the recordings: envelopes, overrides and placements, an override after those before it.
func (c *recordedCase) admissions(hub *resources.Hub, objects []resources.Object, overrides []resources.Override) []admission {
	var list []admission
	add := func(object string, found []resources.Refusal) {
		var webhook []string
		for _, refusal := range found {
			if strings.HasPrefix(refusal.Message, "spec") || strings.HasPrefix(refusal.Message, "data: ") ||
				strings.HasPrefix(refusal.Message, "<nil>: ") {
				list = append(list, admission{object, "schema", refusal.Message})
			} else if !slices.Contains(webhook, refusal.Message) {
				webhook = append(webhook, refusal.Message)
			}
		}
		switch len(webhook) {
		case 0:
		case 1:
			list = append(list, admission{object, "webhook", webhook[0]})
		default:
			list = append(list, admission{object, "webhook", "[" + strings.Join(webhook, ", ") + "]"})
		}
	}
	for i := range objects {
		o := &objects[i]
		add(o.Kind+"/"+path(o.Namespace, o.Name), resources.AdmitEnvelope(o))
	}
	for i := range overrides {
		o := &overrides[i]
		kind := "ResourceOverride/"
		if o.Namespace == "" {
			kind = "ClusterResourceOverride/"
		}
		add(kind+path(o.Namespace, o.Name), o.Admit(overrides[:i]))
	}
	for _, p := range c.Input.Placements {
		kind := "ResourcePlacement/"
		if p.Metadata.Namespace == "" {
			kind = "ClusterResourcePlacement/"
		}
		add(kind+path(p.Metadata.Namespace, p.Metadata.Name), hub.Admit(&resources.Placement{Namespace: p.Metadata.Namespace,
			Name: p.Metadata.Name, Selectors: p.Spec.ResourceSelectors}))
	}
	return list
}

func path(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}

func answerOf(t *testing.T, hub *resources.Hub, request *resources.Question, r *resources.Rendering) (placementAnswer, error) {
	p := request.Placement
	got := placementAnswer{Placement: path(p.Namespace, p.Name)}
	if r.Failure != nil {
		got.Error = failureOf(r.Failure)
		return got, nil
	}
	got.Hash, got.Overrides = r.Hash, namedOf(r.Overrides)
	for i := range r.Resources {
		resource := &r.Resources[i]
		got.Selected = append(got.Selected, selectedAnswer{ID: resource.ID, Content: normal(resource.Content).(map[string]any)})
		if resource.Group == "placement.kubernetes-fleet.io" && strings.HasSuffix(resource.Kind, "Envelope") {
			got.Envelopes++
		}
	}
	for _, s := range r.Snapshots {
		got.Snapshots = append(got.Snapshots, snapshotAnswer(s))
	}
	if run := hub.StagedRun(request, r); run != nil {
		got.StagedRun = &stagedAnswer{Overrides: namedOf(run.Overrides), Error: failureOf(run.Failure)}
	}
	for i := range r.Clusters {
		next, err := clusterOf(t, &r.Clusters[i])
		if err != nil {
			return got, err
		}
		got.Clusters = append(got.Clusters, next)
	}
	return got, nil
}

func clusterOf(t *testing.T, c *resources.ClusterManifests) (clusterAnswer, error) {
	got := clusterAnswer{Cluster: c.Cluster, Overrides: namedOf(c.Overrides)}
	if len(c.Failures) > 0 {
		first := c.Failures[0]
		got.Error = failureOf(first)
		switch {
		case first.Override != nil && first.Resource != (resources.ID{}):
			got.Condition = &conditionAnswer{"Overridden", "OverriddenFailed"}
		case first.Override == nil:
			got.Condition = &conditionAnswer{"WorkSynchronized", "SyncWorkFailed"}
		}
		return got, nil
	}
	for i := range c.Works {
		work := &c.Works[i]
		next := workAnswer{Name: work.Name, Envelope: work.Envelope}
		for at, manifest := range work.Manifests {
			content, err := manifest.Content(t.Context())
			if err != nil {
				return got, err
			}
			next.Manifests = append(next.Manifests, normal(content))
			if text, err := json.Marshal(content); err != nil || sha256.Sum256(text) != manifest.Digest {
				return got, fmt.Errorf("the digest of %s is not that of its text: %v", manifest.ID, err)
			}
			for _, refusal := range manifest.Refused {
				// The API server of the recordings is of a Kubernetes that counted characters.
				refusal = strings.Replace(refusal, "no more than 63 bytes", "no more than 63 characters", 1)
				next.Refused = append(next.Refused, fmt.Sprintf("spec.workload.manifests[%d].%s", at, refusal))
			}
		}
		slices.Sort(next.Refused)
		got.Works = append(got.Works, next)
	}
	return got, nil
}

// upstreamPrefix is what the hub writes before the text of a failure of the kind.
var upstreamPrefix = map[resources.FailureKind]string{
	resources.User:       "failed to process the request due to a client error: ",
	resources.Unexpected: "unexpected behavior which cannot be handled by the controller: ",
	resources.Expected:   "expected behavior which can be recovered by itself: ",
}

// failureOf is a failure with the hub's whole text.
func failureOf(f *resources.Failure) *failureAnswer {
	if f == nil {
		return nil
	}
	if f.Override == nil || f.Resource == (resources.ID{}) {
		return &failureAnswer{string(f.Kind), upstreamPrefix[f.Kind] + f.Why}
	}
	kind := "ResourceOverride"
	if f.Override.Namespace == "" {
		kind = "ClusterResourceOverride"
	}
	text := upstreamPrefix[f.Kind] + fmt.Sprintf("%sSnapshot %q failed to apply on %s: %s", kind, f.Override.Snapshot(), f.Resource, f.Why)
	if f.Envelope != nil {
		text = fmt.Sprintf("failed to apply overrides to %s from envelope %s: %s", f.Resource,
			path(f.Envelope.Namespace, f.Envelope.Name), text)
	}
	return &failureAnswer{string(f.Kind), text}
}

func namedOf(n resources.Named) namedAnswer { return namedAnswer(n) }

// normal is a value whose numbers compare by value.
func normal(value any) any {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	decoded, err := resources.Decode([]byte(`{"v":` + string(text) + `}`))
	if err != nil {
		return err
	}
	return decoded["v"]
}

// expand returns the recorded answer with contents in place of references.
func (c *recordedCase) expand(objects []resources.Object) answer {
	want := c.Expect
	text, _ := json.Marshal(want.Placements)
	var placements []placementAnswer
	_ = json.Unmarshal(fill(text), &placements)
	want.Placements = placements
	for p := range want.Placements {
		selected := want.Placements[p].Selected
		for i := range selected {
			if at := selected[i].Object; at != nil {
				selected[i].Content, selected[i].Object = objects[*at].Content, nil
			}
			selected[i].Content = normal(selected[i].Content).(map[string]any)
		}
		for k := range want.Placements[p].Clusters {
			for w := range want.Placements[p].Clusters[k].Works {
				want.Placements[p].Clusters[k].Works[w].expand(selected)
			}
		}
	}
	return want
}

func (w *workAnswer) expand(selected []selectedAnswer) {
	slices.Sort(w.Refused)
	for i, manifest := range w.Manifests {
		switch reference := manifest.(type) {
		case float64:
			w.Manifests[i] = map[string]any(selected[int(reference)].Content)
		case string:
			at := slices.IndexFunc(selected, func(s selectedAnswer) bool { return s.ID == *w.Envelope })
			w.Manifests[i] = selected[at].Content["data"].(map[string]any)[reference]
		default:
			w.Manifests[i] = normal(manifest)
		}
	}
}

// keepRecorded drops messages that the recording does not have: they differed from one run of the hub to the next.
func keepRecorded(want, got *answer) {
	byObject := func(a, b admission) int {
		return cmp.Or(strings.Compare(a.Object, b.Object), strings.Compare(a.By, b.By), strings.Compare(a.Message, b.Message))
	}
	slices.SortFunc(want.Admission, byObject)
	slices.SortFunc(got.Admission, byObject)
	for i := range want.Admission {
		if i < len(got.Admission) && want.Admission[i].Message == "" {
			got.Admission[i].Message = ""
		}
	}
	for p := range want.Placements {
		if p >= len(got.Placements) {
			return
		}
		w, g := &want.Placements[p], &got.Placements[p]
		w.Error.keep(g.Error)
		if w.StagedRun != nil && g.StagedRun != nil {
			w.StagedRun.Error.keep(g.StagedRun.Error)
		}
		for k := range w.Clusters {
			if k < len(g.Clusters) {
				w.Clusters[k].Error.keep(g.Clusters[k].Error)
			}
		}
	}
}

func (f *failureAnswer) keep(got *failureAnswer) {
	if f != nil && got != nil && f.Message == "" {
		got.Message = ""
	}
}
