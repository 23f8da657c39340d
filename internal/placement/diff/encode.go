// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"bytes"
	"compress/flate"
	"io"
)

const (
	// encodingVersion is the first byte of an encoded pass. It changes when the encoding changes.
	encodingVersion = 1
	// maxEncoded is how many bytes an encoded pass may have. In a state file they are encoded as base64 three times.
	maxEncoded = 33_000
	// maxDecoded bounds what is compressed.
	maxDecoded = 1 << 20
	// maxClusters is how many clusters a pass has that is not truncated.
	maxClusters = 20_000
)

// dictionary are texts that most passes have, so that a pass of a small fleet is short. It is a part of the encoding.
const dictionary = "its type did not match its claim did not match its property did not match it took no new placements " +
	"it would have broken maxSkew it was not listed it was being deleted a CEL expression was not true " +
	"it was in no cluster set that is open to the placement property claim deletion cluster name cluster set advisor request " +
	"TopologySpread ClusterEligibility ClusterAffinity SamePlacementAffinity spread affinity previous kubefleet hybrid " +
	"AddOn/ ResourceAllocatableCPU resource ResourceAllocatableMemory resource Balance Steady " +
	"taint a taint was not tolerated TaintToleration label its label did not match Predicate cluster ocm"

// Encode is a compressed form of the pass: at most 33 kB, and the same bytes for the same pass. A pass that is too large for that
// is truncated to the chosen clusters and the first hundred that were not picked; if necessary, the chosen clusters lose their
// scores. Encode returns nil if that is too large, too.
func (p *Pass) Encode() []byte {
	if len(p.clusters) <= maxClusters {
		if encoded := p.encode(); encoded != nil {
			return encoded
		}
	}
	short := p.truncated(keptBehind)
	if encoded := short.encode(); encoded != nil {
		return encoded
	}
	return short.withoutScores().encode()
}

// encode returns nil if the encoded pass is too large.
func (p *Pass) encode() []byte {
	var c codec
	c.pass(p)
	if len(c.bytes) > maxDecoded {
		return nil
	}
	var encoded bytes.Buffer
	encoded.WriteByte(encodingVersion)
	compressor, err := flate.NewWriterDict(&encoded, flate.BestCompression, []byte(dictionary))
	if err != nil {
		return nil // There is such a level.
	}
	if _, err := compressor.Write(c.bytes); err != nil {
		return nil // A buffer takes everything.
	}
	if err := compressor.Close(); err != nil || encoded.Len() > maxEncoded {
		return nil
	}
	return encoded.Bytes()
}

// DecodePass is the reverse of [Pass.Encode]. It fails for anything that Encode does not make, such as the encoding of another
// version.
func DecodePass(encoded []byte) (*Pass, error) {
	if len(encoded) == 0 || len(encoded) > maxEncoded || encoded[0] != encodingVersion {
		return nil, errPass
	}
	compressed := bytes.NewReader(encoded[1:])
	raw, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(compressed, []byte(dictionary)), maxDecoded+1))
	if err != nil || len(raw) > maxDecoded || compressed.Len() > 0 {
		return nil, errPass
	}
	c, p := codec{bytes: raw, reading: true}, &Pass{}
	if c.pass(p); c.err != nil || len(c.bytes) > 0 {
		return nil, errPass
	}
	return p, nil
}
