package render

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"strings"
)

// Work is an object of the hub that brings manifests to a cluster.
type Work struct {
	Name string
	// Envelope is the envelope whose manifests it holds; nil for those of a resource snapshot.
	Envelope  *ID
	Manifests []*Manifest
}

// Manifest is an object that a cluster gets. It is shared by the clusters that get the same.
type Manifest struct {
	// ID is that of the selected object, or of the manifest in an envelope, before overrides.
	ID
	// Resource is the index of the selected object, or of the envelope.
	Resource int
	// Key is that of the manifest in its envelope; empty for an object of the hub.
	Key string
	// Changed says that overrides were applied to it, with or without an effect.
	Changed bool
	// Digest is the SHA-256 of its JSON. Equal manifests have equal digests.
	Digest [sha256.Size]byte
	// Refused says why an API server does not store a Work with this manifest: a field of the manifest and a reason, each. It is
	// empty for a manifest that is fine.
	Refused  []string
	source   *source
	programs []*program
}

// Content returns the manifest. It is the caller's own where Changed, and else shared. It returns an error if ctx ends.
func (m *Manifest) Content(ctx context.Context) (map[string]any, error) {
	if !m.Changed {
		return m.source.content, nil
	}
	done, err := run(ctx, m.source.text, m.programs)
	if err != nil {
		return nil, err
	}
	return Decode(done.text)
}

// Text returns the JSON of the manifest with sorted keys.
func (m *Manifest) Text(ctx context.Context) ([]byte, error) {
	if !m.Changed {
		return m.source.text, nil
	}
	content, err := m.Content(ctx)
	return encode(content), err
}

// source is a selected object, or a manifest in an envelope, and what becomes of it by overrides.
type source struct {
	id       ID
	resource int
	key      string
	envelope *ID
	content  map[string]any
	text     []byte
	// overrides are those that select it, in the order in which they are applied; one that selects it twice is in it twice.
	overrides []*compiledOverride
	// outcomes has what became of it so far, by the numbers of the programs.
	outcomes map[string]outcome
}

// outcome is a manifest, nil for an object that is deleted, or a failure.
type outcome struct {
	manifest *Manifest
	failure  *Failure
}

// outcome applies the programs of a cluster.
func (s *source) outcome(ctx context.Context, programs map[*compiledOverride]*program) (outcome, error) {
	var key []byte
	var applied []*program
	for _, override := range s.overrides {
		if p := programs[override]; p != nil {
			applied = append(applied, p)
			key = append(strconv.AppendInt(key, int64(p.number), 10), ' ')
		}
	}
	if known, ok := s.outcomes[string(key)]; ok {
		return known, nil
	}
	done, err := s.apply(ctx, applied)
	if err != nil {
		return outcome{}, err
	}
	if s.outcomes == nil {
		s.outcomes = map[string]outcome{}
	}
	s.outcomes[string(key)] = done
	return done, nil
}

func (s *source) apply(ctx context.Context, programs []*program) (outcome, error) {
	manifest := &Manifest{ID: s.id, Resource: s.resource, Key: s.key, source: s, programs: programs, Changed: len(programs) > 0}
	text, content := s.text, s.content
	if manifest.Changed {
		done, err := run(ctx, s.text, programs)
		switch {
		case err != nil:
			return outcome{}, err
		case done.failed != nil:
			return outcome{failure: s.failure(done.failed, done.why)}, nil
		case len(done.text) == 0:
			return outcome{}, nil
		}
		if content = decodePatched(done.text); content == nil {
			return outcome{failure: s.failure(programs[len(programs)-1], "the patches do not make an object")}, nil
		}
		text = encode(content)
	}
	manifest.Digest = sha256.Sum256(text)
	manifest.Refused = refused(content)
	return outcome{manifest: manifest}, nil
}

// decodePatched returns nil if the text is no object: a patch has replaced the whole document.
func decodePatched(text []byte) map[string]any {
	content, err := Decode(text)
	if err != nil {
		return nil
	}
	return content
}

// failure is the failure of an override on the object.
func (s *source) failure(p *program, why string) *Failure {
	failure := newFailure(User, "%sSnapshot %q failed to apply on %s: %s", p.override.kind(), p.override.Snapshot(), s.id, why)
	if s.envelope != nil {
		failure.Message = fmt.Sprintf("failed to apply overrides to %s from envelope %s: %s", s.id, s.envelope.path(), failure.Message)
	}
	failure.Why, failure.Stage, failure.Resource, failure.Envelope = why, Overridden, s.id, s.envelope
	failure.Override = p.override.Snapshot()
	return failure
}

// plannedWork is a Work before overrides.
type plannedWork struct {
	name     string
	envelope *ID
	sources  []*source
	// failure is that of an envelope, which every cluster has.
	failure *Failure
	// from is the index of the resource that it comes from; the Works of snapshots come first.
	from int
}

// workBase is what the names of a placement's Works begin with.
func (p *Placement) workBase() string {
	if p.Namespace == "" {
		return p.Name
	}
	return p.Namespace + "." + p.Name
}

// planWorks returns the Works of a selection in the order of their names.
func planWorks(p *Placement, resources []Resource, snapshots []Snapshot) []plannedWork {
	var list []plannedWork
	for at, next := 0, 0; at < len(snapshots); at++ {
		work := plannedWork{name: p.workBase() + "-work", from: next}
		if at > 0 {
			work.name = p.workBase() + "-" + strconv.Itoa(at-1)
		}
		for end := next + snapshots[at].Count; next < end; next++ {
			resource := &resources[next]
			if isEnvelope(resource.ID) {
				list = append(list, planEnvelope(resource, next, work.name))
				continue
			}
			work.sources = append(work.sources, &source{id: resource.ID, resource: next, content: resource.Content, text: resource.text})
		}
		list = append(list, work)
	}
	slices.SortFunc(list, func(a, b plannedWork) int { return strings.Compare(a.name, b.name) })
	return list
}

func planEnvelope(resource *Resource, index int, base string) plannedWork {
	opened := open(resource)
	work := plannedWork{name: opened.workName(base), envelope: &resource.ID, failure: opened.failure, from: index}
	for i := range opened.manifests {
		m := &opened.manifests[i]
		work.sources = append(work.sources, &source{id: m.ID, resource: index, key: m.key, envelope: &resource.ID, content: m.content,
			text: m.text})
	}
	return work
}

// digest adds what the Work holds.
func (w *Work) digest(sum hash.Hash) {
	fmt.Fprintf(sum, "%s %d ", w.Name, len(w.Manifests))
	for _, manifest := range w.Manifests {
		sum.Write(manifest.Digest[:])
	}
}
