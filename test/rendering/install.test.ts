import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { printerOptions } from './printers.ts'

/** Libraries of the C library and the compiler, which every Debian has. The loader is listed by its path. */
const BASE = /^(linux-vdso|libc|libm|libdl|libpthread|libgcc_s)\.so\.\d+$|^\/lib64\/ld-linux/
const LOADER = '/lib64/ld-linux-x86-64.so.2'

describe('the unpacked Chromium', () => {
  // One library is loaded only when the first certificate is checked, so a page without https does not need it.
  it('includes all libraries that a minimal system lacks, with their dependencies', async () => {
    const { executable, libraryFolders } = (await printerOptions()).installed
    const [folder = ''] = libraryFolders
    const libraries = (await readdir(folder)).filter((name) => name.includes('.so'))
    assert.ok(libraries.length > 5)
    for (const file of [executable, ...libraries.map((name) => join(folder, name))]) {
      const { stdout } = await promisify(execFile)(LOADER, ['--list', file], {
        env: { LD_LIBRARY_PATH: libraryFolders.join(':') },
      })
      const outside = stdout
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !libraryFolders.some((folder) => line.includes(` => ${folder}/`)))
        .map((line) => line.split(' ')[0] ?? '')
      assert.deepEqual(
        outside.filter((name) => !BASE.test(name)),
        [],
        file,
      )
    }
  })
})
