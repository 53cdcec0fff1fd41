import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { Data, readData } from './data.ts'
import { Options, pdfOptions } from './pdf-options.ts'

const RECIPIENTS_MAX = 50

export const renderPdf = defineTool({
  name: 'render_pdf',
  title: 'Render a PDF',
  description:
    'Makes the PDF of a stored template and data, and gives a link to it that works for five days without a key. ' +
    'Costs one credit for each element of data (an object is one), which is charged only if it succeeds: try with ' +
    'preview_template, which is free. async: true makes it in the background, for documents that take longer than ' +
    '29 seconds: then ask get_job. dryRun: true says what it would be and cost. sendEmail sends the PDF to people: only if the user has asked for it.',
  input: Type.Object({
    templateId: Type.String({ description: 'A UUID, as list_templates gives it.' }),
    data: Data,
    dryRun: Type.Optional(
      Type.Boolean({
        description: 'Charge, store and send nothing, and say what it would cost. Default false.',
      }),
    ),
    async: Type.Optional(Type.Boolean({ description: 'Make it in the background. Default false.' })),
    sendEmail: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: RECIPIENTS_MAX,
        description: 'Who gets the finished PDF by mail. With async, nobody named means the account’s owner.',
      }),
    ),
    options: Type.Optional(Options),
    idempotencyKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          'Names this rendering: the same again within a day is charged once and gives the same PDF.',
      }),
    ),
  }),
  output: Type.Object({
    pagesGenerated: Type.Integer({ description: 'Elements of data, and credits that it costs.' }),
    pdfUrl: Type.Optional(Type.String({ description: 'The link. Give it to the user as it is.' })),
    expiresIn: Type.Optional(Type.String()),
    size: Type.Optional(Type.Integer({ description: 'Bytes.' })),
    sheets: Type.Optional(Type.Integer({ description: 'Sheets of paper.' })),
    warnings: Type.Optional(
      Type.Integer({
        description: 'How many things went otherwise than wanted; preview_template names them.',
      }),
    ),
    scale: Type.Optional(
      Type.Number({
        description: 'Smallest scale of any page: 1 when nothing was scaled to fit. Left out when unknown.',
      }),
    ),
    cost: Type.Optional(Type.Integer({ description: 'With dryRun: the credits that it would take.' })),
    coversCost: Type.Optional(Type.Boolean({ description: 'With dryRun: whether there are as many.' })),
    jobId: Type.Optional(Type.String({ description: 'With async: what get_job takes.' })),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run({ templateId, data, sendEmail, options, idempotencyKey, ...how }, platen, signal) {
    const request = {
      templateId,
      data: readData(data),
      sendEmail,
      ...(options && { options: pdfOptions(options) }),
    }
    if (how.dryRun) {
      const { pagesGenerated, sheets, size, scale, warnings, cost, coversCost } = await platen.pdf.dryRun(
        request,
        { signal },
      )
      return { answer: { pagesGenerated, sheets, size, scale, warnings: warnings.length, cost, coversCost } }
    }
    if (how.async) {
      const { id, pagesGenerated } = await platen.pdf.generateAsync(request, { idempotencyKey, signal })
      return { answer: { pagesGenerated, jobId: id } }
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
    const answer = { pagesGenerated, pdfUrl, expiresIn, size, sheets, warnings }
    return { answer: scale === null ? answer : { ...answer, scale }, more: [link] }
  },
})
