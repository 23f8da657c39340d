// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

const module = "github.com/terraform-multicluster/terraform-provider-multicluster"

// TestImports reads every Go file of the module, main.go and the tools too.
func TestImports(t *testing.T) {
	files, core := 0, 0
	imports := map[string][]string{}
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != ".." && notOurs(name) {
			return fs.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel("..", filepath.Dir(name))
		if err != nil {
			return err
		}
		pkg := strings.TrimPrefix(filepath.ToSlash(folder), "internal/")
		files++
		if pure(pkg) {
			core++
		}
		test := strings.HasSuffix(name, "_test.go")
		imports[pkg] = append(imports[pkg], oursOf(file, test)...)
		for _, broken := range violations(pkg, test, file) {
			t.Errorf("%s: %s", name, broken)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 || core < 20 {
		t.Errorf("only %d files were read, %d of the pure core", files, core)
	}
	wantLowFloors(t, imports)
}

// wantLowFloors tells which packages are above their floor of maxFloors.
func wantLowFloors(t *testing.T, imports map[string][]string) {
	t.Helper()
	for pkg, most := range maxFloors {
		if chain := longestChain(imports, map[string][]string{}, pkg); len(chain) > most {
			t.Errorf("%s stands on floor %d, not at most %d: %s", pkg, len(chain), most, strings.Join(chain, " -> "))
		}
	}
}

// oursOf are the packages of ours that a file imports. Those of tests do not count.
func oursOf(file *ast.File, test bool) (ours []string) {
	if test {
		return nil
	}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if pkg, ok := strings.CutPrefix(imported, module+"/internal/"); ok {
			ours = append(ours, pkg)
		}
	}
	return ours
}

// longestChain is a longest chain of imports that begins at a package. Those of other packages are remembered in known.
func longestChain(imports, known map[string][]string, pkg string) []string {
	if chain, ok := known[pkg]; ok {
		return chain
	}
	var longest []string
	for _, imported := range imports[pkg] {
		if chain := longestChain(imports, known, imported); len(chain) > len(longest) {
			longest = chain
		}
	}
	known[pkg] = append([]string{pkg}, longest...)
	return known[pkg]
}

// notOurs reports whether a folder has no code of the module: it may be another module.
func notOurs(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	base := filepath.Base(folder)
	return err == nil || strings.HasPrefix(base, ".") || base == "bin" || base == "testdata"
}

// ownersOf are the packages of ours that may import a package of others.
func ownersOf(imported string) (owners []string, limited bool) {
	longest := ""
	for prefix, of := range only {
		if strings.HasPrefix(imported, prefix) && len(prefix) > len(longest) {
			longest, owners = prefix, of
		}
	}
	return owners, longest != ""
}

// below reports whether a slash-separated path is root or lies in it.
func below(path, root string) bool {
	return path == root || strings.HasPrefix(path, root+"/")
}

// pure reports whether a package belongs to the pure core.
func pure(pkg string) bool {
	return slices.ContainsFunc(pureRoots, func(root string) bool { return below(pkg, root) })
}

// importsParent reports whether a sub-folder imports a folder that it lies in. What it lies in imports it, but for the vocabulary of
// the schedulers, which each of them reads.
func importsParent(pkg, imported string) bool {
	return pkg != imported && below(pkg, imported) && !below(pkg, "placement") && !below(pkg, "providertest")
}

// limits are the root of the package's own part of the tree, and what may be imported there of the rest. Without a
// limit ok is false.
func limits(pkg string) (root string, allowed []string, ok bool) {
	for at := pkg; at != "."; at = path.Dir(at) {
		if path.Dir(at) == "placement" && mayImport[at] == nil {
			return at, dialect, true
		}
		if allowed, ok := mayImport[at]; ok {
			return at, allowed, true
		}
	}
	return "", nil, false
}

// strayed are the tests of a file that make testacc does not run, although their names say that they need a tool.
func strayed(pkg string, file *ast.File) []string {
	var broken []string
	for _, d := range file.Decls {
		f, isFunc := d.(*ast.FuncDecl)
		if isFunc && (strings.HasPrefix(f.Name.Name, "TestAcc") || f.Name.Name == "TestExample") && !below(pkg, "acceptance") {
			broken = append(broken, f.Name.Name+" belongs into a package of acceptance")
		}
	}
	return broken
}

// violations are the rules that a file of a package breaks. Tests have to keep to the rules of imports only, and those
// of the pure core may read documents and recorded answers.
func violations(pkg string, test bool, file *ast.File) []string {
	var broken []string
	root, allowed, limited := limits(pkg)
	if test && pure(pkg) {
		allowed = append(slices.Clone(allowed), "manifest", "conformance", "conformance/recorded")
	}
	if test {
		allowed = append(slices.Clone(allowed), testsMayImport[pkg]...)
		broken = strayed(pkg, file)
	}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if owners, limited := ownersOf(imported); limited &&
			!slices.ContainsFunc(owners, func(owner string) bool { return below(pkg, owner) }) {
			broken = append(broken, imported+" does not belong to "+pkg)
		}
		ours, ok := strings.CutPrefix(imported, module+"/")
		ours = strings.TrimPrefix(ours, "internal/")
		own := ours == root || root != "placement" && below(ours, root)
		if ok && limited && !own && !slices.Contains(everyones, ours) && !slices.Contains(allowed, ours) {
			broken = append(broken, pkg+" does not import "+ours)
		}
		if ok && below(pkg, "provider") && below(ours, ofAcceptance) {
			broken = append(broken, ours+" is for the tests of acceptance")
		}
		if ok && !test {
			broken = append(broken, shipped(pkg, ours)...)
		}
	}
	broken = append(broken, startedServers(pkg, file)...)
	if pure(pkg) && !test {
		broken = append(broken, impurities(file)...)
	}
	return broken
}

// startedServers are the API servers that a file of the provider starts.
func startedServers(pkg string, file *ast.File) (broken []string) {
	if !below(pkg, "provider") {
		return nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.SelectorExpr)
		if !ok || !slices.Contains(starts, call.Sel.Name) {
			return true
		}
		if pkg, ok := call.X.(*ast.Ident); ok && pkg.Name == "hubtest" {
			broken = append(broken, "an API server is for the tests of acceptance: hubtest."+call.Sel.Name)
		}
		return true
	})
	return broken
}

// shipped are the rules that an import breaks of code that is no test.
func shipped(pkg, imported string) (broken []string) {
	if importsParent(pkg, imported) {
		broken = append(broken, pkg+" imports its parent "+imported)
	}
	if !mayImportSupport(pkg, imported) {
		broken = append(broken, "only tests import "+imported)
	}
	return broken
}

// mayImportSupport reports whether code that is no test may import a package, as far as it is only for tests.
func mayImportSupport(pkg, imported string) bool {
	for support, others := range testSupport {
		if below(imported, support) && !below(pkg, support) && !slices.Contains(others, pkg) {
			return false
		}
	}
	return true
}

// impurities are what a file of the pure core has and must not have.
func impurities(file *ast.File) []string {
	var broken []string
	timeName := ""
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if slices.ContainsFunc(impure, func(p string) bool { return below(imported, p) }) {
			broken = append(broken, "the pure core does not import "+imported)
		}
		if imported != "time" {
			continue
		}
		timeName = "time"
		if spec.Name != nil {
			timeName = spec.Name.Name
		}
		if timeName == "." {
			broken = append(broken, "the pure core does not import time with a dot")
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch node := n.(type) {
		case *ast.GoStmt:
			broken = append(broken, "the pure core has no goroutines")
		case *ast.ChanType, *ast.SendStmt, *ast.SelectStmt:
			broken = append(broken, "the pure core has no channels")
		case *ast.SelectorExpr:
			if of, ok := node.X.(*ast.Ident); ok && of.Name == timeName && clock[node.Sel.Name] {
				broken = append(broken, "the pure core has no clock: time."+node.Sel.Name)
			}
		}
		return true
	})
	return broken
}

// TestViolations makes sure that a broken rule is found.
func TestViolations(t *testing.T) {
	ours := func(pkg string) string { return "import _ " + strconv.Quote(module+"/internal/"+pkg) }
	const framework = `import _ "github.com/hashicorp/terraform-plugin-framework/path"`
	tests := map[string]struct {
		pkg, source string
		broken      bool
	}{
		"a dialect imports its primitives":         {"placement/ocm", ours("placement/match"), false},
		"a dialect imports another dialect":        {"placement/ocm", ours("placement/hybrid"), true},
		"a new dialect imports its primitives":     {"placement/new", ours("placement/match"), false},
		"a new dialect imports another dialect":    {"placement/new", ours("placement/ocm"), true},
		"a new dialect imports the provider":       {"placement/new", ours("provider"), true},
		"a part of a dialect imports its dialect":  {"placement/ocm/part", ours("placement/ocm"), false},
		"a part of a dialect imports another one":  {"placement/ocm/part", ours("placement/kubefleet"), true},
		"match imports the vocabulary":             {"placement/match", ours("placement"), false},
		"match imports a dialect":                  {"placement/match", ours("placement/ocm"), true},
		"the vocabulary imports match":             {"placement", ours("placement/match"), true},
		"the vocabulary imports the tools":         {"placement", `import _ "` + module + `/internal/tools/benchfleet"`, true},
		"manifest imports the provider":            {"manifest", ours("provider"), true},
		"explain imports a dialect":                {"explain", ours("placement/ocm"), true},
		"rollout imports the vocabulary":           {"rollout", ours("placement"), false},
		"rollout imports match":                    {"rollout", ours("placement/match"), true},
		"rollout imports a dialect":                {"rollout", ours("placement/ocm"), true},
		"the reference imports a dialect":          {"reference", ours("placement/ocm"), false},
		"advisor imports manifest":                 {"advisor", ours("manifest"), true},
		"a part of hub imports the provider":       {"hub/part", ours("provider"), true},
		"the provider imports everything":          {"provider", ours("hub"), false},
		"the framework in the provider":            {"provider", framework, false},
		"the framework in main.go":                 {".", framework, false},
		"the framework elsewhere":                  {"manifest", framework, true},
		"the framework in a tool":                  {"tools/benchfleet", framework, true},
		"client-go in hub":                         {"hub", `import _ "k8s.io/client-go/rest"`, false},
		"client-go in the support of tests":        {"hubtest", `import _ "k8s.io/client-go/rest"`, false},
		"the support of tests in the provider":     {"provider", ours("hubtest"), true},
		"a part of it in the provider":             {"provider", ours("hubtest/hubd"), true},
		"the support of tests in hub":              {"hub", ours("hubtest"), true},
		"the support of tests imports the hub":     {"hubtest", ours("hub"), true},
		"a sub-folder imports its parent":          {"hub/apiserver", ours("hub"), true},
		"a dialect imports the vocabulary":         {"placement/ocm", ours("placement"), false},
		"a part of it in its own tool":             {"tools/hub", ours("hubtest/hubd"), false},
		"client-go in the provider":                {"provider", `import _ "k8s.io/client-go/rest"`, true},
		"apimachinery in the core":                 {"placement", `import _ "k8s.io/apimachinery/pkg/labels"`, false},
		"the clock in the core":                    {"placement/ocm", `import "time"; var now = time.Now()`, true},
		"the clock by another name":                {"placement/ocm", `import clock "time"; var now = clock.Now()`, true},
		"the clock without a name":                 {"placement/ocm", `import . "time"; var now = Now()`, true},
		"the clock as a value":                     {"placement/ocm", `import "time"; var now = time.Now`, true},
		"time since":                               {"placement", `import "time"; var age = time.Since(time.Time{})`, true},
		"time after":                               {"placement", `import "time"; var tick = time.After(1)`, true},
		"sleep":                                    {"rollout", `import "time"; func f() { time.Sleep(1) }`, true},
		"the clock in a part of rollout":           {"rollout/part", `import "time"; var now = time.Now()`, true},
		"time in the core":                         {"placement/ocm", `import "time"; var now time.Time`, false},
		"another thing that is called time":        {"placement/ocm", `var time struct{ Now int }; var now = time.Now`, false},
		"the clock in the provider":                {"provider", `import "time"; var now = time.Now()`, false},
		"a goroutine in the core":                  {"placement/match", `func f() { go f() }`, true},
		"a channel in the core":                    {"rollout", `var c chan int`, true},
		"a select in the core":                     {"placement", `func f() { select {} }`, true},
		"randomness in the core":                   {"placement/ocm", `import _ "math/rand"`, true},
		"randomness of the second version":         {"placement/ocm", `import _ "math/rand/v2"`, true},
		"randomness of the strong kind":            {"placement/ocm", `import _ "crypto/rand"`, true},
		"files in the core":                        {"placement", `import _ "os"`, true},
		"processes in the core":                    {"placement", `import _ "os/exec"`, true},
		"the network in the core":                  {"placement/kubefleet", `import _ "net"`, true},
		"the web in the core":                      {"placement/kubefleet", `import _ "net/http"`, true},
		"a log in the core":                        {"placement", `import _ "log"`, true},
		"a structured log in the core":             {"rollout", `import _ "log/slog"`, true},
		"a package whose name only starts like os": {"placement", `import _ "osmosis"`, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+test.source, 0)
			if err != nil {
				t.Fatal(err)
			}
			if found := violations(test.pkg, false, file); len(found) > 0 != test.broken {
				t.Errorf("found %q", found)
			}
		})
	}
}

// TestViolationsOfTests makes sure that a test may look at the clock and at files, and is held to the rules of imports.
func TestViolationsOfTests(t *testing.T) {
	tests := map[string]struct {
		pkg, source string
		broken      bool
	}{
		"files and the clock":           {"placement/ocm", `import ("os"; "time"); var now, args = time.Now(), os.Args`, false},
		"its own package":               {"placement/ocm", `import _ "` + module + `/internal/placement/ocm"`, false},
		"documents":                     {"placement/ocm", `import _ "` + module + `/internal/manifest"`, false},
		"recorded answers":              {"placement/ocm", `import _ "` + module + `/internal/conformance"`, false},
		"the provider":                  {"placement/ocm", `import _ "` + module + `/internal/provider"`, true},
		"another dialect":               {"placement/ocm", `import _ "` + module + `/internal/placement/kubefleet"`, true},
		"the vocabulary with a dialect": {"placement", `import _ "` + module + `/internal/placement/ocm"`, false},
		"a picture of a dialect":        {"explain", `import _ "` + module + `/internal/placement/hybrid"`, false},
		"a server":                      {"hub", `import _ "` + module + `/internal/hubtest"`, false},
		"a server in the provider":      {"provider", `import "` + module + `/internal/hubtest"; var _ = hubtest.StartOwn`, true},
		"a server in its rooms":         {"provider/hubresource", `import "` + module + `/internal/hubtest"; var _ = hubtest.Start`, true},
		"a fake hub in its rooms":       {"provider/hubresource", `import _ "` + module + `/internal/providertest/onhub"`, false},
		"a tool in its rooms":           {"provider/hubresource", `import _ "` + module + `/internal/acceptance/cli"`, true},
		"a tool in the provider":        {"provider", `func TestAccX() {}`, true},
		"a tool in acceptance":          {"acceptance/objects", `func TestAccX() {}`, false},
		"a server in acceptance":        {"acceptance/objects", `import _ "` + module + `/internal/hubtest"`, false},
		"a server in the core":          {"placement/ocm", `import _ "` + module + `/internal/hubtest"`, true},
		"a picture with a hub":          {"explain", `import _ "` + module + `/internal/hub"`, true},
		"the framework":                 {"placement/ocm", `import _ "github.com/hashicorp/terraform-plugin-framework/path"`, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file, err := parser.ParseFile(token.NewFileSet(), "x_test.go", "package x_test\n"+test.source, 0)
			if err != nil {
				t.Fatal(err)
			}
			if found := violations(test.pkg, true, file); len(found) > 0 != test.broken {
				t.Errorf("found %q", found)
			}
		})
	}
}

func TestLongestChain(t *testing.T) {
	imports := map[string][]string{".": {"low", "high"}, "high": {"middle", "low"}, "middle": {"low"}}
	if chain := strings.Join(longestChain(imports, map[string][]string{}, "."), " "); chain != ". high middle low" {
		t.Error(chain)
	}
}

// TestResultHasNoMap looks through everything that a Result is made of.
func TestResultHasNoMap(t *testing.T) {
	for _, found := range maps(reflect.TypeFor[placement.Result](), "Result", map[reflect.Type]bool{}) {
		// The metadata of a binding is what the hub had; no decision goes through the map in order.
		if found != "Result.ResourceBindings.ResourceBinding.Annotations" {
			t.Errorf("%s is a map: its order would be random", found)
		}
	}
	for _, found := range maps(reflect.TypeFor[ocm.Result](), "Result", map[reflect.Type]bool{}) {
		t.Errorf("%s is a map: its order would be random", found)
	}
	type withMap struct {
		Lists [][]struct{ Names map[string]int }
	}
	if found := maps(reflect.TypeFor[withMap](), "x", map[reflect.Type]bool{}); len(found) != 1 {
		t.Errorf("a map was not found: %q", found)
	}
}

func maps(typ reflect.Type, at string, seen map[reflect.Type]bool) []string {
	if seen[typ] {
		return nil
	}
	seen[typ] = true
	var found []string
	switch typ.Kind() {
	case reflect.Map:
		return []string{at}
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return maps(typ.Elem(), at, seen)
	case reflect.Struct:
		for i := range typ.NumField() {
			if field := typ.Field(i); field.IsExported() {
				found = append(found, maps(field.Type, at+"."+field.Name, seen)...)
			}
		}
	}
	return found
}
