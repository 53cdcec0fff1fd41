import { createRequire } from 'node:module'

/** qpdf: an independent reader of PDFs. */
interface Qpdf {
  callMain(args: string[]): number
  FS: { writeFile(path: string, content: Uint8Array): void; readFile(path: string): Uint8Array }
}

type Start = (options: { noInitialRun: boolean; locateFile: () => string }) => Promise<Qpdf>

const require = createRequire(import.meta.url)
const WARNED = 3
let started: Promise<Qpdf> | undefined

async function start(): Promise<Qpdf> {
  const run: Start = require('@neslinesli93/qpdf-wasm')
  const locateFile = () => require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm')
  return await (started ??= run({ noInitialRun: true, locateFile }))
}

/** Converts a PDF by qpdf. @returns the output and the exit code: 0, 2 for errors, 3 for warnings. */
async function convert(pdf: Uint8Array, options: string[]): Promise<{ code: number; written: Buffer }> {
  const qpdf = await start()
  qpdf.FS.writeFile('/in.pdf', pdf)
  qpdf.FS.writeFile('/out', new Uint8Array())
  const code = qpdf.callMain(['--no-warn', ...options, '/in.pdf', '/out'])
  return { code, written: Buffer.from(qpdf.FS.readFile('/out')) }
}

/** Checks syntax, cross-references, stream lengths and encodings. @returns the exit code of qpdf when one is wrong. */
export async function syntaxProblems(pdf: Uint8Array, password = ''): Promise<string[]> {
  const { code } = await convert(pdf, [`--password=${password}`, '--decode-level=generalized'])
  return code === 0 ? [] : [`qpdf ended with ${code}`]
}

/** Returns a PDF without compression, so that tests can replace texts in it. */
export async function uncompressed(pdf: Uint8Array): Promise<Buffer> {
  const { code, written } = await convert(pdf, ['--qdf', '--object-streams=disable', '--normalize-content=n'])
  if (code !== 0) throw new Error(`qpdf ended with ${code}`)
  return written
}

/** Returns all objects of a PDF in the JSON of qpdf, with decompressed streams. @throws when qpdf cannot read it. */
export async function jsonOf(pdf: Uint8Array, password = ''): Promise<unknown> {
  const options = ['--json=2', '--json-stream-data=inline', '--decode-level=generalized', '--json-key=qpdf']
  const { code, written } = await convert(pdf, [`--password=${password}`, ...options])
  if (code !== 0 && code !== WARNED) throw new Error(`qpdf ended with ${code}`)
  return JSON.parse(written.toString())
}
