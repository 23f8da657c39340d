// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Permission is one that RBAC can grant.
type Permission struct {
	Verb, Group, Resource string
}

// forbidden is what RBAC says about a missing permission. What follows is where, and what other authorizers say.
var forbidden = regexp.MustCompile(`User (".*?") cannot ([a-z]+) resource "([^"]+)" in API group "([^"]*)"` +
	`(?: at the cluster scope| in the namespace "[^"]*")?(.*)$`)

// forbid makes the error that of a permission that the credentials lack.
func (e *Error) forbid(message, said string) {
	parts := forbidden.FindStringSubmatch(message)
	if parts == nil {
		e.Reason = "the credentials may not " + e.Verb + " " + excerpt.Text(e.Resource) + said
		return
	}
	// An apply may lack the permission to create.
	e.Missing = []Permission{{Verb: parts[2], Group: parts[4], Resource: parts[3]}}
	e.Reason = fmt.Sprintf("the credentials may not %s %s (user %s)%s", parts[2], e.object(), parts[1], parts[5])
}

// First is the first of errors that is not nil. If all are missing permissions, it has all of them: one reads them at once.
func First(errs ...error) error {
	var missing []*Error
	var texts []string
	for _, err := range errs {
		if err == nil {
			continue
		}
		failed, isCall := errors.AsType[*Error](err)
		if !isCall || len(failed.Missing) == 0 {
			return err
		}
		text := err.Error()
		if len(missing) > 0 {
			text, _, _ = strings.Cut(strings.TrimPrefix(text, "the credentials may not "), " (user ")
		}
		missing, texts = append(missing, failed), append(texts, text)
	}
	if len(missing) == 0 {
		return nil
	}
	all := *missing[0]
	all.Reason, all.Missing = excerpt.List(texts, ", "), nil
	for _, failed := range missing {
		all.Missing = append(all.Missing, failed.Missing...)
	}
	return &all
}

// Explained is an error as a sentence, with a ClusterRole that grants what the credentials lack.
func Explained(err error) string {
	text, missing := excerpt.Sentence(err.Error()), missingIn(err)
	if len(missing) == 0 {
		return text
	}
	return text + "\n\nTo grant what is missing, apply this ClusterRole and bind it to the user:\n\n" +
		"  apiVersion: rbac.authorization.k8s.io/v1\n  kind: ClusterRole\n  metadata:\n    name: terraform-multicluster\n  rules:\n" +
		rulesFor(missing) + "\nThe guide \"Permissions and credentials on a hub\" has the roles for all that the provider does."
}

// rulesFor are the rules of a ClusterRole, of permissions that are sorted.
func rulesFor(missing []Permission) (text string) {
	type rule struct {
		group, verbs string
		resources    []string
	}
	var rules []rule
	for i := 0; i < len(missing); {
		first, verbs := missing[i], []string(nil)
		for ; i < len(missing) && missing[i].Group == first.Group && missing[i].Resource == first.Resource; i++ {
			verbs = append(verbs, missing[i].Verb)
		}
		next := rule{first.Group, strings.Join(slices.Compact(verbs), ", "), []string{first.Resource}}
		if n := len(rules) - 1; n >= 0 && rules[n].group == next.group && rules[n].verbs == next.verbs {
			rules[n].resources = append(rules[n].resources, first.Resource)
			continue
		}
		rules = append(rules, next)
	}
	for _, r := range rules {
		text += fmt.Sprintf("    - apiGroups: [%q]\n      resources: [%s]\n      verbs: [%s]\n", r.group,
			strings.Join(r.resources, ", "), r.verbs)
	}
	return text
}

// missingIn are the permissions that an error is about, by group and resource.
func missingIn(err error) []Permission {
	failed, isCall := errors.AsType[*Error](err)
	if !isCall {
		return nil
	}
	missing := slices.Clone(failed.Missing)
	slices.SortFunc(missing, func(a, b Permission) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Resource, b.Resource), cmp.Compare(a.Verb, b.Verb))
	})
	return missing
}
