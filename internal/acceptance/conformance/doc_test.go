// Package conformance compares what the provider decides from the objects of a hub with recorded answers.
package conformance
