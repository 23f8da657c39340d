package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"sigs.k8s.io/yaml"
)

// document is one document of a text, as JSON.
type document struct {
	// number counts the documents of the text from 1, empty ones included; line is where the document starts.
	number, line int
	json         []byte
}

// Error is a mistake in a text, with its place.
type Error struct {
	// Text is the index of the text, from 0.
	Text int
	// Document counts the documents of the text from 1.
	Document int
	// Line is the line of the text, from 1; 0 if only the document is known.
	Line int
	// Object is the object as kubectl names it, such as "ManagedCluster/prod-1"; empty if the text is no object.
	Object string
	// Field is the path of the wrong field in the object; empty if the object as a whole is wrong.
	Field   string
	Message string
}

// Error says where the mistake is and what it is.
func (e *Error) Error() string {
	place := fmt.Sprintf("document %d", e.Document)
	if e.Line > 0 {
		place += fmt.Sprintf(", line %d", e.Line)
	}
	if e.Object != "" {
		place += ", " + e.Object
	}
	if e.Field != "" {
		place += ", " + e.Field
	}
	return place + ": " + e.Message
}

// documents splits a text into its documents. Text that starts with a brace is JSON: one object, or several one
// after the other. Anything else is YAML, of which JSON is a part.
func documents(text string) ([]document, error) {
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		if list, err := jsonDocuments(text); err == nil {
			return list, nil
		} else if !looksLikeYAML(text) {
			return nil, err
		}
	}
	return yamlDocuments(text)
}

// looksLikeYAML tells YAML flow style and documents behind a separator from JSON with a mistake.
func looksLikeYAML(text string) bool {
	return !strings.HasPrefix(strings.TrimLeft(strings.TrimLeft(text, " \t\r\n")[1:], " \t\r\n"), `"`) ||
		strings.Contains(text, "\n---")
}

func jsonDocuments(text string) ([]document, error) {
	var list []document
	decoder := json.NewDecoder(strings.NewReader(text))
	for {
		var raw json.RawMessage
		err := decoder.Decode(&raw)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			offset := len(text)
			var syntax *json.SyntaxError
			if errors.As(err, &syntax) {
				offset = min(int(syntax.Offset), len(text))
			}
			return nil, &Error{
				Document: len(list) + 1, Line: 1 + strings.Count(text[:offset], "\n"),
				Message: "this is not JSON: " + err.Error(),
			}
		}
		line := 1 + strings.Count(text[:int(decoder.InputOffset())-len(raw)], "\n")
		list = append(list, document{number: len(list) + 1, line: line, json: raw})
	}
}

func yamlDocuments(text string) ([]document, error) {
	var list []document
	number, line := 0, 1
	for part := range splitYAML(text) {
		number++
		converted, err := yaml.YAMLToJSONStrict([]byte(part))
		if err != nil {
			return nil, yamlError(err, number, line)
		}
		if !bytes.Equal(converted, []byte("null")) {
			list = append(list, document{number: number, line: line, json: converted})
		}
		line += strings.Count(part, "\n")
	}
	return list, nil
}

// splitYAML yields the documents of a YAML stream, each with its separator line if it has one. A separator is a line
// that is "---" or starts with "--- ".
func splitYAML(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start, content := 0, false
		for at := 0; at < len(text); {
			end := len(text)
			if newline := strings.IndexByte(text[at:], '\n'); newline >= 0 {
				end = at + newline + 1
			}
			line := strings.TrimRight(text[at:end], " \t\r\n")
			switch {
			case line == "---" || strings.HasPrefix(line, "--- "):
				if content && !yield(text[start:at]) {
					return
				}
				if content {
					start = at
				}
				content = true
			case line != "" && !strings.HasPrefix(strings.TrimSpace(line), "#"):
				content = true
			}
			at = end
		}
		yield(text[start:])
	}
}

var yamlLine = regexp.MustCompile(`line (\d+): ?`)

// yamlError moves the line number of the YAML library from the document to the text.
func yamlError(err error, number, line int) *Error {
	message := strings.TrimPrefix(err.Error(), "error converting YAML to JSON: ")
	message = strings.TrimPrefix(message, "yaml: ")
	at := line
	if found := yamlLine.FindStringSubmatchIndex(message); found != nil {
		if n, err := strconv.Atoi(message[found[2]:found[3]]); err == nil {
			at = line + n - 1
		}
		message = message[:found[0]] + message[found[1]:]
	}
	return &Error{Document: number, Line: at, Message: "this is not YAML: " + strings.Join(strings.Fields(message), " ")}
}
