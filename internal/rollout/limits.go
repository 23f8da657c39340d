package rollout

import (
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Deadline is the duration of a progressDeadline; limited is false for one that never ends: None, or the empty text.
func Deadline(text string) (d time.Duration, limited bool, err error) {
	d, err = parseDeadline(text)
	return d, err == nil && d != unlimited, err
}

// ValidateLimit finds a size that is neither a number of at least 0 nor a percentage.
func ValidateLimit(size intstr.IntOrString, path *field.Path) field.ErrorList {
	return validateSize(size, path)
}

// ValidateDeadline finds a text that is no progressDeadline.
func ValidateDeadline(text string, path *field.Path) field.ErrorList {
	limits := OCMLimits{ProgressDeadline: text}
	errs := limits.validate(path)
	for _, err := range errs {
		err.Field = path.String()
	}
	return errs
}
