// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// clusters are of a kind whose lists others write, too, and that stays on the hub.
var clusters = Kind[hubobject.Cluster]{
	Kinds: []*hubobject.Kind{hubobject.ManagedCluster},
	Keys:  []string{"name"},
	Apply: hubobject.ApplyCluster, Read: hubobject.ReadCluster,
	Arguments: []string{"labels", "taints", "lease_duration_seconds"},
	Releases:  true,
}

// scores are of a kind that takes two requests: what it sets is in its status.
var scores = Kind[placement.Score]{
	Kinds: []*hubobject.Kind{hubobject.AddOnPlacementScore},
	Keys:  []string{"cluster", "name"},
	Apply: hubobject.ApplyScore, Read: hubobject.ReadScore,
	Arguments: []string{"scores"},
}

// life is an object on a hub between applies.
type life[T any] struct {
	t      *testing.T
	server *hubtest.Hub
	proxy  *hubtest.Proxy
	kind   *Kind[T]
	// client is that of the provider, which sees the hub through the proxy.
	client *hubview.Client
	// first is the object that is created, and second another one with its name.
	first, second *T
	// others is the object as another client creates it.
	others string
	// state is what Terraform has of it, nil without one.
	state *T
	last  Identity
}

func newLife[T any](t *testing.T, server *hubtest.Hub, kind *Kind[T], first, second *T, others string) *life[T] {
	t.Helper()
	l := &life[T]{t: t, server: server, proxy: server.Proxy(t), kind: kind, first: first, second: second, others: others}
	client, err := hub.New(hub.Config{Config: apiserver.Config{ConfigPath: l.proxy.Kubeconfig}}, apiserver.Options{
		Lookup: func(string) (string, bool) { return "", false }, UserAgent: "test",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	l.client = hubview.New(client)
	return l
}

func lifeOfCluster(t *testing.T, server *hubtest.Hub) *life[hubobject.Cluster] {
	t.Helper()
	name := server.Prefix(t) + "a"
	of := func(region string, lease int32) *hubobject.Cluster {
		return &hubobject.Cluster{
			Cluster: placement.Cluster{Name: name, Labels: map[string]string{"region": region}, Taints: []placement.Taint{
				{Key: "gpu", Effect: placement.NoSelect},
			}},
			ClusterSpec: hubobject.ClusterSpec{LeaseDurationSeconds: &lease},
		}
	}
	return newLife(t, server, &clusters, of("eu", 30), of("us", 45), "{apiVersion: cluster.open-cluster-management.io/v1, kind: "+
		"ManagedCluster, metadata: {name: "+name+", labels: {region: other}}, spec: {hubAcceptsClient: true}}")
}

func lifeOfScore(t *testing.T, server *hubtest.Hub) *life[placement.Score] {
	t.Helper()
	namespace := server.Namespace(t)
	of := func(value int32) *placement.Score {
		return &placement.Score{Cluster: namespace, Name: "usage", Values: []placement.ScoreValue{{Name: "cpu", Value: value}}}
	}
	return newLife(t, server, &scores, of(50), of(51), "{apiVersion: cluster.open-cluster-management.io/v1alpha1, kind: "+
		"AddOnPlacementScore, metadata: {name: usage, namespace: "+namespace+"}, status: {scores: [{name: cpu, value: 7}]}}")
}

// target is where the object belongs, as a new process of the provider finds out.
func (l *life[T]) target() *Target {
	l.t.Helper()
	target, found := TargetOf(l.t.Context(), &Hub{Client: l.client, Plan: effects.NewPlan(l.client)}, l.last, "The object")
	if len(found) > 0 {
		l.t.Fatal(found)
	}
	return target
}

// operation is one on the object, of which the state has something or nothing.
func (l *life[T]) operation(prior *T) *Operation[T] {
	l.t.Helper()
	return &Operation[T]{Target: l.target(), Kind: l.kind, What: "The object", Prior: prior, State: &State{}}
}

// apply plans an object, lets the hub check it, and writes it. It stops at the first error, after which the state is as before.
func (l *life[T]) apply(object *T, arguments *Arguments) (found finding.List) {
	l.t.Helper()
	o := l.operation(l.state)
	o.Object, o.Arguments = object, arguments
	planned, err := o.planned(l.t.Context())
	if err != nil {
		return finding.List{ErrorFinding(o.What, err)}
	}
	if !planned.IsSame() {
		if found = append(found, o.checkChange(l.t.Context(), planned, nil)...); found.HasError() {
			return found
		}
	}
	written, more := o.writeChange(l.t.Context(), planned)
	if found = append(found, more...); !found.HasError() {
		l.state, l.last = object, Identity{HubUID: l.target().HubUID, UID: string(written.UID())}
	}
	return found
}

// destroy destroys the object of the state.
func (l *life[T]) destroy(arguments *Arguments) finding.List {
	l.t.Helper()
	o := l.operation(l.state)
	o.State.Read = func(targets ...any) error {
		*targets[0].(*T), *targets[1].(*Arguments) = *l.state, *arguments
		return nil
	}
	found := o.Destroy(l.t.Context())
	if !found.HasError() {
		l.forget()
	}
	return found
}

// forget loses the state.
func (l *life[T]) forget() { l.state, l.last = nil, Identity{} }

// on is the object on the hub; nil without one.
func (l *life[T]) on() *unstructured.Unstructured {
	l.t.Helper()
	of := l.kind.referenceOf(l.kind.Kinds[0], l.first)
	return l.server.Get(l.t, of.Kind.Group+"/"+of.Kind.Versions()[0], of.Kind.Kind, of.Namespace, of.Name)
}

// patch changes the object as another manager.
func (l *life[T]) patch(manager, patch string) {
	l.t.Helper()
	found := l.on()
	l.server.MergePatch(l.t, manager, found.GetAPIVersion(), found.GetKind(), found.GetNamespace(), found.GetName(), patch)
}

// remove deletes the object behind Terraform's back.
func (l *life[T]) remove() {
	l.t.Helper()
	found := l.on()
	l.server.Delete(l.t, found.GetAPIVersion(), found.GetKind(), found.GetNamespace(), found.GetName())
}

// writes matches the requests that write the object, and not those that only check it.
func (l *life[T]) writes() hubtest.Match {
	return hubtest.Match{Method: "PATCH", NoQuery: "dryRun", Path: "/" + l.kind.referenceOf(l.kind.Kinds[0], l.first).Name}
}

// refuse refuses the writes after some of them.
func (l *life[T]) refuse(after int) {
	l.proxy.Clear()
	writes := l.writes()
	writes.Skip = after
	l.proxy.On(writes, hubtest.Always, hubtest.Refuse(403, "Forbidden", "no"))
}

// has checks that the hub has what an object sets, and a plan nothing to do.
func (l *life[T]) has(object *T) {
	l.t.Helper()
	existing, found := l.operation(object).refresh(l.t.Context())
	if len(found) > 0 || existing == nil {
		l.t.Fatalf("there is %v, %v", existing, found)
	}
	differs, err := l.kind.Observed(l.kind.Kinds[0], object, existing.Object)
	if err != nil || len(differs) > 0 {
		l.t.Errorf("the hub has %v, %v", differs, err)
	}
}

// wants checks what was found: a text of each finding, which for an error begins with ERROR.
func wants(t *testing.T, found finding.List, texts ...string) {
	t.Helper()
	ok := len(found) == len(texts)
	for i := 0; ok && i < len(texts); i++ {
		text, isError := strings.CutPrefix(texts[i], "ERROR ")
		ok = isError != found[i].Warning && strings.Contains(found[i].Title+": "+found[i].Text, text)
	}
	if !ok {
		t.Fatalf("got %+v\nwant %q", found, texts)
	}
}

// managers are the field managers of an object.
func managers(found *unstructured.Unstructured) (names []string) {
	for _, e := range found.GetManagedFields() {
		names = append(names, e.Manager)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// withoutManagers is an object but for who has set its fields.
func withoutManagers(found *unstructured.Unstructured) map[string]any {
	found = found.DeepCopy()
	found.SetManagedFields(nil)
	found.SetResourceVersion("")
	return found.Object
}
