// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// maxCached limits the recommendations of all answers in a Cache, about 50 MB. Beyond it the oldest answers are evicted.
// The advisor is asked again if they are needed.
const maxCached = 1 << 20

// question is the hash of a request and of the endpoint and credentials that it is sent with. Requests are too large for
// keys of a map.
type question [sha256.Size]byte

// Cache keeps the answers of a provider process, so that all placements of one plan get the same answer to the same
// question, even if they ask concurrently. The zero value is ready to use.
type Cache struct {
	mu      sync.Mutex
	answers map[question]hybrid.Answer
	// oldest lists the questions in the order of their answers. size is what the answers take of maxCached.
	oldest []question
	size   int
}

func (c *Cache) load(q question) (hybrid.Answer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	answer, ok := c.answers[q]
	return answer, ok
}

// store returns the answer that the cache already has, or else stores the given one and returns it.
func (c *Cache) store(q question, answer hybrid.Answer) hybrid.Answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	if first, ok := c.answers[q]; ok {
		return first
	}
	if c.answers == nil {
		c.answers = map[question]hybrid.Answer{}
	}
	c.answers[q], c.oldest, c.size = answer, append(c.oldest, q), c.size+sizeOf(answer)
	for c.size > maxCached && len(c.oldest) > 1 {
		c.size -= sizeOf(c.answers[c.oldest[0]])
		delete(c.answers, c.oldest[0])
		c.oldest = c.oldest[1:]
	}
	return answer
}

// sizeOf is the size of an answer in recommendations. An answer without recommendations has a size as well.
func sizeOf(answer hybrid.Answer) int { return len(answer.Recommendations) + len(answer.Unknown) + 1 }

func (x *exchange) key() question {
	hash := sha256.New()
	e := x.endpoint
	_, _ = fmt.Fprintf(hash, "%q %q %q ", e.URL, e.header(), e.ClientCertificate)
	_, _ = hash.Write(x.body)
	return question(hash.Sum(nil))
}
