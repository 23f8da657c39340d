// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package decode

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// notAnObject is the error about a document that is a single value or a list. The name of a file is often given in place of
// its content.
func notAnObject(raw []byte) error {
	value := jsontext.Value(raw)
	if value.Kind() != '"' {
		return fmt.Errorf("found %s, which is not a Kubernetes object", kindName(value.Kind()))
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		return errors.New("not a Kubernetes object")
	}
	message := fmt.Sprintf("found the text %s, which is not a Kubernetes object", excerpt.Quote(string(text)))
	if call, ok := fileCall(string(text)); ok {
		message += "; to read a file, use " + call
	}
	return errors.New(message)
}

// absolute matches the start of a path that does not depend on the working directory.
var absolute = regexp.MustCompile(`^(/|~|[A-Za-z]:)`)

// fileCall returns the call in HCL that reads the file of a name, if the text looks like one.
func fileCall(text string) (call string, ok bool) {
	isName := slices.Contains([]string{".yaml", ".yml", ".json"}, strings.ToLower(path.Ext(text)))
	isPath := strings.ContainsAny(text, `/\`) && !strings.ContainsAny(text, " \t")
	const nameBytes = 300
	if !isName && !isPath || len(text) > nameBytes || strings.ContainsAny(text, "\n*?${}") || strings.Contains(text, "://") {
		return "", false
	}
	if !absolute.MatchString(text) {
		text = "${path.module}/" + strings.TrimPrefix(text, "./")
	}
	return "file(" + strconv.Quote(text) + ")", true
}
