// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v4"
)

// yamlDocuments converts the documents of a YAML text to JSON and records the line that every byte comes from.
func yamlDocuments(ctx context.Context, text string) ([]Document, error) {
	var list []Document
	decoder := yaml.NewDecoder(&interruptible{ctx: ctx, text: strings.NewReader(text)})
	for number := 1; ; number++ {
		var node yaml.Node
		err := decoder.Decode(&node)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, io.EOF):
			return list, nil
		case err != nil:
			return nil, yamlError(err, text)
		}
		items, err := yamlDocument(ctx, &node, number, len(text))
		if err != nil {
			return nil, err
		}
		list = append(list, items...)
	}
}

// yamlDocument converts one document. Null is an empty document, without objects.
func yamlDocument(ctx context.Context, node *yaml.Node, number, size int) ([]Document, error) {
	c := &converter{ctx: ctx, limit: expansion*size + expansionFloor}
	if err := c.value(node); err != nil {
		var mistake *Error
		if errors.As(err, &mistake) {
			mistake.Document = number
		}
		return nil, err
	}
	if bytes.Equal(c.json, []byte("null")) {
		return nil, nil
	}
	items, err := jsonDocuments(ctx, c.json)
	if err != nil {
		return nil, err
	}
	for i := range items {
		items[i].Number, items[i].lines = number, c.lines
	}
	return items, nil
}

// yamlToJSON converts one document that was written here.
func yamlToJSON(text []byte) ([]byte, error) {
	var node yaml.Node
	if err := yaml.Unmarshal(text, &node); err != nil {
		return nil, err
	}
	c := &converter{ctx: context.Background(), limit: expansion*len(text) + expansionFloor}
	err := c.value(&node)
	return c.json, err
}

// interruptible is a reader that fails when its context ends, so that reading a large document can be interrupted.
type interruptible struct {
	ctx  context.Context //nolint:containedctx // The YAML library takes a reader, not a context.
	text *strings.Reader
}

// Read reads the next part of the text.
func (r *interruptible) Read(into []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.text.Read(into)
}

// Limits for aliases: a few lines of them can expand to any amount of text.
const (
	expansion      = 10
	expansionFloor = 1 << 20
)

// converter writes the nodes of a YAML document as JSON, with the same result as sigs.k8s.io/yaml. It follows YAML 1.1, in
// which "yes" and "on" are bools.
type converter struct {
	ctx  context.Context //nolint:containedctx // It lives as long as the conversion.
	json []byte
	// lines is sorted by offset.
	lines []lineMark
	// aliases has the anchors whose content is being written.
	aliases []*yaml.Node
	// limit is the maximum size of the JSON in bytes, and the maximum number of nodes that are visited.
	limit, steps int
}

// refuse returns the error of a node.
func refuse(node *yaml.Node, format string, args ...any) error {
	return &Error{Line: node.Line, Message: "invalid YAML: " + fmt.Sprintf(format, args...)}
}

func (c *converter) value(node *yaml.Node) error {
	if err := c.step(node); err != nil {
		return err
	}
	c.mark(node)
	switch node.Kind {
	case yaml.DocumentNode:
		return c.value(node.Content[0])
	case yaml.AliasNode:
		return c.alias(node, c.value)
	case yaml.MappingNode:
		return c.mapping(node)
	case yaml.SequenceNode:
		return c.elements("[]", len(node.Content), func(i int) error { return c.value(node.Content[i]) })
	}
	return c.scalar(node)
}

// alias reads the node that an alias stands for.
func (c *converter) alias(node *yaml.Node, read func(*yaml.Node) error) error {
	if slices.Contains(c.aliases, node.Alias) {
		return refuse(node, "the anchor %q contains itself", node.Value)
	}
	c.aliases = append(c.aliases, node.Alias)
	defer func() { c.aliases = c.aliases[:len(c.aliases)-1] }()
	return read(node.Alias)
}

// step fails when the context ends or aliases expand beyond the limit.
func (c *converter) step(node *yaml.Node) error {
	c.steps++
	if len(c.json) > c.limit || c.steps > c.limit {
		return refuse(node, "the aliases of the document expand to more than %d bytes", c.limit)
	}
	return c.ctx.Err()
}

// mark records that the next byte comes from the line of a node.
func (c *converter) mark(node *yaml.Node) {
	if n := len(c.lines); n == 0 || c.lines[n-1].line != node.Line {
		c.lines = append(c.lines, lineMark{offset: len(c.json), line: node.Line})
	}
}

// elements writes the elements of a list or an object between its delimiters.
func (c *converter) elements(delimiters string, n int, write func(i int) error) error {
	c.json = append(c.json, delimiters[0])
	for i := range n {
		if i > 0 {
			c.json = append(c.json, ',')
		}
		if err := write(i); err != nil {
			return err
		}
	}
	c.json = append(c.json, delimiters[1])
	return nil
}

func (c *converter) mapping(node *yaml.Node) error {
	pairs, err := c.pairs(node)
	if err != nil {
		return err
	}
	return c.elements("{}", len(pairs), func(i int) (err error) {
		c.mark(pairs[i].key)
		if c.json, err = jsontext.AppendQuote(c.json, pairs[i].name); err != nil {
			return refuse(pairs[i].key, "the key %q is not valid UTF-8", pairs[i].name)
		}
		c.json = append(c.json, ':')
		return c.value(pairs[i].value)
	})
}

// pair is an entry of a mapping.
type pair struct {
	name       string
	key, value *yaml.Node
}

// pairs returns the entries of a mapping, followed by those that it merges. A duplicate key is an error. A merged key does
// not replace a key of the mapping.
func (c *converter) pairs(node *yaml.Node) ([]pair, error) {
	list := make([]pair, 0, len(node.Content)/2)
	seen := make(map[string]int, len(node.Content)/2)
	var merged []*yaml.Node
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		if key.ShortTag() == "!!merge" {
			merged = append(merged, value)
			continue
		}
		name, err := keyOf(key)
		if err != nil {
			return nil, err
		}
		if line, known := seen[name]; known {
			return nil, refuse(key, "the key %q is already set in line %d", name, line)
		}
		seen[name] = key.Line
		list = append(list, pair{name: name, key: key, value: value})
	}
	add := func(mapping *yaml.Node) error {
		more, err := c.pairs(mapping)
		for _, p := range more {
			if _, known := seen[p.name]; !known {
				seen[p.name] = p.key.Line
				list = append(list, p)
			}
		}
		return err
	}
	for _, value := range merged {
		if err := c.eachMerged(value, add); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// eachMerged reads the mappings of the value of a merge key, which is a mapping or a list of mappings.
func (c *converter) eachMerged(value *yaml.Node, read func(mapping *yaml.Node) error) error {
	if err := c.step(value); err != nil {
		return err
	}
	switch value.Kind {
	case yaml.AliasNode:
		return c.alias(value, func(node *yaml.Node) error { return c.eachMerged(node, read) })
	case yaml.MappingNode:
		return read(value)
	case yaml.SequenceNode:
		for _, item := range value.Content {
			if err := c.eachMerged(item, read); err != nil {
				return err
			}
		}
		return nil
	}
	return refuse(value, "only mappings can be merged")
}

// keyOf returns the JSON name of a key.
func keyOf(key *yaml.Node) (string, error) {
	if key.Kind == yaml.AliasNode {
		key = key.Alias
	}
	if key.Kind != yaml.ScalarNode {
		return "", refuse(key, "a key must be text, not a list or a mapping")
	}
	raw, err := scalarJSON(key)
	if err != nil {
		return "", err
	}
	switch raw[0] {
	case 'n':
		return "", refuse(key, "a key must be text, not null")
	case '"':
		text, err := jsontext.AppendUnquote(nil, raw)
		return string(text), err
	}
	return string(raw), nil
}

func (c *converter) scalar(node *yaml.Node) error {
	raw, err := scalarJSON(node)
	c.json = append(c.json, raw...)
	return err
}

// plainInteger matches the integers that are written the same in YAML and in JSON.
var plainInteger = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,17})$`)

// oldBools has the bools of YAML 1.1 that YAML 1.2 does not have.
var oldBools = map[string]string{
	"y": "true", "Y": "true", "yes": "true", "Yes": "true", "YES": "true", "on": "true", "On": "true", "ON": "true",
	"n": "false", "N": "false", "no": "false", "No": "false", "NO": "false", "off": "false", "Off": "false", "OFF": "false",
}

// scalarJSON returns a scalar in JSON.
func scalarJSON(node *yaml.Node) ([]byte, error) {
	switch tag := node.ShortTag(); tag {
	case "!!null":
		return []byte("null"), nil
	case "!!bool":
		var value bool
		if err := node.Decode(&value); err != nil {
			return nil, refuse(node, "%q is not a bool", node.Value)
		}
		return strconv.AppendBool(nil, value), nil
	case "!!int", "!!float":
		if tag == "!!int" && plainInteger.MatchString(node.Value) {
			return []byte(node.Value), nil
		}
		var value any
		if err := node.Decode(&value); err != nil {
			return nil, refuse(node, "%q is not a number", node.Value)
		}
		raw, err := json.Marshal(value)
		if err != nil {
			return nil, refuse(node, "%s cannot be represented in JSON", node.Value)
		}
		return raw, nil
	case "!!binary":
		decoded, err := base64.StdEncoding.DecodeString(node.Value)
		if err != nil {
			return nil, refuse(node, "!!binary must be Base64")
		}
		return quoted(node, string(decoded))
	}
	if value, ok := oldBools[node.Value]; ok && node.Style == 0 {
		return []byte(value), nil
	}
	return quoted(node, node.Value)
}

func quoted(node *yaml.Node, text string) ([]byte, error) {
	raw, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return nil, refuse(node, "the text is not valid UTF-8")
	}
	return raw, nil
}

// yamlError converts an error of the YAML library. The library reads ahead, so only the line identifies the document.
func yamlError(err error, text string) *Error {
	var mistake *yaml.LoadError
	if !errors.As(err, &mistake) {
		return &Error{Line: 1, Message: "invalid YAML: " + strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	message := mistake.Message
	if begin := mistake.ContextMark.Line; begin > 0 && begin != mistake.Mark.Line {
		message += fmt.Sprintf(", %s that begins in line %d", mistake.ContextMsg, begin)
	}
	// An error at the end of the text is reported on the last line, not after it.
	last := 1 + strings.Count(strings.TrimSuffix(text, "\n"), "\n")
	return &Error{Line: min(max(mistake.Mark.Line, 1), last), Message: "invalid YAML: " + message}
}
