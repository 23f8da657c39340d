// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Endpoint](describe.Attributes{
	"url":                {Text: "URL that receives the POST request: https, or http for a loopback address."},
	"bearer_token":       {Text: "A bearer token."},
	"username":           {Text: "The user of basic authentication."},
	"password":           {Text: "The password of basic authentication."},
	"headers":            {Text: "Additional header fields."},
	"ca_certificate":     {Text: "PEM-encoded CA certificates to verify the server with.", Default: "those of the system"},
	"client_certificate": {Text: "The PEM-encoded client certificate."},
	"client_key":         {Text: "The PEM-encoded key of the client certificate."},
	"allow_plain_http":   {Text: "Whether an http URL is allowed for an address that is not loopback.", Default: "`false`"},
	"timeout_seconds":    {Text: "The timeout of each of up to three attempts, 1 to 30.", Default: "10"},
	"max_response_bytes": {
		Text:    "The maximum size of a response after decompression, 1 KiB (1024) to 16 MiB (16777216).",
		Default: "1 MiB (1048576)",
	},
}, describe.Example{Page: "index#advisors", Key: "cost",
	Object: `{ url = "https://cost.example.com/advise" }`})
