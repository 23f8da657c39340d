// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Question is what a data source, a function or both answer. C is the struct of the arguments, and P is what the provider gives.
type Question[P, C any] struct {
	// Name is that of the data source, without the prefix of the provider.
	Name string
	// Schema has the attributes of the data source. Its description is in a comment, after the heading "# Data source NAME".
	Schema func() schema.Schema
	// Function describes the function, whose only parameter is an object with the arguments. It has no Call.
	Function Function
	// Unneeded are the arguments that Check does not need. They are read once a plan, for Answer, and not three times.
	Unneeded []string
	// Read reads the configuration of a data source in place of [Readers.Config], if it is set.
	Read func(ctx context.Context, r *Readers, config tftypes.Value, unneeded []string, into *C) (*tfvalue.Reader, error)
	// Refuse says of an argument of the function that is something else what to pass; it may be nil.
	Refuse func(passed tfvalue.Input) string
	// Check sets the defaults, and finds every mistake that the arguments alone show. Unknown values are no mistakes.
	Check func(*C, *tfvalue.Reader)
	// Answer returns the outputs, unless it finds an error. The arguments have been checked. The provider is empty for a
	// function, which uses no clock, files or network, and shows no warnings.
	Answer func(ctx context.Context, arguments *C, provider *P, r *tfvalue.Reader) (any, diag.Diagnostics)
}

// NewDataSource makes the data source.
func (q *Question[P, C]) NewDataSource(read *Readers) datasource.DataSource {
	return &answers[P, C]{q: q, read: read}
}

// NewFunction makes the function.
func (q *Question[P, C]) NewFunction(read *Readers) function.Function {
	f := q.Function
	f.Call = q.call
	return f.New(read)
}

func (q *Question[P, C]) call(ctx context.Context, read *Readers, arguments ArgumentValues) (any, error) {
	argument := arguments.Input(0)
	if q.Refuse != nil {
		if text := q.Refuse(argument); text != "" {
			return nil, ArgumentMistake(0, text)
		}
	}
	c := new(C)
	reader := read.Argument(argument, c, nil)
	q.Check(c, reader)
	if err := ReadError(0, reader); err != nil {
		return nil, err
	}
	outputs, diags := q.Answer(ctx, c, new(P), reader)
	return outputs, ArgumentError(0, diags)
}

// answers is a data source. Terraform reads it while it plans if every argument is known.
type answers[P, C any] struct {
	q        *Question[P, C]
	read     *Readers
	provider *P
}

var (
	_ datasource.DataSourceWithConfigure      = (*answers[any, any])(nil)
	_ datasource.DataSourceWithValidateConfig = (*answers[any, any])(nil)
)

// Metadata names the data source.
func (d *answers[P, C]) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.q.Name
}

// Schema describes the data source.
func (d *answers[P, C]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = d.q.Schema()
	resp.Schema.MarkdownDescription = describe.Page("Data source " + d.q.Name)
}

// Configure takes what the provider gives.
func (d *answers[P, C]) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	d.provider, _ = req.ProviderData.(*P)
}

// ValidateConfig finds every mistake that the configuration alone shows.
func (d *answers[P, C]) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	_, _, resp.Diagnostics = d.checked(ctx, req.Config.Raw, d.q.Unneeded)
}

// Read answers.
func (d *answers[P, C]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	c, reader, diags := d.checked(ctx, req.Config.Raw, nil)
	if resp.Diagnostics = diags; diags.HasError() {
		return
	}
	outputs, diags := d.q.Answer(ctx, c, d.provider, reader)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	var err error
	if resp.State.Raw, err = Fill(ctx, req.Config.Raw, tfvalue.Attributes(outputs)); err != nil {
		resp.Diagnostics.AddError("The result cannot be written", err.Error())
	}
}

// checked reads and checks a configuration but for the attributes that are not needed.
func (d *answers[P, C]) checked(
	ctx context.Context, config tftypes.Value, unneeded []string,
) (*C, *tfvalue.Reader, diag.Diagnostics) {
	c := new(C)
	var reader *tfvalue.Reader
	var err error
	if d.q.Read != nil {
		reader, err = d.q.Read(ctx, d.read, config, unneeded, c)
	} else {
		reader, err = d.read.Config(ctx, config, unneeded, c)
	}
	if err != nil {
		return nil, nil, diag.Diagnostics{diag.NewErrorDiagnostic("The configuration cannot be read", err.Error())}
	}
	d.q.Check(c, reader)
	return c, reader, Diagnostics(reader)
}
