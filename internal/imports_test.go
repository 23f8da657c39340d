// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package internal holds the rules of the project's own structure.
package internal

// dialect is what a package below placement may import unless mayImport says otherwise.
var dialect = []string{"placement", "placement/match"}

// mayImport are the packages of ours that a package and the packages below it may import, besides their own. Packages
// below placement that are not listed are dialects; others that are not listed may import everything.
var mayImport = map[string][]string{
	"placement":             {},
	"placement/diff":        {"placement"},
	"placement/match":       {"placement"},
	"rollout":               {"placement", "rollout/ocm", "rollout/rollingupdate", "rollout/staged"},
	"rollout/condition":     {},
	"rollout/ocm":           {"placement"},
	"rollout/rollingupdate": {"placement", "rollout/condition"},
	"rollout/staged":        {"placement"},
	"step":                  {"placement", "rollout", "rollout/ocm", "rollout/rollingupdate", "rollout/staged"},
	"advisor":               {"placement", "placement/hybrid"},
	"manifest": {
		"manifest/api", "manifest/apiobject", "manifest/decode", "manifest/document", "placement", "placement/match", "placement/ocm",
		"placement/kubefleet", "placement/hybrid", "rollout", "rollout/ocm", "rollout/rollingupdate", "rollout/staged",
	},
	"manifest/decode":   {"placement"},
	"manifest/document": {"manifest/decode", "placement"},
	"manifest/api":      {"manifest/decode", "placement"},
	"manifest/apiobject": {
		"manifest/api", "manifest/decode", "manifest/document", "placement", "placement/hybrid", "placement/kubefleet", "placement/ocm",
		"rollout/condition",
	},
	"manifest/inventory": {
		"manifest/api", "manifest/apiobject", "manifest/decode", "manifest/document", "placement", "placement/kubefleet",
	},
	"decisions": {
		"manifest", "manifest/api", "manifest/apiobject", "manifest/decode", "placement", "placement/kubefleet", "placement/ocm",
	},
	"manifestwork": {"placement", "manifest", "manifest/document", "finding"},
	"hubobject": {
		"placement", "placement/kubefleet", "placement/kubefleet/resources", "manifest", "manifest/api", "manifest/apiobject",
		"manifest/decode", "manifest/document", "manifestwork", "rollout/staged", "stagedrun",
	},
	"stagedrun": {"finding", "placement", "rollout/staged"},
	"replicas":  {"placement"},
	"rendered": {
		"hubobject",
		"finding", "manifest", "manifest/api", "manifest/document", "placement", "placement/kubefleet",
		"placement/kubefleet/resources",
	},
	"workload": {
		"placement", "manifest", "manifest/api", "manifest/document", "manifestwork", "hubobject", "rollout/condition",
		"stagedrun", "step",
	},
	"consumers":     {"manifest/api", "placement"},
	"hub/apiserver": {"manifest/document", "sharedread"},
	"hub": {
		"placement", "placement/kubefleet/resources", "manifest/api", "manifest/document", "manifest/inventory", "hubobject",
		"sharedread",
	},
	"hubview": {
		"hub", "hub/apiserver", "placement", "placement/kubefleet/resources", "placement/match", "manifest", "manifest/api",
		"manifest/apiobject", "manifest/decode", "manifest/document", "manifest/inventory", "decisions", "hubobject", "rendered",
		"rollout/staged", "sharedread", "consumers", "stagedrun",
	},
	"effects": {
		"decisions", "finding", "hub", "hubobject", "hubview", "manifest/inventory", "placement", "placement/diff", "planner",
		"sharedread", "world",
	},
	"delivery": {
		"decisions", "effects", "finding", "hub", "hubobject", "hubview", "manifest", "placement", "placement/kubefleet",
		"placement/kubefleet/resources", "rendered",
		"rollout", "rollout/staged", "sharedread", "stagedrun",
	},
	"placed": {
		"world", "effects", "hub", "hubview", "hubobject", "managed", "manifest", "manifest/apiobject", "decisions", "placement", "placement/diff",
		"placement/hybrid", "placement/kubefleet", "placement/match", "planner", "hubdecision", "rollout", "tfvalue",
		"consumers", "finding",
	},
	"managed": {
		"effects", "hub", "hubview", "hub/apiserver", "hubobject", "manifest", "placement", "placement/match", "placement/ocm",
		"placement/kubefleet", "placement/hybrid", "finding", "tfvalue",
	},
	"planner": {
		"finding", "manifest", "manifest/api", "manifest/apiobject", "decisions", "manifest/inventory", "placement", "placement/diff",
		"placement/match", "placement/ocm", "placement/kubefleet", "placement/hybrid",
	},
	"hubdecision": {
		"manifest", "decisions", "placement", "placement/diff", "placement/ocm", "placement/kubefleet", "planner",
		"finding",
	},
	"world":    {"decisions", "finding", "manifest/inventory", "placement", "placement/diff", "planner", "planner/fleet"},
	"simulate": {"finding", "placement", "placement/kubefleet", "planner", "planner/fleet", "world"},
	"simulate/edit": {
		"finding", "manifest/inventory", "placement", "placement/match", "placement/ocm", "placement/kubefleet", "placement/hybrid",
		"planner", "planner/fleet", "world",
	},
	"resilience": {"finding", "placement", "placement/kubefleet", "planner/fleet", "simulate", "simulate/edit", "world"},
	"clusterreport": {
		"finding", "placement", "placement/diff", "placement/kubefleet", "planner", "planner/fleet", "simulate", "simulate/edit",
		"world",
	},
	"comparison": {
		"finding", "manifest", "placement", "placement/hybrid", "placement/kubefleet", "placement/match", "placement/ocm", "planner",
		"simulate", "simulate/edit", "world",
	},
	"translation": {
		"comparison", "manifest", "placement", "placement/hybrid", "placement/kubefleet", "placement/match", "placement/ocm", "planner",
	},
	"headroom":            {"finding", "placement", "planner", "resilience", "simulate", "world"},
	"planner/plannertest": {"manifest", "placement", "placement/ocm", "finding", "planner/fleet"},
	"planner/fleet":       {"manifest", "manifest/api", "manifest/inventory", "placement", "placement/ocm", "finding"},
	"planner/shortfall": {
		"manifest", "placement", "placement/match", "placement/ocm", "placement/kubefleet", "placement/hybrid", "planner/fleet",
	},
	"planner/lint": {
		"manifest", "placement", "placement/ocm", "placement/kubefleet", "placement/hybrid", "finding", "planner/fleet",
	},
	"provider/framework": {"placement", "finding", "rawserver", "tfvalue"},
	"provider/providerdata": {
		"advisor", "hub", "hubview", "hub/apiserver", "hubobject", "managed", "manifest", "manifest/document", "manifest/inventory", "placement",
		"rawserver", "tfvalue",
	},
	"provider/functions": {
		"explain", "manifest", "manifest/apiobject", "decisions", "manifest/document", "manifest/inventory",
		"placement", "planner", "planner/fleet", "provider/framework", "provider/placementconfig", "replicas", "tfvalue",
	},
	"provider/placementconfig": {
		"advisor", "decisions", "hub", "hubview", "hubobject", "managed", "placed", "manifest", "manifest/inventory", "placement", "placement/kubefleet",
		"planner", "planner/lint", "provider/framework", "provider/providerdata", "rawserver", "rollout", "tfvalue", "world",
	},
	"provider/placements": {
		"comparison", "hub", "hubview", "hub/apiserver", "hubobject", "managed", "manifest", "decisions", "placement", "placement/kubefleet",
		"placement/ocm",
		"planner", "planner/fleet", "hubdecision", "finding", "provider/framework", "placed", "provider/hubresource",
		"provider/placementconfig", "provider/providerdata", "rawserver", "tfvalue", "world",
	},
	"provider/placementspec": {
		"placement", "placement/hybrid", "placement/kubefleet", "placement/ocm", "provider/framework", "rawserver",
		"tfvalue",
	},
	"provider/hubresource": {
		"hub", "managed", "finding", "provider/framework", "provider/providerdata", "rawserver", "tfvalue",
	},
	"provider/renderings": {
		"hub", "hubview", "hubobject", "managed", "manifest", "placement", "placement/kubefleet", "placement/kubefleet/resources", "planner",
		"provider/framework", "provider/placementconfig", "provider/providerdata", "rendered", "tfvalue",
	},
	"provider/simulations": {
		"clusterreport", "comparison", "effects", "finding", "headroom", "hub", "hubview", "hubobject", "managed", "manifest",
		"decisions", "manifest/inventory", "placement", "placement/kubefleet", "planner", "planner/fleet", "provider/framework",
		"provider/placementconfig", "provider/providerdata",
		"resilience", "simulate", "simulate/edit", "tfvalue", "translation", "world",
	},
	"provider/rollouts": {
		"manifest", "placement", "planner", "planner/fleet", "provider/framework", "provider/providerdata", "rawserver", "rollout",
		"rollout/ocm", "step", "tfvalue",
	},

	"explain": {
		"clusterreport", "comparison", "hubdecision", "rendered", "manifest", "placement", "planner", "planner/shortfall", "resilience", "step",
		"simulate", "tfvalue",
	},
	"describe":   {},
	"excerpt":    {},
	"heap":       {},
	"jsonwalk":   {},
	"lists":      {},
	"finding":    {},
	"hubtest":    {},
	"rawserver":  {},
	"sharedread": {},
	"tfvalue":    {},
}

// maxFloors are the most packages of ours in a chain of imports that begins at a package: who changes the last reads no more than
// those.
var maxFloors = map[string]int{".": 17, "provider/framework": 4}

// everyones are the packages of ours that every other may import.
var everyones = []string{"describe", "excerpt", "jsonwalk", "lists"}

// testsMayImport are further packages of ours for the tests of a package: what is written against the results of any
// dialect is tested with those of all of them.
var testsMayImport = map[string][]string{
	"placement":         {"placement/ocm", "placement/kubefleet", "placement/hybrid"},
	"placement/diff":    {"placement/ocm", "placement/kubefleet", "placement/hybrid"},
	"planner":           {"planner/plannertest", "manifest/document"},
	"planner/lint":      {"planner", "planner/plannertest", "manifest/inventory"},
	"planner/shortfall": {"planner", "planner/plannertest"},
	"rollout/staged":    {"rollout", "rollout/condition", "step"},
	"world":             {"placement/ocm", "placement/kubefleet", "placement/hybrid", "planner/plannertest"},
	"simulate": {
		"manifest/inventory", "placement/hybrid", "placement/match", "placement/ocm", "planner/plannertest", "simulate/edit",
	},
	"simulate/edit": {"planner/plannertest"},
	"clusterreport": {"planner/plannertest", "placement/match", "placement/ocm", "placement/kubefleet", "placement/hybrid"},
	"resilience":    {"planner", "planner/plannertest", "placement/match", "placement/ocm", "placement/kubefleet", "placement/hybrid"},
	"translation":   {"manifest/inventory", "tfvalue", "world"},
	"headroom":      {"planner/plannertest", "placement/ocm", "placement/kubefleet", "placement/hybrid"},
	"hubdecision": {
		"placement/hybrid", "planner/fleet", "planner/plannertest", "manifest/apiobject", "manifest/decode", "manifest/document",
		"manifest/inventory",
	},
	"manifestwork": {"hubtest/workagent"},
	"workload":     {"hubtest/workagent"},
	"hubobject":    {"hubtest"},
	"hub":          {"hubtest", "fakehub"},
	"placed": {
		"comparison", "effects", "fakehub", "manifest/document", "manifest/inventory", "placement/ocm", "planner/plannertest",
	},
	"effects":                  {"placement/ocm", "planner/plannertest"},
	"delivery":                 {"fakehub", "planner/plannertest"},
	"hubview":                  {"hubtest", "fakehub"},
	"hub/apiserver":            {"hubtest"},
	"managed":                  {"fakehub", "hubtest"},
	"provider/functions":       {"planner/shortfall", "providertest", "resilience", "rollout/ocm", "step", "simulate"},
	"provider/placements":      {"fakehub", "hubtest", "providertest", "providertest/onhub", "provider/functions"},
	"provider/framework":       {"planner"},
	"provider/hubresource":     {"fakehub", "hubtest", "manifestwork", "providertest", "providertest/onhub"},
	"provider/rollouts":        {"providertest"},
	"provider/placementspec":   {"providertest"},
	"provider/placementconfig": {"placement/ocm", "rollout/staged"},
	"provider/simulations":     {"placement/ocm", "planner/plannertest", "providertest"},
	"hubtest": {
		"manifest", "decisions", "placement", "placement/ocm", "placement/kubefleet", "placement/hybrid",
	},
	"explain":             {"placement/match", "placement/ocm", "placement/kubefleet", "placement/hybrid"},
	"manifest/apiobject":  {"manifest/inventory"},
	"manifest/inventory":  {"decisions", "placement/hybrid"},
	"placement/kubefleet": {"manifest/apiobject", "manifest/inventory"},
	"placement/ocm":       {"manifest/apiobject", "manifest/inventory"},
	"planner/fleet":       {"manifest/document"},
}

// only are packages of others, by prefix, and the packages of ours that they belong to. The longest prefix applies. The
// root is main.go.
var only = map[string][]string{
	"github.com/hashicorp/terraform-plugin":    {"provider", "rawserver", "providertest", "acceptance", "tools/reference", "."},
	"github.com/hashicorp/terraform-plugin-go": {"provider", "rawserver", "tfvalue", "providertest", "acceptance", "tools/reference", "."},
	"k8s.io/client-go":                         {"hub", "hubtest"},
}

// testSupport are packages of ours for tests, and what else may import them: the program that builds their API server, and each
// other.
var testSupport = map[string][]string{
	"hubtest": {"tools/hub", "fakehub", "providertest/onhub", "acceptance/cli"}, "planner/plannertest": {},
	"providertest": {"acceptance/cli"},
	"acceptance":   {},
	"fakehub":      {"providertest"},
}

// ofAcceptance is a package of ours for tests that start an API server or a tool. Those of the provider, and of the packages below
// it, need neither: their hub is the fake one.
const ofAcceptance = "acceptance"

// starts are the functions of hubtest that start an API server.
var starts = []string{"Start", "StartOwn"}

// pureRoots are the packages of the pure core, with everything below them.
var pureRoots = []string{
	"clusterreport", "consumers", "decisions", "describe", "excerpt", "headroom", "hubdecision", "hubobject", "jsonwalk", "lists",
	"manifestwork",
	"placement", "planner", "rendered", "replicas", "resilience", "rollout", "simulate", "stagedrun", "step", "translation", "workload", "world",
}

// impure are packages that the pure core does without, with everything below them.
var impure = []string{
	"os", "net", "log", "math/rand", "crypto/rand", "io/ioutil", "syscall", "sync/atomic",
}

// clock are the functions of package time that look at the clock.
var clock = map[string]bool{
	"Now": true, "Since": true, "Until": true, "After": true, "Sleep": true, "Tick": true, "NewTimer": true,
	"NewTicker": true, "AfterFunc": true,
}
