import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { descendantsOf } from '../processes.ts'

/** Returns the folders that Chromium may write to: its profile, home, and temporary files. */
export async function chromiumFolders(): Promise<string[]> {
  const folders = new Set<string>()
  for (const pid of await descendantsOf(process.pid)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const profile = /--user-data-dir=([^\0]+)/.exec(command)?.[1]
    if (profile === undefined) continue
    folders.add(profile)
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    for (const [, folder = ''] of environment.matchAll(/(?:^|\0)(?:HOME|TMPDIR|XDG_CACHE_HOME)=([^\0]+)/g))
      folders.add(folder)
  }
  return [...folders].filter((folder) => folder.startsWith(tmpdir()))
}

/** Returns the files below `folders` that contain one of `words` in their path or content. */
export async function filesHolding(folders: string[], words: string[]): Promise<string[]> {
  const matches: string[] = []
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries.filter((entry) => entry.isFile())) {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path, 'latin1').catch(() => '')
      if (words.some((word) => bytes.includes(word) || path.includes(word))) matches.push(path)
    }
  }
  return [...new Set(matches)]
}
