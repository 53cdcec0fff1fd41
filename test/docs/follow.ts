import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Block } from '../../docs/blocks.ts'
import type { Caller } from '../harness.ts'
import { comparePicture } from './pictures.ts'
import { difference, differenceOfJson, type Role } from './roles.ts'
import type { Workplace } from './workplace.ts'

// What the pages call the service, whose port is another here.
const WRITTEN_ADDRESS = /http:\/\/(?:127\.0\.0\.1|localhost):3000/g

/** A page that is being followed: what its blocks have left for those after them. */
export interface Place {
  /** Of the service. */
  url: string
  /** The variables of the service, for the commands of an operator. */
  operator: NodeJS.ProcessEnv
  /** Who prints what the page shows; nobody where the page prints it itself. */
  caller: Caller | undefined
  workplace: Workplace
  /** For the templates that follow. */
  data: unknown
  /** Of the last block that ran. */
  output: string
}

/** Does with a block what its page says. @throws where something else comes of it. */
export async function follow(place: Place, block: Block, role: Role): Promise<void> {
  const { url, operator, caller, workplace } = place
  const code = block.code.replaceAll(WRITTEN_ADDRESS, url)
  const file = block.values['file']
  if (file !== undefined) {
    await mkdir(dirname(join(workplace.folder, file)), { recursive: true })
    await writeFile(join(workplace.folder, file), code)
  }
  switch (role.kind) {
    case 'run': {
      const environment = role.operator ? operator : undefined
      const program = { language: block.language, code, environment }
      if (role.background) {
        await workplace.start(program)
        return
      }
      const ran = await workplace.run(program)
      place.output = ran.output
      assert.equal(ran.code, role.exit, `${code}\nended with ${ran.code}:\n${ran.output}`)
      return
    }
    case 'template': {
      if (!caller) return
      const { status, headers, body } = await caller.generate(await caller.upload(code), place.data)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(headers.get('x-platen-warnings'), '0', 'It is printed with warnings.')
      return
    }
    case 'picture':
      if (caller) await comparePicture(caller, role.name, code, place.data)
      return
    case 'data':
      place.data = JSON.parse(code)
      return
    case 'output':
      assert.equal((block.language === 'json' ? differenceOfJson : difference)(code, place.output), undefined)
  }
}
