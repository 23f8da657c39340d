// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package sharedread

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
)

// TestResults: concurrent readers of a key share one read, a failed read is not kept, and a dropped result is read again.
func TestResults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var results Results[string, int]
		reads := 0
		var fails error
		release := make(chan struct{})
		read := func(context.Context) (int, error) {
			reads++
			<-release
			return reads, fails
		}
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				if got, err := results.Get(t.Context(), "a", read); got != 1 || err != nil {
					t.Errorf("got %d, %v", got, err)
				}
			})
		}
		synctest.Wait()
		close(release)
		all.Wait()
		results.Drop(func(key string) bool { return key == "a" })
		if got, _ := results.Get(t.Context(), "a", read); got != 2 {
			t.Errorf("got the result of read %d after Drop", got)
		}
		fails = errors.New("out of order")
		if _, err := results.Get(t.Context(), "b", read); !errors.Is(err, fails) {
			t.Errorf("got %v", err)
		}
		fails = nil
		if got, err := results.Get(t.Context(), "b", read); got != 4 || err != nil {
			t.Errorf("after a failed read: %d, %v", got, err)
		}
		fails, results.KeepsError = errors.New("forbidden"), func(error) bool { return true }
		for range 2 {
			if _, err := results.Get(t.Context(), "c", read); !errors.Is(err, fails) || reads != 5 {
				t.Errorf("got %v after %d reads of an error that is kept", err, reads)
			}
		}
	})
}

// TestResults_interrupted: a read goes on as long as one reader waits for it, and ends with the last one.
func TestResults_interrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var results Results[string, int]
		ended := make(chan struct{})
		read := func(ctx context.Context) (int, error) {
			<-ctx.Done()
			close(ended)
			return 0, ctx.Err()
		}
		first, stopFirst := context.WithCancel(t.Context())
		second, stopSecond := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for _, ctx := range []context.Context{first, second} {
			all.Go(func() {
				if _, err := results.Get(ctx, "a", read); !errors.Is(err, context.Canceled) {
					t.Errorf("got %v", err)
				}
			})
		}
		synctest.Wait()
		stopFirst()
		synctest.Wait()
		select {
		case <-ended:
			t.Error("the read ended although a reader waits")
		default:
		}
		stopSecond()
		all.Wait()
		<-ended
	})
}
