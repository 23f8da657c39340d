package advisor

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// maxCached is how many recommendations the answers of a Cache may have all together, some 50 MB. Beyond that the oldest
// answers are forgotten, and asked for again.
const maxCached = 1 << 20

// question identifies what an advisor is asked, and where and as whom: its hash, as questions are large.
type question [sha256.Size]byte

// Cache keeps the answers of a provider process, so that several placements of one plan are told the same, also if they
// ask at the same time. The zero value is ready.
type Cache struct {
	mu      sync.Mutex
	answers map[question]hybrid.Answer
	// oldest are the questions in the order of their answers, and size is how much they take.
	oldest []question
	size   int
}

func (c *Cache) load(q question) (hybrid.Answer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	answer, ok := c.answers[q]
	return answer, ok
}

// store keeps an answer, unless there is one already, and returns the one that counts.
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

// sizeOf counts an answer without any recommendation too.
func sizeOf(answer hybrid.Answer) int { return len(answer.Recommendations) + len(answer.Unknown) + 1 }

func (x *exchange) key() question {
	hash := sha256.New()
	e := x.endpoint
	_, _ = fmt.Fprintf(hash, "%q %q %q ", e.URL, e.header(), e.ClientCertificate)
	_, _ = hash.Write(x.body)
	return question(hash.Sum(nil))
}
