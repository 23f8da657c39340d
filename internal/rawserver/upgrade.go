// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math/big"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/tinylib/msgp/msgp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/jsonwalk"
)

// StateRewriter is a resource that converts states of earlier versions.
type StateRewriter interface {
	// RewriteState converts the JSON of a state of an earlier version, from 1, to the current one. It fails for a state that it
	// cannot read, which is left to the framework.
	RewriteState(state []byte) ([]byte, error)
}

// stateSchema is what states of a resource have: a version, and attributes. The rewriter may be nil.
type stateSchema struct {
	version    int64
	attributes tftypes.Object
	rewriter   StateRewriter
}

// current is a state in the form of the current version; false if it has none.
func (s *stateSchema) current(version int64, raw *tfprotov6.RawState) (state []byte, ok bool) {
	switch {
	case raw == nil:
		return nil, false
	case version == s.version:
		return raw.JSON, true
	case version > s.version || version < 1 || s.rewriter == nil:
		return nil, false // Version 0 was never released.
	}
	state, err := s.rewriter.RewriteState(raw.JSON)
	return state, err == nil
}

// UpgradeResourceState encodes a state without the framework, which parses the type of every dynamic
// value and builds all values: that takes longer than the rest of a plan. It leaves to the framework what it cannot read.
func (s *server) UpgradeResourceState(
	ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	schema := s.resources[req.TypeName].state
	if state, ok := schema.current(req.Version, req.RawState); ok {
		if encoded, err := encodeState(state, schema.attributes); err == nil {
			return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &tfprotov6.DynamicValue{MsgPack: encoded}}, nil
		}
	}
	return s.Server.UpgradeResourceState(ctx, req)
}

// errOtherState is the error of a state that only the framework can read, or refuse.
var errOtherState = errors.New("not the state of this schema")

// encodeState converts a state from JSON to MessagePack.
func encodeState(state []byte, object tftypes.Object) ([]byte, error) {
	decoder := jsontext.NewDecoder(bytes.NewReader(state))
	if decoder.PeekKind() != '{' {
		return nil, errOtherState
	}
	return encodeJSON(nil, decoder, object)
}

// encodeJSON converts the next value of a type. Without a type, numbers and texts are told apart by their form, and lists and
// objects are converted as they are.
func encodeJSON(encoded []byte, decoder *jsontext.Decoder, t tftypes.Type) ([]byte, error) {
	kind := decoder.PeekKind()
	if kind == 'n' {
		_, err := decoder.ReadToken()
		return msgp.AppendNil(encoded), err
	}
	if t != nil && t.Is(tftypes.DynamicPseudoType) {
		return encodeDynamic(encoded, decoder)
	}
	switch kind {
	case '{':
		if object, ok := t.(tftypes.Object); ok {
			return encodeObject(encoded, decoder, object)
		}
		return encodeMap(encoded, decoder, t)
	case '[':
		return encodeList(encoded, decoder, t)
	}
	token, err := decoder.ReadToken()
	switch {
	case err != nil:
		return nil, err
	case kind == '"' && (t == nil || t.Is(tftypes.String)):
		return msgp.AppendString(encoded, token.String()), nil
	case (kind == 't' || kind == 'f') && (t == nil || t.Is(tftypes.Bool)):
		return msgp.AppendBool(encoded, kind == 't'), nil
	case kind == '0' && (t == nil || t.Is(tftypes.Number)):
		return appendNumber(encoded, token.String())
	}
	return nil, errOtherState
}

// appendNumber encodes a number as Terraform does: as text if it is neither a whole number nor a float64.
func appendNumber(encoded []byte, text string) ([]byte, error) {
	const precision, longest = 512, 500
	if len(text) > longest {
		return nil, errOtherState
	}
	number, _, err := big.ParseFloat(text, 10, precision, big.ToNearestEven)
	if err != nil {
		return nil, err
	}
	if whole, accuracy := number.Int64(); accuracy == big.Exact {
		return msgp.AppendInt64(encoded, whole), nil
	}
	if float, accuracy := number.Float64(); accuracy == big.Exact {
		return msgp.AppendFloat64(encoded, float), nil
	}
	return msgp.AppendString(encoded, text), nil
}

// encodeDynamic converts a dynamic value, which a state has with its type.
func encodeDynamic(encoded []byte, decoder *jsontext.Decoder) ([]byte, error) {
	raw, err := decoder.ReadValue()
	if err != nil {
		return nil, err
	}
	var parts map[string]jsontext.Value
	if err := json.Unmarshal(raw, &parts); err != nil || len(parts) != 2 || parts["value"] == nil || parts["type"] == nil {
		return nil, errOtherState
	}
	// A state file is indented, and Terraform reads every byte of a type once a level.
	typ := parts["type"]
	if err := typ.Compact(); err != nil || string(typ) == `"dynamic"` {
		return nil, errOtherState
	}
	encoded = msgp.AppendBytes(msgp.AppendArrayHeader(encoded, 2), typ)
	return encodeJSON(encoded, jsontext.NewDecoder(bytes.NewReader(parts["value"])), nil)
}

func encodeObject(encoded []byte, decoder *jsontext.Decoder, object tftypes.Object) ([]byte, error) {
	fields := make(map[string][]byte, len(object.AttributeTypes))
	err := jsonwalk.Members(decoder, func(name string) (err error) {
		t, known := object.AttributeTypes[name]
		if !known { // an attribute of another release
			return decoder.SkipValue()
		}
		fields[name], err = encodeJSON(nil, decoder, t)
		return err
	})
	encoded = msgp.AppendMapHeader(encoded, uint32(len(object.AttributeTypes)))
	for _, name := range slices.Sorted(maps.Keys(object.AttributeTypes)) {
		encoded = msgp.AppendString(encoded, name)
		if field := fields[name]; field != nil {
			encoded = append(encoded, field...)
		} else {
			encoded = msgp.AppendNil(encoded)
		}
	}
	return encoded, err
}

func encodeMap(encoded []byte, decoder *jsontext.Decoder, t tftypes.Type) ([]byte, error) {
	mapType, ok := t.(tftypes.Map)
	if t != nil && !ok {
		return nil, errOtherState
	}
	var size, ofDynamic uint32
	var members []byte
	err := jsonwalk.Members(decoder, func(name string) (err error) {
		if size++; name == "type" || name == "value" {
			ofDynamic++
		}
		members, err = encodeJSON(msgp.AppendString(members, name), decoder, mapType.ElementType)
		return err
	})
	if t == nil && size == 2 && ofDynamic == 2 {
		return nil, errOtherState // It may be a dynamic value inside of another one, with its own type beside it.
	}
	return append(msgp.AppendMapHeader(encoded, size), members...), err
}

func encodeList(encoded []byte, decoder *jsontext.Decoder, t tftypes.Type) ([]byte, error) {
	var element tftypes.Type
	switch list := t.(type) {
	case nil:
	case tftypes.List:
		element = list.ElementType
	case tftypes.Set:
		element = list.ElementType
	default:
		return nil, errOtherState
	}
	var size uint32
	var items []byte
	err := jsonwalk.Elements(decoder, func() (err error) {
		size++
		items, err = encodeJSON(items, decoder, element)
		return err
	})
	return append(msgp.AppendArrayHeader(encoded, size), items...), err
}
