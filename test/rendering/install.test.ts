import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { PUBLIC_EGRESS } from '../../packages/renderer/src/egress/rules.ts'
import { createTabProxy } from '../../packages/renderer/src/proxy/tab-proxy.ts'
import { textsOf } from '../pdf.ts'
import { owner, printerOptions, startPrinter } from './printers.ts'

/** Libraries of the C library and the compiler, which every Debian has. The loader is listed by its path. */
const BASE = /^(linux-vdso|libc|libm|libdl|libpthread|libgcc_s)\.so\.\d+$|^\/lib64\/ld-linux/
/** Output for a library without dependencies. */
const ALONE = 'statically linked'
const LOADER = '/lib64/ld-linux-x86-64.so.2'

describe('the unpacked Chromium', () => {
  // One library is loaded only when the first certificate is checked, so a page without https does not need it.
  it('includes all libraries that a minimal system lacks, with their dependencies', async () => {
    const { executable, environment } = (await printerOptions()).installed
    const libraryFolders = environment['LD_LIBRARY_PATH']?.split(':') ?? []
    const [folder = ''] = libraryFolders
    const libraries = (await readdir(folder)).filter((name) => name.includes('.so'))
    assert.ok(libraries.length > 5)
    for (const file of [executable, ...libraries.map((name) => join(folder, name))]) {
      const { stdout, stderr } = await promisify(execFile)(LOADER, [file], {
        // The loader lists libraries on standard output, and missing functions on standard error.
        env: { ...environment, LD_TRACE_LOADED_OBJECTS: '1', LD_BIND_NOW: '1', LD_WARN: '1' },
      })
      assert.equal(stderr, '', file)
      const outside = stdout
        .split('\n')
        .map((line) => line.trim())
        .filter(
          (line) =>
            line !== '' &&
            line !== ALONE &&
            !libraryFolders.some((folder) => line.includes(` => ${folder}/`)),
        )
        .map((line) => line.split(' ')[0] ?? '')
      assert.deepEqual(
        outside.filter((name) => !BASE.test(name)),
        [],
        file,
      )
    }
  })

  it('checks certificates and loads resources over https', async () => {
    await using stack = new AsyncDisposableStack()
    const options = await printerOptions()
    const folder = await mkdtemp(join(tmpdir(), 'platen-https-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    await chmod(folder, 0o755)
    const executable = join(folder, 'chromium')
    // With this argument Chromium still checks certificates, but ignores the result.
    const script = `#!/bin/sh\nexec '${options.installed.executable}' --ignore-certificate-errors "$@"\n`
    await writeFile(executable, script, { mode: 0o755 })
    const [key, cert] = await Promise.all(
      ['key', 'certificate'].map((name) =>
        readFile(new URL(`../security/fixtures/${name}.pem`, import.meta.url)),
      ),
    )
    const server = createServer({ key, cert }, (_request, response) => {
      response.setHeader('Access-Control-Allow-Origin', '*').end('over https')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    stack.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    await using printer = await startPrinter({
      installed: { ...options.installed, executable },
      createProxy: () =>
        createTabProxy({
          rules: PUBLIC_EGRESS,
          log: options.log,
          resolve: async () => ['93.184.215.14'],
          dial: () => connect(port, '127.0.0.1'),
        }),
    })
    const { pdf } = await printer.print(
      `<script>platen.ready = fetch('https://self-signed.allowed.test/')
        .then((response) => response.text())
        .then((text) => document.body.append(text))</script>`,
      owner('a'),
      AbortSignal.timeout(20_000),
    )
    assert.deepEqual(await textsOf(pdf), ['over https'])
  })
})
