import { readOptions } from '../pdf-options.ts'
import { readData } from '../sample-data.ts'

/** Call of a code sample. */
export interface Call {
  /** URL of the service, without a slash at its end. */
  baseUrl: string
  method: string
  path: string
  /** JSON text of an object. `undefined` for a call without a body. */
  body: string | undefined
  /** Field of the response that the sample prints. `undefined`: the whole response. */
  field?: 'pdfUrl'
}

/** Returns the call that renders a template. @param call `data`, `options`: JSON texts; options may be empty or invalid. */
export function renderCall(call: {
  baseUrl: string
  templateId: string
  data: string
  options?: string
}): Call {
  const options = readOptions(call.options ?? '').value ?? {}
  const more = Object.keys(options).length > 0 ? `,"options":${JSON.stringify(options)}` : ''
  return {
    baseUrl: call.baseUrl,
    method: 'POST',
    path: '/v1/pdf/generate',
    body: `{"templateId":${JSON.stringify(call.templateId)},"data":${call.data}${more}}`,
    field: 'pdfUrl',
  }
}

/** Languages of the samples. */
export const LANGUAGES: readonly { name: string; write: (call: Call) => string }[] = [
  { name: 'curl', write: curlFor },
  { name: 'TypeScript', write: typeScriptFor },
  { name: 'Python', write: pythonFor },
]

/**
 * Returns the call as a curl command. The body is a quoted here document: the shell expands nothing in it, and no line
 * of JSON can end it. The command reads the key from the environment.
 */
export function curlFor({ baseUrl, method, path, body }: Call): string {
  const usual = body === undefined ? 'GET' : 'POST'
  return [
    `curl ${quotedForShell(baseUrl + path)}`,
    ...(method === usual ? [] : [method === 'HEAD' ? '--head' : `-X ${method}`]),
    '-H "x-api-key: $PLATEN_API_KEY"',
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `--data-binary @- <<'JSON'\n${indented(body, '')}\nJSON`]),
  ].join(' \\\n  ')
}

/** Returns the call in TypeScript, without dependencies besides Node. */
function typeScriptFor({ baseUrl, method, path, body, field }: Call): string {
  return `const response = await fetch(${JSON.stringify(baseUrl + path)}, {
  method: '${method}',
  headers: {
    'x-api-key': process.env.PLATEN_API_KEY ?? '',${body === undefined ? '' : "\n    'content-type': 'application/json',"}
  },${body === undefined ? '' : `\n  body: JSON.stringify(${indented(body, '  ')}),`}
})
if (!response.ok) throw new Error(await response.text())
${
  field === undefined
    ? 'console.log(await response.text())'
    : `const { ${field} } = await response.json()\nconsole.log(${field})`
}`
}

/** Returns the call in Python, with the standard library only. */
function pythonFor({ baseUrl, method, path, body, field }: Call): string {
  const usual = body === undefined ? 'GET' : 'POST'
  return `${field === undefined ? '' : 'import json\n'}import os
from urllib.request import Request, urlopen

${body === undefined ? '' : `body = r"""${indented(body, '')}"""\n`}request = Request(
    ${JSON.stringify(baseUrl + path)},${method === usual ? '' : `\n    method="${method}",`}${
      body === undefined ? '' : '\n    data=body.encode(),'
    }
    headers={
        "x-api-key": os.environ["PLATEN_API_KEY"],${body === undefined ? '' : '\n        "content-type": "application/json",'}
    },
)
with urlopen(request) as response:
    print(${field === undefined ? 'response.read().decode()' : `json.load(response)["${field}"]`})`
}

/** Formats JSON with an indentation. Preserves the digits of large integers. */
function indented(json: string, margin: string): string {
  const text = JSON.stringify(readData(json).value ?? {}, null, 2)
  return text.replaceAll('\n', `\n${margin}`)
}

function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
