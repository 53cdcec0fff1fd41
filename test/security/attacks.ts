import { base64 } from '../harness.ts'

/**
 * Requests that are repeated: an account renders a source with data or uploads a body, or paths are read without a key.
 */
export type Attack = { atOnce?: number } & (
  | { source: string; data?: unknown }
  | { body: string }
  | { paths: readonly string[] }
)

const many = (length: number) => Array.from({ length }, (_, index) => index)
const script = (code: string) => ({ source: `<body><script>${code}</script>` })

/** Ways to take more than a fair share of the processors, by name. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'an endless script': script('for (;;);'),
  'a heap without end': script('const a = []; for (;;) a.push(new Array(1e6).fill(Math.random()))'),
  'a giant tree': script(
    'for (;;) document.body.append(Object.assign(document.createElement("p"), { textContent: "x" }))',
  ),
  'a giant document': { source: '<table><tr><td>x</table>'.repeat(20_000) },
  pictures: script(`
    const canvas = Object.assign(document.createElement('canvas'), { width: 8000, height: 8000 })
    for (let n = 0; n < 40; n += 1) {
      canvas.getContext('2d').fillRect(0, 0, n, 1)
      document.body.append(Object.assign(new Image(), { src: canvas.toDataURL() }))
    }`),
  // About 30 MB each.
  'large prints': script(`
    const canvas = Object.assign(document.createElement('canvas'), { width: 2000, height: 1500 })
    const context = canvas.getContext('2d')
    const pixels = context.createImageData(2000, 1500)
    for (let n = 0; n < pixels.data.length; n += 65_536) crypto.getRandomValues(pixels.data.subarray(n, n + 65_536))
    for (let n = 0; n < 6; n += 1) {
      pixels.data[0] = n
      context.putImageData(pixels, 0, 0)
      document.body.append(Object.assign(new Image(), { src: canvas.toDataURL('image/jpeg', 1) }))
    }`),
  'a loop in a template': {
    source: '{{#each n}}{{#each @root.n}}{{formatDate "2020-01-01" "yyyy"}}{{/each}}{{/each}}',
    data: { n: many(900) },
  },
  'a bomb in a template': {
    source: '{{#each n}}{{#each @root.n}}{{@root.text}}{{/each}}{{/each}}',
    data: { n: many(900), text: 'x'.repeat(5_000) },
  },
  'many calls': { source: '<p>well', atOnce: 60 },
  'large uploads': {
    body: JSON.stringify({ name: 'x', content: base64('x'.repeat(4_800_000)), contentEncoding: 'base64' }),
  },
  'large bodies of nothing': { body: `[${'1,'.repeat(3_300_000)}1]` },
  'searches without a key': { paths: ['/docs/search?q=a%20e%20i%20o%20u%20t%20n%20s'], atOnce: 20 },
  'requests without a key': {
    paths: [
      '/llms-full.txt',
      '/dashboard/auth/jwks',
      '/dashboard/auth/token',
      '/openapi.json',
      '/dashboard/openapi.json',
      '/docs',
      '/docs/site.css',
      '/',
      '/nowhere',
      '/%',
      '/v1/templates',
    ],
    atOnce: 20,
  },
}
