package placement

import (
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

// Limits of the text of a quantity. The time and memory to parse, compare or print a Quantity grow with the size of its
// exponent and with the square of its length: "1e-300000000" takes minutes.
const (
	quantityBytes    = 500
	quantityExponent = 1_000
)

// ParseQuantity parses a Kubernetes quantity. It rejects quantities that are unrealistic and take minutes to compute
// with: longer than 500 characters, or with a decimal exponent beyond 1000.
func ParseQuantity(text string) (resource.Quantity, error) {
	if len(text) > quantityBytes {
		return resource.Quantity{}, fmt.Errorf("a quantity has at most %d characters", quantityBytes)
	}
	// E and Ei are suffixes, 10^18 and 2^60.
	if at := strings.IndexAny(text, "eE"); at >= 0 && text[at+1:] != "" && text[at+1:] != "i" {
		exponent, err := strconv.Atoi(text[at+1:])
		if err != nil || exponent < -quantityExponent || exponent > quantityExponent {
			return resource.Quantity{}, fmt.Errorf("the exponent of a quantity is a number from %d to %d", -quantityExponent, quantityExponent)
		}
	}
	return resource.ParseQuantity(text)
}
