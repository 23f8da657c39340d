// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hubtest gives tests a real Kubernetes API server with the kinds of Open Cluster Management, KubeFleet and hybrid
// placement rules: a hub. [Start] says which server that is. No controller runs on it; stand-ins do what the real ones do, in
// their form: see [Hub.OCMScheduler], [Hub.FleetScheduler], [Hub.SetUnreachable] and [Hub.RegistrationWebhook]. [StartRealOCM]
// and [StartRealFleet] are hubs with the real ones.
//
// All tests of a package share one server. What has a namespace belongs into that of the test ([Hub.Namespace]), and what has
// none gets the prefix of the test ([Hub.Prefix]). Whoever reads the whole fleet sees the clusters of tests that run in
// parallel, too; [StartOwn] gives a test a server for itself.
package hubtest
