import type { CallerCall } from '../../caller.ts'
import { type CommandDefinitions, examples, Option, UsageError, wholeNumber } from '../../command.ts'
import { findTemplate } from '../../project/find-template.ts'
import { findKeyId } from '../find-key.ts'
import { ownKeys } from '../keys.ts'
import { follow } from './follow.ts'
import { formatRequest, requestTable } from './texts.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const LIMIT_MAX = 100
const STATUS = /^[2345](?:xx|\d\d)$/

export const requestCommands: CommandDefinitions<CallerCall> = {
  'requests list': (command, run) =>
    command
      .description(
        'Lists the calls of the account under /v1, the newest first, also rejected ones. DAY is a date such as 2026-11-21. With --follow and --json, each call is a line of JSON.',
      )
      .option('--status <STATUS>', 'Only calls with this status, such as 404, or class of statuses: 4xx.')
      .addOption(new Option('--method <METHOD>', 'Only calls with this method.').choices(METHODS))
      .option('--route <PATTERN>', 'Only calls of this route, such as /v1/templates/{templateId}.')
      .option('-t, --template <TEMPLATE>', 'Only calls for this template: id, name or file in platen.json.')
      .option('--key <KEY>', 'Only calls with this API key: its id, its name or its last four characters.')
      .addOption(new Option('--live', 'Only calls with live keys.').conflicts('test'))
      .option('--test', 'Only calls with test keys.')
      .option('--from <DAY>', 'First day.')
      .option('--to <DAY>', 'Last day.')
      .option(
        '--limit <NUMBER>',
        `Number of calls, at most ${LIMIT_MAX}. Default: 50.`,
        wholeNumber({ min: 1, max: LIMIT_MAX }),
      )
      .option('--cursor <CURSOR>', 'Continue the list: the cursor that the previous call printed.')
      .addOption(
        new Option('-f, --follow', 'Print calls as they end. Stop with Ctrl-C.').conflicts([
          'cursor',
          'limit',
        ]),
      )
      .addHelpText(
        'after',
        examples(
          'platen requests --status 4xx',
          'platen requests --follow',
          'platen requests --route /v1/pdf/generate --limit 5',
        ),
      )
      .action(
        ({ status, method, route, template, key, live, test, from, to, limit, cursor, follow: follows }) =>
          run(async (call) => {
            if (status !== undefined && !STATUS.test(status))
              throw new UsageError(
                `--status must be a status such as 404, or a class such as 4xx, not "${status}".`,
              )
            const client = await call.client()
            const templateId =
              template === undefined ? undefined : (await findTemplate(call, template)).templateId
            const isTest = live ? false : test
            const tokenId = key === undefined ? undefined : await findKeyId(key, () => ownKeys(call))
            const filter = { status, method, route, templateId, tokenId, isTest, from, to }
            if (follows) return await follow(call, client, filter)
            const list = await client.requests.list({ ...filter, limit, cursor }, { signal: call.signal })
            const { requests, nextCursor, days } = list
            const more = nextCursor === null ? '' : `\n\nMore calls: --cursor ${nextCursor}`
            const empty =
              days === 0
                ? 'The operator of the service has turned the request log off.'
                : `No calls found. Calls are kept for ${days} days.`
            return {
              text: requests.length === 0 ? empty : requestTable(requests) + more,
              json: list,
              formats: { hasHeader: requests.length > 0 },
            }
          }),
      ),
  'requests show': (command, run) =>
    command
      .argument('<REQUEST_ID>', 'Id of the call: the header x-request-id of its response.')
      .addHelpText('after', examples('platen requests show 5b0c6f0e-6d1f-4c56-9d1e-3c1b7a2f9e10'))
      .action((requestId) =>
        run(async (call) => {
          const request = await (await call.client()).requests.get(requestId, { signal: call.signal })
          return { text: formatRequest(request), json: request }
        }),
      ),
}
