import { readData } from '../sample-data.ts'

/** Call of a code sample. */
export interface Call {
  /** URL of the service, without a slash at its end. */
  baseUrl: string
  templateId: string
  /** JSON text. */
  data: string
}

/**
 * Returns the call as a curl command. The body is a quoted here document: the shell expands nothing in it, and no line
 * of JSON can end it. The command reads the key from the environment.
 */
export function curlFor({ baseUrl, templateId, data }: Call): string {
  const body = `{\n  "templateId": ${JSON.stringify(templateId)},\n  "data": ${indented(data, '  ')}\n}`
  return `curl ${quotedForShell(`${baseUrl}/v1/pdf/generate`)} \\
  -H "x-api-key: $PLATEN_API_KEY" \\
  -H 'content-type: application/json' \\
  --data-binary @- <<'JSON'
${body}
JSON`
}

/** Returns the call in TypeScript, without dependencies besides Node. */
export function typeScriptFor({ baseUrl, templateId, data }: Call): string {
  return `const response = await fetch(${JSON.stringify(`${baseUrl}/v1/pdf/generate`)}, {
  method: 'POST',
  headers: {
    'x-api-key': process.env.PLATEN_API_KEY ?? '',
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    templateId: ${JSON.stringify(templateId)},
    data: ${indented(data, '    ')},
  }),
})
if (!response.ok) throw new Error(await response.text())
const { pdfUrl } = await response.json()
console.log(pdfUrl)`
}

/** Returns the call in Python, with the standard library only. */
export function pythonFor({ baseUrl, templateId, data }: Call): string {
  return `import json
import os
from urllib.request import Request, urlopen

data = json.loads(r"""${indented(data, '')}""")
request = Request(
    ${JSON.stringify(`${baseUrl}/v1/pdf/generate`)},
    data=json.dumps({"templateId": "${templateId}", "data": data}).encode(),
    headers={
        "x-api-key": os.environ["PLATEN_API_KEY"],
        "content-type": "application/json",
    },
)
with urlopen(request) as response:
    print(json.load(response)["pdfUrl"])`
}

/** Formats JSON with an indentation. Preserves the digits of large integers. */
function indented(json: string, margin: string): string {
  const text = JSON.stringify(readData(json).value ?? {}, null, 2)
  return text.replaceAll('\n', `\n${margin}`)
}

function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
