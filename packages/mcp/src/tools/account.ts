import { Type } from 'typebox'
import { shortened } from '../texts.ts'
import { defineTool } from '../tool.ts'

const ROWS_MAX = 20
const REASON_LENGTH_MAX = 500

export const getCredits = defineTool({
  name: 'get_credits',
  title: 'Get credits',
  description:
    'Returns how many pages the account can still render, and the address where the user buys credits.',
  input: Type.Object({}),
  output: Type.Object({
    credits: Type.Integer({ description: 'The balance.' }),
    reserved: Type.Integer({
      description: 'Credits reserved by renders in progress, included in the balance.',
    }),
    available: Type.Integer({ description: 'Credits that can be spent: balance minus reserved.' }),
    billingUrl: Type.String(),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run(_input, platen, signal) {
    return { output: await platen.credits({ signal }) }
  },
})

const counts = { pages: Type.Integer(), completed: Type.Integer(), failed: Type.Integer() }

export const getUsage = defineTool({
  name: 'get_usage',
  title: 'Get usage',
  description:
    'Counts pages, completed calls and failures in a range of days, by day and template, with reasons of failures. ' +
    'Default: the last 30 days.',
  input: Type.Object({
    from: Type.Optional(Type.String({ description: 'A day such as 2026-11-21, included.' })),
    to: Type.Optional(Type.String({ description: 'A day such as 2026-11-21, included.' })),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 366,
        description: 'Number of days up to the last one, instead of from.',
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        description: 'IANA name, such as Europe/Berlin. Default: the time zone of the account.',
      }),
    ),
  }),
  output: Type.Object({
    from: Type.String(),
    to: Type.String(),
    timeZone: Type.String(),
    ...counts,
    days: Type.Array(Type.Object({ day: Type.String(), pages: Type.Integer() }), {
      description: 'Only days with pages.',
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
      output: {
        from,
        to,
        timeZone,
        pages,
        completed,
        failed,
        days,
        templates: templates.slice(0, ROWS_MAX),
        failures: failures.map(({ message, count, lastAt }) => ({
          message: shortened(message, REASON_LENGTH_MAX),
          count,
          lastAt,
        })),
      },
    }
  },
})
