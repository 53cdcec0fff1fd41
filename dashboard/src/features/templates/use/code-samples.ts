/** What a sample is made for. */
export interface Call {
  /** Of the service, without a slash at its end. */
  baseUrl: string
  templateId: string
  /** JSON text. */
  data: string
}

/** How to make the PDF from a shell. The key is in the environment, so that it is nobody's to copy. */
export function curlFor({ baseUrl, templateId, data }: Call): string {
  const body = `{"templateId": "${templateId}", "data": ${compact(data)}}`
  return `curl ${quotedForShell(`${baseUrl}/v1/pdf/generate`)} \\
  -H "x-api-key: $PLATEN_API_KEY" \\
  -H 'content-type: application/json' \\
  -d ${quotedForShell(body)}`
}

/** The same in TypeScript, by what every Node has. */
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

/** The same in Python, by what every Python has. */
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

function compact(json: string): string {
  return JSON.stringify(JSON.parse(json))
}

function indented(json: string, margin: string): string {
  return JSON.stringify(JSON.parse(json), null, 2).replaceAll('\n', `\n${margin}`)
}

function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
