import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { decode } from 'fast-png'
import { drawSheets } from '../../docs/draw.ts'
import type { Caller } from '../harness.ts'

const GUIDE = new URL('../../docs/pictures/guide/', import.meta.url)
// Tolerance per colour value, and share of all bytes: machines draw the edges of letters slightly differently.
const SHADE = 32
const OFF_MAX = 0.005

/** Asserts that the picture on a page matches its template and data. */
export async function comparePicture(
  caller: Caller,
  name: string,
  source: string,
  data: unknown,
): Promise<void> {
  const response = await caller.generate(await caller.upload(source, name), data)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  assert.equal(response.headers.get('x-platen-warnings'), '0', 'The template is printed with warnings.')
  const pdf = new Uint8Array(await (await fetch(String(response.body.pdfUrl))).arrayBuffer())
  const drawn = decode(await drawSheets(pdf))
  const shown = await readFile(new URL(`${name}.png`, GUIDE)).then(decode, () =>
    assert.fail(`There is no picture "${name}": npm run pictures`),
  )
  assert.deepEqual([shown.width, shown.height], [drawn.width, drawn.height], `npm run pictures draws ${name}`)
  let off = 0
  for (let at = 0; at < drawn.data.length; at += 1) {
    if (Math.abs(Number(drawn.data[at]) - Number(shown.data[at])) > SHADE) off += 1
  }
  assert.ok(
    off <= drawn.data.length * OFF_MAX,
    `${name}.png differs from the output of the page's template (${off} of ${drawn.data.length}): npm run pictures`,
  )
}
