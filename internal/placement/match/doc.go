// Package match holds the matching primitives that the dialects share: label and claim selectors, CEL expressions
// and tolerations. A primitive is made ready once, is asked once for each cluster, and says what did not match.
package match
