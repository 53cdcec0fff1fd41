import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { Data, readData } from './data.ts'
import { Options, pdfOptions } from './pdf-options.ts'

const RECIPIENTS_MAX = 50

export const renderPdf = defineTool({
  name: 'render_pdf',
  title: 'Render a PDF',
  description:
    'Renders a stored template with data to a PDF, and returns a link that works for five days without a key. Costs ' +
    'one credit for each element of data (an object is one element), charged only on success. Try with ' +
    'preview_template first, which is free. async: true renders in the background, for documents that take longer than ' +
    '29 seconds: then call get_job. dryRun: true returns sheets, warnings and cost only. sendEmail mails the PDF: use ' +
    'it only at the request of the user.',
  input: Type.Object({
    templateId: Type.String({ description: 'A UUID, from list_templates.' }),
    data: Data,
    dryRun: Type.Optional(
      Type.Boolean({
        description: 'Return the sheets and the cost, and charge, store and mail nothing. Default false.',
      }),
    ),
    async: Type.Optional(Type.Boolean({ description: 'Render in the background. Default false.' })),
    sendEmail: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: RECIPIENTS_MAX,
        description: 'E-mail addresses that receive the PDF. Default with async: the owner of the account.',
      }),
    ),
    options: Type.Optional(Options),
    idempotencyKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'A call that repeats this key within a day returns the same PDF and is charged once.',
      }),
    ),
  }),
  output: Type.Object({
    pagesGenerated: Type.Integer({ description: 'Number of elements of data, and of credits charged.' }),
    pdfUrl: Type.Optional(Type.String({ description: 'Link to the PDF. Pass it to the user unchanged.' })),
    expiresIn: Type.Optional(Type.String()),
    size: Type.Optional(Type.Integer({ description: 'In bytes.' })),
    sheets: Type.Optional(Type.Integer({ description: 'Number of sheets.' })),
    warnings: Type.Optional(
      Type.Integer({
        description: 'Number of warnings. preview_template lists them.',
      }),
    ),
    scale: Type.Optional(
      Type.Number({
        description: 'Smallest scale of any page: 1 when nothing was scaled to fit. Absent when unknown.',
      }),
    ),
    cost: Type.Optional(
      Type.Integer({ description: 'With dryRun: the credits that the render would cost.' }),
    ),
    coversCost: Type.Optional(
      Type.Boolean({ description: 'With dryRun: true when the account has enough credits.' }),
    ),
    jobId: Type.Optional(Type.String({ description: 'With async: the id for get_job.' })),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run({ templateId, data, sendEmail, options, idempotencyKey, ...mode }, platen, signal) {
    const request = {
      templateId,
      data: readData(data),
      sendEmail,
      ...(options && { options: pdfOptions(options) }),
    }
    if (mode.dryRun) {
      const { pagesGenerated, sheets, size, scale, warnings, cost, coversCost } = await platen.pdf.dryRun(
        request,
        { signal },
      )
      return { output: { pagesGenerated, sheets, size, scale, warnings: warnings.length, cost, coversCost } }
    }
    if (mode.async) {
      const { id, pagesGenerated } = await platen.pdf.generateAsync(request, { idempotencyKey, signal })
      return { output: { pagesGenerated, jobId: id } }
    }
    const pdf = await platen.pdf.generate(request, { idempotencyKey, signal })
    const { pdfUrl, expiresIn, size, pagesGenerated, sheets, scale, warnings } = pdf
    const link = {
      type: 'resource_link' as const,
      uri: pdfUrl,
      name: options?.filename ?? 'document.pdf',
      mimeType: 'application/pdf',
      size,
    }
    const output = { pagesGenerated, pdfUrl, expiresIn, size, sheets, warnings }
    return { output: scale === null ? output : { ...output, scale }, more: [link] }
  },
})
