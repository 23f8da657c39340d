// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package sharedread keeps what was read once for all readers of a process.
package sharedread

import (
	"context"
	"maps"
	"sync"
)

// Results keeps the results of reads by key. Concurrent readers of a key share one read, which ends when the last of
// them is interrupted. A read that fails is not kept: its readers get the error, and the next reader reads again. The zero
// value is ready to use.
type Results[K comparable, V any] struct {
	// KeepsError reports whether an error is kept all the same; nil for none.
	KeepsError func(err error) bool

	mu    sync.Mutex
	reads map[K]*result[V]
}

// result is a read that is in progress or has succeeded.
type result[V any] struct {
	// done is closed when value and err are set.
	done    chan struct{}
	value   V
	err     error
	readers int
	cancel  context.CancelFunc
}

// Get returns the result for a key, which read returns if there is none yet.
func (s *Results[K, V]) Get(ctx context.Context, key K, read func(context.Context) (V, error)) (V, error) {
	var none V
	if err := ctx.Err(); err != nil {
		return none, err
	}
	s.mu.Lock()
	r := s.reads[key]
	if r == nil {
		// The read outlives the reader that started it if others wait for it as well.
		shared, cancel := context.WithCancel(context.WithoutCancel(ctx))
		r = &result[V]{done: make(chan struct{}), cancel: cancel}
		if s.reads == nil {
			s.reads = map[K]*result[V]{}
		}
		s.reads[key] = r
		go s.run(shared, key, r, read)
	}
	r.readers++
	s.mu.Unlock()
	select {
	case <-r.done:
		return r.value, r.err
	case <-ctx.Done():
		s.leave(key, r)
		return none, ctx.Err()
	}
}

func (s *Results[K, V]) run(ctx context.Context, key K, r *result[V], read func(context.Context) (V, error)) {
	defer r.cancel()
	value, err := read(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.value, r.err = value, err; err != nil && (s.KeepsError == nil || !s.KeepsError(err)) {
		s.remove(key, r)
	}
	close(r.done)
}

// leave ends a read that has no readers left.
func (s *Results[K, V]) leave(key K, r *result[V]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.readers--
	select {
	case <-r.done:
		return
	default:
	}
	if r.readers == 0 {
		r.cancel()
		s.remove(key, r)
	}
}

// remove forgets a read unless the key has another one already.
func (s *Results[K, V]) remove(key K, r *result[V]) {
	if s.reads[key] == r {
		delete(s.reads, key)
	}
}

// Drop forgets the results of some keys. Reads in progress go on for their readers, and are not kept.
func (s *Results[K, V]) Drop(isDropped func(key K) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.reads, func(key K, _ *result[V]) bool { return isDropped(key) })
}
