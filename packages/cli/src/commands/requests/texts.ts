import type { LoggedRequest, LoggedRequestDetail } from '@platen/client'
import { table } from '../../command.ts'
import { formatCount, withoutControls } from '../../output/texts.ts'
import { formatTime } from '../../output/times.ts'

/** Formats calls as a table. */
export function requestTable(requests: LoggedRequest[]): string {
  const rows = requests.map((request) => [request.requestId, ...columnsOf(request)])
  const notes = requests
    .filter(({ omitted }) => omitted > 0)
    .map(
      ({ requestId, omitted }) =>
        `${formatCount(omitted, 'call')} after ${requestId} not listed: too many calls.`,
    )
  return [table(['REQUEST ID', 'TIME', 'STATUS', 'DURATION', 'CALL', 'ERROR'], rows), ...notes].join('\n')
}

/** Formats a call as one line. */
export function requestLine(request: LoggedRequest): string {
  return [...columnsOf(request), request.requestId].filter((text) => text !== '').join('  ')
}

function columnsOf({ createdAt, status, durationMs, method, path, message }: LoggedRequest): string[] {
  return [
    formatTime(createdAt),
    String(status),
    formatMs(durationMs),
    withoutControls(`${method} ${path}`),
    withoutControls(message ?? ''),
  ]
}

/** Formats a call with all its details. */
export function formatRequest(request: LoggedRequestDetail): string {
  const { message, keyName, isTest, templateId, templateName, renderId, renderStatus, cost } = request
  const lines: [string, string | null][] = [
    ['Request', request.requestId],
    ['Call', `${request.method} ${request.path}`],
    ['Status', String(request.status)],
    ['Error', message],
    ['Time', formatTime(request.createdAt)],
    ['Duration', formatMs(request.durationMs)],
    ...request.phases.map(({ phase, ms }): [string, string] => [`  ${phase}`, formatMs(ms)]),
    ['Key', keyName && `${keyName}${isTest ? ' (test)' : ''}`],
    ['Template', templateId && `${templateId}${templateName === null ? '' : ` (${templateName})`}`],
    ['Render', renderId && `${renderId}${renderStatus === null ? '' : ` (${renderStatus})`}`],
    ['Cost', cost === 0 ? null : formatCount(cost, 'credit')],
    ...request.warnings.map(({ kind, count }): [string, string] => ['Warning', `${kind}: ${count}`]),
    ['Response', request.errorBody],
    ['Body', request.requestBody ?? request.requestBodyNote],
  ]
  return lines
    .flatMap(([name, text]) => (text === null ? [] : [`${name.padEnd(10)}${withoutControls(text)}`]))
    .join('\n')
}

function formatMs(ms: number): string {
  return ms < 10 ? `${ms} ms` : `${Math.round(ms).toLocaleString('en')} ms`
}
