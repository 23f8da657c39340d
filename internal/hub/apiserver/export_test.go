// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import "time"

// Backoff is the wait after an attempt without a response.
func Backoff(attempt int) time.Duration { return backoff(0, 0, attempt, nil) }
