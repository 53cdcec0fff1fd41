import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Block } from '../../docs/blocks.ts'
import type { Caller } from '../harness.ts'
import { comparePicture } from './pictures.ts'
import { difference, differenceOfJson, type Role } from './roles.ts'
import type { Workplace } from './workplace.ts'

// Address of the service on the pages. In the tests its port is different.
const WRITTEN_ADDRESS = /http:\/\/(?:127\.0\.0\.1|localhost):3000/g

/** State of a page that is being followed, which each block leaves for those after it. */
export interface PageState {
  /** Address of the service. */
  url: string
  /** Environment variables of the service, for operator commands. */
  operator: NodeJS.ProcessEnv
  /** Account that prints the templates of the page. `undefined` when the page prints them itself. */
  caller: Caller | undefined
  workplace: Workplace
  /** Data of the templates that follow. */
  data: unknown
  /** Output of the last block that ran. */
  output: string
}

/** Runs a block as its info string says. @throws when the result differs. */
export async function follow(state: PageState, block: Block, role: Role): Promise<void> {
  const { url, operator, caller, workplace } = state
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
      state.output = ran.output
      assert.equal(ran.code, role.exit, `${code}\nended with ${ran.code}:\n${ran.output}`)
      return
    }
    case 'template': {
      if (!caller) return
      const { status, headers, body } = await caller.generate(await caller.upload(code), state.data)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(headers.get('x-platen-warnings'), '0', 'The template is printed with warnings.')
      return
    }
    case 'picture':
      if (caller) await comparePicture(caller, role.name, code, state.data)
      return
    case 'data':
      state.data = JSON.parse(code)
      return
    case 'output':
      assert.equal((block.language === 'json' ? differenceOfJson : difference)(code, state.output), undefined)
  }
}
