// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff_test

import (
	"bytes"
	"cmp"
	"compress/flate"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
)

// sortByScore sorts candidates as Open Cluster Management does.
func sortByScore(candidates []placement.Candidate) {
	slices.SortFunc(candidates, func(a, b placement.Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Cluster, b.Cluster))
	})
}

// decoded is what a pass is after it was encoded and decoded.
func decoded(t interface{ Fatal(...any) }, p *diff.Pass) *diff.Pass {
	read, err := diff.DecodePass(p.Encode())
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// TestEncodeReadsBack: a decoded pass is the pass, and explains the same moves.
func TestEncodeReadsBack(t *testing.T) {
	eachDialect(t, func(t *rapid.T, of dialect) {
		h := genHistory(t, of)
		whole, short := diff.PassOf(&h.before), diff.PassOf(&h.before).Truncated(1)
		for _, p := range []*diff.Pass{whole, short, short.WithoutScores()} {
			read := decoded(t, p)
			if !p.Equal(read) {
				t.Fatalf("got %+v, want %+v", read, p)
			}
			if !bytes.Equal(p.Encode(), read.Encode()) {
				t.Fatal("the encoding changed")
			}
			want, got := diff.Compare(p, &h.after, h.policyChanged), diff.Compare(read, &h.after, h.policyChanged)
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Fatalf("-want +got:\n%s", diff)
			}
		}
	})
}

// TestEncodeOrderOfInputs: the order of the fleet does not change a byte.
func TestEncodeOrderOfInputs(t *testing.T) {
	eachDialect(t, func(t *rapid.T, of dialect) {
		h := genHistory(t, of)
		again := h.again(t)
		if !bytes.Equal(diff.PassOf(&h.after).Encode(), diff.PassOf(&again).Encode()) {
			t.Fatal("the encoding depends on the order of the fleet")
		}
	})
}

// TestTruncatedExplainsLess: a truncated pass finds the same clusters. Each has the same cause, or an unknown one.
func TestTruncatedExplainsLess(t *testing.T) {
	eachDialect(t, func(t *rapid.T, of dialect) {
		h := genHistory(t, of)
		whole := diff.PassOf(&h.before)
		short := whole.Truncated(rapid.IntRange(0, 3).Draw(t, "behind"))
		scored := rapid.Bool().Draw(t, "with scores")
		if !scored {
			short = short.WithoutScores()
		}
		short = decoded(t, short)
		want, got := diff.Compare(whole, &h.after, h.policyChanged), diff.Compare(short, &h.after, h.policyChanged)
		if want.Stayed != got.Stayed || len(want.Joined) != len(got.Joined) || len(want.Left) != len(got.Left) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
		all := slices.Concat(want.Joined, want.Left)
		for i, change := range slices.Concat(got.Joined, got.Left) {
			if change.ClusterName != all[i].ClusterName || change.Cause != all[i].Cause && change.Cause != diff.CauseUnknown {
				t.Fatalf("got %+v, want %+v", change, all[i])
			}
			if change.Cause == diff.CauseUnknown && scored && short.Omitted() == 0 && all[i].Cause != diff.CauseUnknown {
				t.Fatalf("nothing was omitted: got %+v, want %+v", change, all[i])
			}
		}
	})
}

// TestEncodedSize: the passes of large fleets are small, truncated if necessary.
func TestEncodedSize(t *testing.T) {
	for name, test := range map[string]struct {
		result  placement.Result
		largest int
		// omits says that the pass is truncated, and lost that there is none.
		omits, lost bool
	}{
		"10000 clusters":                    {result: benchResult(10_000, 0), largest: 15_000},
		"20000 clusters":                    {result: benchResult(20_000, 0), largest: 27_000},
		"20001 clusters":                    {result: benchResult(20_001, 0), largest: 8_000, omits: true},
		"10000 candidates with two scores":  {result: candidates(10_000, 1000, 2, "cluster-%06d"), largest: 24_000},
		"10000 candidates with four scores": {result: candidates(10_000, 1000, 4, "cluster-%06d"), largest: 8_000, omits: true},
		"100000 clusters":                   {result: benchResult(100_000, 0), largest: 32_000, omits: true},
		"100000 clusters with four scores":  {result: candidates(100_000, 10_000, 4, "cluster-%06d"), largest: 20_000, omits: true},
		"10000 names without a pattern":     {result: candidates(10_000, 1000, 2, ""), largest: 20_000, omits: true},
		"5000 chosen without a pattern":     {result: candidates(10_000, 5000, 2, ""), lost: true},
		"100000 chosen":                     {result: candidates(100_000, 100_000, 0, "cluster-%06d"), largest: 3_000},
	} {
		t.Run(name, func(t *testing.T) {
			encoded := diff.PassOf(&test.result).Encode()
			t.Logf("%d bytes", len(encoded))
			if test.lost {
				if encoded != nil {
					t.Errorf("got %d bytes, want none", len(encoded))
				}
				return
			}
			pass, err := diff.DecodePass(encoded)
			if err != nil {
				t.Fatal(err)
			}
			if len(encoded) > test.largest || pass.Omitted() > 0 != test.omits {
				t.Errorf("%d bytes, %d clusters omitted; want at most %d bytes, omitted %t", len(encoded), pass.Omitted(),
					test.largest, test.omits)
			}
			if moves := diff.Compare(pass, &test.result, false); len(moves.Joined)+len(moves.Left) > 0 {
				t.Errorf("got %s", moves)
			}
		})
	}
}

// candidates is a pass without rejections. Without a format the names have no pattern.
func candidates(clusters, decided, scores int, format string) placement.Result {
	random := rand.New(rand.NewPCG(1, 2))
	r := placement.Result{Dialect: placement.DialectOCM}
	for k := range scores {
		r.Prioritizers = append(r.Prioritizers, placement.Prioritizer{Name: fmt.Sprintf("AddOn/usage/%d", k), Weight: 1})
	}
	list := make([]placement.Candidate, clusters)
	for i := range list {
		c := &list[i]
		if c.Cluster = fmt.Sprintf("%016x", random.Uint64()); format != "" {
			c.Cluster = fmt.Sprintf(format, i)
		}
		for range scores {
			value := int64(random.IntN(201)) - 100
			c.Score += value
			c.Scores = append(c.Scores, placement.ScoreLine{Value: value, Given: true})
		}
	}
	sortByScore(list)
	for i := range list[:decided] {
		r.Decisions = append(r.Decisions, placement.Decision{Candidate: list[i]})
	}
	r.NotPicked = list[decided:]
	return r
}

// TestDecodeMalformed refuses what Encode does not make.
func TestDecodeMalformed(t *testing.T) {
	result := without(ranked(1, candidate("a", 80, 0), candidate("b", 60, 0)), "c", inDevelopment)
	encoded := diff.PassOf(&result).Encode()
	otherVersion := slices.Clone(encoded)
	otherVersion[0]++
	for name, malformed := range map[string][]byte{
		"nothing": nil, "no pass": encoded[:1], "another version": otherVersion, "half": encoded[:len(encoded)/2],
		"more": append(slices.Clone(encoded), 0), "too much": compressed(make([]byte, 2<<20)), "empty": compressed(nil),
		"too long": append(slices.Clone(encoded), make([]byte, diff.MaxEncoded)...), "JSON": []byte(`{"version":1}`),
	} {
		if p, err := diff.DecodePass(malformed); err == nil {
			t.Errorf("%s: got %+v", name, p)
		}
	}
}

// compressed is what Encode makes of the bytes of a pass.
func compressed(raw []byte) []byte {
	var encoded bytes.Buffer
	encoded.WriteByte(1)
	w, err := flate.NewWriterDict(&encoded, flate.BestSpeed, []byte(diff.Dictionary))
	if err != nil {
		panic(err)
	}
	if _, err := w.Write(raw); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return encoded.Bytes()
}

// inflated are the bytes of an encoded pass.
func inflated(encoded []byte) ([]byte, error) {
	return io.ReadAll(flate.NewReaderDict(bytes.NewReader(encoded[1:]), []byte(diff.Dictionary)))
}

// FuzzDecodePass: whatever is read is refused, or is a pass that can be compared and encodes to an equal one.
func FuzzDecodePass(f *testing.F) {
	result := without(ranked(1, candidate("a", 80, 0), candidate("b", 60, 0), candidate("c", 90, -70)), "d", inDevelopment)
	ofRounds := rounds(map[string]int64{"a": 1650, "b": 1200, "c": 100}, "b", "c")
	for _, r := range []*placement.Result{&result, &ofRounds} {
		raw, err := inflated(diff.PassOf(r).Encode())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if _, err := diff.DecodePass(raw); err == nil {
			t.Log("an encoded pass")
		}
		p, err := diff.DecodePass(compressed(raw))
		if err != nil {
			return
		}
		for _, after := range []*placement.Result{&result, &ofRounds} {
			diff.Compare(p, after, false)
			diff.Compare(p, after, true)
		}
		if again, err := diff.DecodePass(p.Encode()); err != nil || !p.Equal(again) && again.Omitted() == p.Omitted() {
			t.Fatalf("%v: got %+v, want %+v", err, again, p)
		}
	})
}
