// Package internal holds the rules of the project's own structure.
package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const module = "github.com/terraform-multicluster/terraform-provider-multicluster/internal/"

// mayImport are the packages of ours that a package may import, by prefix. A package that is not listed may import
// everything below internal.
var mayImport = map[string][]string{
	"placement":           {},
	"placement/match":     {"placement"},
	"placement/ocm":       {"placement", "placement/match"},
	"placement/kubefleet": {"placement", "placement/match"},
	"placement/hybrid":    {"placement", "placement/match"},
	"rollout":             {"placement", "placement/match"},
	"advisor":             {"placement", "placement/hybrid"},
	"manifest":            {"placement", "placement/match", "placement/ocm", "placement/kubefleet", "placement/hybrid"},
	"hub":                 {"placement", "placement/match", "placement/ocm", "placement/kubefleet", "placement/hybrid", "manifest"},
	"render":              {"placement"},
}

// only are packages of others that belong to one package of ours.
var only = map[string]string{
	"github.com/hashicorp/terraform-plugin": "provider",
	"k8s.io/client-go":                      "hub",
}

// impure are packages that the pure core does without.
var impure = map[string]bool{
	"os": true, "net": true, "net/http": true, "log": true, "log/slog": true, "math/rand": true, "math/rand/v2": true,
	"crypto/rand": true, "io/ioutil": true, "os/exec": true, "syscall": true, "sync/atomic": true, "context": true,
}

// clock are the functions of package time that look at the clock.
var clock = map[string]bool{
	"Now": true, "Since": true, "Until": true, "After": true, "Sleep": true, "Tick": true, "NewTimer": true,
	"NewTicker": true, "AfterFunc": true,
}

// TestImports reads every file of the project.
func TestImports(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return err
		}
		for _, broken := range violations(filepath.ToSlash(filepath.Dir(name)), file) {
			t.Errorf("%s: %s", name, broken)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Errorf("only %d files were read", files)
	}
}

// violations are the rules that a file of a package breaks.
func violations(pkg string, file *ast.File) []string {
	var broken []string
	pure := pkg == "placement" || strings.HasPrefix(pkg, "placement/") || pkg == "rollout"
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		for prefix, owner := range only {
			if strings.HasPrefix(imported, prefix) && pkg != owner {
				broken = append(broken, imported+" belongs to "+owner+" only")
			}
		}
		if pure && impure[imported] {
			broken = append(broken, "the pure core does not import "+imported)
		}
		ours, ok := strings.CutPrefix(imported, module)
		allowed, limited := mayImport[pkg]
		if ok && limited && !slices.Contains(allowed, ours) {
			broken = append(broken, pkg+" does not import "+ours)
		}
	}
	if !pure {
		return broken
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch node := n.(type) {
		case *ast.GoStmt:
			broken = append(broken, "the pure core has no goroutines")
		case *ast.ChanType:
			broken = append(broken, "the pure core has no channels")
		case *ast.SelectorExpr:
			if of, ok := node.X.(*ast.Ident); ok && of.Name == "time" && clock[node.Sel.Name] {
				broken = append(broken, "the pure core has no clock: time."+node.Sel.Name)
			}
		}
		return true
	})
	return broken
}

// TestViolations makes sure that a broken rule is found.
func TestViolations(t *testing.T) {
	tests := map[string]struct {
		pkg, source string
		broken      bool
	}{
		"a dialect imports its primitives":  {"placement/ocm", `import _ "` + module + `placement/match"`, false},
		"a dialect imports another dialect": {"placement/ocm", `import _ "` + module + `placement/hybrid"`, true},
		"the vocabulary imports match":      {"placement", `import _ "` + module + `placement/match"`, true},
		"manifest imports the provider":     {"manifest", `import _ "` + module + `provider"`, true},
		"the framework in the provider":     {"provider", `import _ "github.com/hashicorp/terraform-plugin-framework/path"`, false},
		"the framework elsewhere":           {"manifest", `import _ "github.com/hashicorp/terraform-plugin-framework/path"`, true},
		"client-go in the provider":         {"provider", `import _ "k8s.io/client-go/rest"`, true},
		"apimachinery in the core":          {"placement", `import _ "k8s.io/apimachinery/pkg/labels"`, false},
		"the clock in the core":             {"placement/ocm", `import "time"; var now = time.Now()`, true},
		"time in the core":                  {"placement/ocm", `import "time"; var now time.Time`, false},
		"the clock in the provider":         {"provider", `import "time"; var now = time.Now()`, false},
		"a goroutine in the core":           {"placement/match", `func f() { go f() }`, true},
		"a channel in the core":             {"rollout", `var c chan int`, true},
		"randomness in the core":            {"placement/ocm", `import _ "math/rand/v2"`, true},
		"files in the core":                 {"placement", `import _ "os"`, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+test.source, 0)
			if err != nil {
				t.Fatal(err)
			}
			if found := violations(test.pkg, file); len(found) > 0 != test.broken {
				t.Errorf("found %q", found)
			}
		})
	}
}

// TestResultHasNoMap looks through everything that a Result is made of.
func TestResultHasNoMap(t *testing.T) {
	for _, found := range maps(reflect.TypeFor[placement.Result](), "Result", map[reflect.Type]bool{}) {
		// Annotations are a map in the object that they belong to.
		if strings.HasSuffix(found, ".Annotations") {
			continue
		}
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
