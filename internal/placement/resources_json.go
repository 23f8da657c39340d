package placement

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

// UnmarshalJSON reads an object of quantities. A quantity is a string or a number; null stands for no resources.
func (r *Resources) UnmarshalJSON(data []byte) error {
	*r = nil
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	list := make(Resources, 0, len(raw))
	for name, text := range raw {
		quantity, err := parseQuantity(text)
		if err != nil {
			return fmt.Errorf("resource %q: %w", name, err)
		}
		list = append(list, Resource{Name: name, Quantity: quantity})
	}
	slices.SortFunc(list, func(a, b Resource) int { return strings.Compare(a.Name, b.Name) })
	*r = list
	return nil
}

// MarshalJSON writes an object of quantities in their canonical notation.
func (r Resources) MarshalJSON() ([]byte, error) {
	quantities := make(map[string]string, len(r))
	for i := range r {
		quantities[r[i].Name] = r[i].Quantity.String()
	}
	return json.Marshal(quantities)
}

func parseQuantity(text json.RawMessage) (resource.Quantity, error) {
	unquoted := string(text)
	if len(text) > 0 && text[0] == '"' {
		if err := json.Unmarshal(text, &unquoted); err != nil {
			return resource.Quantity{}, err
		}
	}
	quantity, err := resource.ParseQuantity(unquoted)
	if err != nil {
		return resource.Quantity{}, fmt.Errorf(
			"%q is not a quantity; write a number with an optional suffix such as m, k, M, G, Ki, Mi or Gi", unquoted)
	}
	return quantity, nil
}
