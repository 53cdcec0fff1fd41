import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { printerOptions } from './printers.ts'

/** The C library and the compiler's own, which every Debian has; the loader itself is named by its path. */
const BASE = /^(linux-vdso|libc|libm|libdl|libpthread|libgcc_s)\.so\.\d+$|^\/lib64\/ld-linux/
const LOADER = '/lib64/ld-linux-x86-64.so.2'

describe('the Chromium that is unpacked', () => {
  // One is loaded only when the first certificate is checked, so that a page without https misses nothing.
  it('has all libraries beside it that it, or one of them, needs of a bare system', async () => {
    const { executable, libraryFolders } = (await printerOptions()).installed
    const [folder = ''] = libraryFolders
    const libraries = (await readdir(folder)).filter((name) => name.includes('.so'))
    assert.ok(libraries.length > 5)
    for (const file of [executable, ...libraries.map((name) => join(folder, name))]) {
      const { stdout } = await promisify(execFile)(LOADER, ['--list', file], {
        env: { LD_LIBRARY_PATH: libraryFolders.join(':') },
      })
      const elsewhere = stdout
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !libraryFolders.some((own) => line.includes(` => ${own}/`)))
        .map((line) => line.split(' ')[0] ?? '')
      assert.deepEqual(
        elsewhere.filter((name) => !BASE.test(name)),
        [],
        file,
      )
    }
  })
})
