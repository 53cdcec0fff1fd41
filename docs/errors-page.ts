import {
  ERROR_CODES,
  ERROR_STATUSES,
  type ErrorStatus,
  STATUS_OF_KIND,
  titleOf,
  WARNINGS,
} from '../packages/server/src/http/schemas/error-catalogue.ts'

const INTRODUCTION = `# Errors

After this page you can handle every error and warning of the API.

\`\`\`sh run
curl -sS -w '\\n%{http_code}\\n' "$PLATEN_URL/v1/pdf/generate" -H "x-api-key: $PLATEN_API_KEY" \\
  -H 'content-type: application/json' -d '{"templateId": "5f3a9a52-5d0c-4a55-9f6a-0b4cbb0f9a11", "data": {}}'
\`\`\`

\`\`\`text output
{"message":"…"}
404
\`\`\`

Every error is JSON:

| Field | Meaning |
|---|---|
| \`message\` | What is wrong, for people. Texts may change; use the status in programs |
| \`error\` | Details, or a [code](#codes) |
| \`problems\` | With 400: each place in \`data\` that does not match the data schema |
| \`line\`, \`column\` | With 400 from \`/v1/templates/check\` and \`/v1/templates/preview\`: the position in the template |

A failed call costs nothing. Retry only the statuses for which the table says so, with an [\`Idempotency-Key\`](guides/jobs.md#retry-a-call-safely). The [client libraries](../packages/client/README.md) do this automatically.
`

/** Returns docs/errors.md. */
export function errorsPage(): string {
  return `${[
    INTRODUCTION,
    '## Statuses\n',
    table(
      ['Status', 'Name', 'Kind in metrics', 'Retry'],
      ERROR_STATUSES.map((entry) => [
        `[${entry.status}](#${entry.status}-${titleOf(entry).toLowerCase().replaceAll(' ', '-')})`,
        titleOf(entry),
        kindsOf(entry).join(', '),
        entry.retry,
      ]),
    ),
    ...ERROR_STATUSES.map(sectionOf),
    '## Codes\n',
    '`error` is one of these codes in the following cases. In all other cases it has details for people.\n',
    table(
      ['Code', 'Status', 'Where', 'Cause', 'Remedy'],
      Object.entries(ERROR_CODES).map(([code, { status, route, cause, remedy }]) => [
        `\`${code}\``,
        String(status),
        route,
        cause,
        remedy,
      ]),
    ),
    '## Warnings\n',
    'A warning does not fail the call. The header `x-platen-warnings` counts the warnings. Dry runs, previews and the page of a job list them with their subject.\n',
    table(
      ['Kind', 'Cause', 'Remedy'],
      Object.entries(WARNINGS).map(([kind, { cause, remedy }]) => [`\`${kind}\``, cause, remedy]),
    ),
    'For contributors: `npm run docs:errors` writes this page from `packages/server/src/http/schemas/error-catalogue.ts`.\n',
  ]
    .join('\n')
    .trim()}\n`
}

function sectionOf(entry: ErrorStatus): string {
  const rows = entry.causes.map(({ cause, remedy }) => [cause, remedy])
  const example = `\`\`\`json\n${JSON.stringify(entry.example, undefined, 2)}\n\`\`\`\n`
  return `### ${entry.status} ${titleOf(entry)}\n\n${entry.description}\n\n${example}\n${table(['Cause', 'Remedy'], rows)}`
}

function kindsOf({ status }: ErrorStatus): string[] {
  return Object.entries(STATUS_OF_KIND)
    .filter(([, ofKind]) => ofKind === status)
    .map(([kind]) => `\`${kind}\``)
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  lines[1] = `|${heads.map(() => '---').join('|')}|`
  return `${lines.join('\n')}\n`
}
