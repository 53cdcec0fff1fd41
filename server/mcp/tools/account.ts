import { Type } from 'typebox'
import { shortened } from '../texts.ts'
import { defineTool } from '../tool.ts'

const ROWS_SHOWN = 20
const REASON_SHOWN = 500

export const getCredits = defineTool({
  name: 'get_credits',
  title: 'Ask for the credits',
  description: 'Says how many pages the account may still render, and where the user adds credits.',
  input: Type.Object({}),
  output: Type.Object({
    credits: Type.Integer({ description: 'The balance.' }),
    reserved: Type.Integer({ description: 'Of these, held for what is being made now.' }),
    available: Type.Integer({ description: 'What may be spent.' }),
    billingUrl: Type.String(),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run(_input, platen, signal) {
    return { answer: await platen.credits({ signal }) }
  },
})

const counts = { pages: Type.Integer(), completed: Type.Integer(), failed: Type.Integer() }

export const getUsage = defineTool({
  name: 'get_usage',
  title: 'Ask for the usage',
  description:
    'Counts the pages, calls and failures of a range of days, by day and template, with the reasons of failures. ' +
    'The last thirty days unless told.',
  input: Type.Object({
    from: Type.Optional(Type.String({ description: 'A day such as 2026-11-21; included.' })),
    to: Type.Optional(Type.String({ description: 'A day such as 2026-11-21; included.' })),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 366,
        description: 'How many days up to the last, instead of from.',
      }),
    ),
    timeZone: Type.Optional(
      Type.String({ description: 'Such as Europe/Berlin. Default: the account’s own.' }),
    ),
  }),
  output: Type.Object({
    from: Type.String(),
    to: Type.String(),
    timeZone: Type.String(),
    ...counts,
    days: Type.Array(Type.Object({ day: Type.String(), pages: Type.Integer() }), {
      description: 'Only those with pages.',
    }),
    templates: Type.Array(
      Type.Object({ templateId: Type.String(), name: Type.String(), exists: Type.Boolean(), ...counts }),
    ),
    failures: Type.Array(
      Type.Object({ message: Type.String(), count: Type.Integer(), lastAt: Type.String() }),
    ),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run(range, platen, signal) {
    const usage = await platen.usage(range, { signal })
    const { from, to, timeZone, pages, completed, failed, templates, failures } = usage
    const days = usage.days.filter((one) => one.pages > 0).map(({ day, pages }) => ({ day, pages }))
    return {
      answer: {
        from,
        to,
        timeZone,
        pages,
        completed,
        failed,
        days,
        templates: templates.slice(0, ROWS_SHOWN),
        failures: failures.map(({ message, ...rest }) => ({
          ...rest,
          message: shortened(message, REASON_SHOWN),
        })),
      },
    }
  },
})
