import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { eventually } from '../harness.ts'
import { isRunning } from '../processes.ts'

const RUNNER = join(import.meta.dirname, 'run.ts')
// Long enough for a file to start on a busy machine.
const SILENCE_SECONDS = 20
const SILENCE = ['--silence', String(SILENCE_SECONDS)]

const FILES = {
  passes: `describe('sums', () => {
    it('are numbers', () => assert.equal(1 + 1, 2))
  })
  it('is at the top level', () => {})`,
  fails: `describe('sums', () => {
    it('are numbers', () => assert.equal(1 + 1, 2))
    it('are right', () => assert.equal(1 + 1, 3, 'one & one < "three"'))
    it('are clean', async () => {
      await using part = { [Symbol.asyncDispose]: async () => assert.fail('left dirty') }
      assert.fail('not a sum')
    })
  })`,
  throws: `it('goes on', async () => {
    setTimeout(() => { throw new Error('thrown later') })
    await new Promise((resolve) => setTimeout(resolve, 100))
    void Promise.reject(new Error('rejected later'))
    await new Promise((resolve) => setTimeout(resolve, 100))
  })`,
  empty: 'assert.ok(describe && it)',
  exits: "it('leaves the process', () => process.exit(7))",
  leaves: `const { send } = process
  process.send = (event) => send.call(process, event, () => {
    if (event.type === 'test:pass' && event.data.nesting === 0) process.exit(5)
  })
  it('passes', () => {})`,
  hangs: `describe('outer', () => {
    it('ends', () => {})
    it('never ends', () => new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1)))
  })`,
  waits: `import { writeFileSync } from 'node:fs'
  it('never ends', () => {
    writeFileSync('waiting', String(process.pid))
    return new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1))
  })`,
  leaks: `import { createServer } from 'node:net'
  it('leaves a server open', () => new Promise((resolve) => createServer().listen(0, '127.0.0.1', resolve)))`,
}

describe('the test runner', { concurrency: true }, () => {
  describe('with files that pass', () => {
    it('exits with 0', async () => {
      const { code, output, suites } = await run(['passes'])
      assert.equal(code, 0, output)
      assert.match(output, /✔ are numbers/)
      assert.match(output, /^1 files, 3 tests and groups, 0 files failed$/m)
      assert.deepEqual(Object.keys(suites), ['passes.unit.test.ts'])
    })
  })

  describe('with files that fail', () => {
    let result: Awaited<ReturnType<typeof run>>
    before(async () => {
      result = await run(['empty', 'exits', 'fails', 'leaks', 'passes'], SILENCE)
    })

    it('exits with 1 and names them in the summary', () => {
      assert.equal(result.code, 1, result.output)
      const summary = result.output.slice(result.output.indexOf(' files, '))
      const [, ...failed] = summary.trimEnd().split('\n')
      assert.deepEqual(failed.map((line) => line.trim()).toSorted(), [
        'empty.unit.test.ts',
        'exits.unit.test.ts',
        'fails.unit.test.ts',
        'the end of a process',
      ])
    })

    it('lists the slowest files', () => {
      const [list = ''] = /^Slowest files:\n(?: +[\d.]+ s {2}.+\n)+/m.exec(result.output) ?? []
      for (const name of ['empty', 'exits', 'fails', 'leaks', 'passes']) {
        assert.match(list, new RegExp(`^ +[\\d.]+ s {2}${name}\\.unit\\.test\\.ts$`, 'm'))
      }
    })

    it('shows the reason of each failure', () => {
      assert.match(result.output, /one & one < "three"/)
      assert.match(result.output, /The file has no tests\./)
      assert.match(result.output, /Its process ended: exit code 7\./)
    })

    it('shows the errors of a test and of what it disposes', () => {
      assert.match(result.output, /not a sum[^]*Then, at the end of the test: .*left dirty/)
    })

    it('names the files and the open handles of a process that does not end', () => {
      const report = /The process of these files did not end by itself\.\n([^]*?)Open handles:\n +(.*)/
      const [, files = '', handle = ''] = report.exec(result.output) ?? assert.fail(result.output)
      assert.match(files, /^\s*leaks\.unit\.test\.ts$/m)
      assert.match(handle, /^tcp /)
    })

    it('writes JUnit XML with each file at the top level', () => {
      assert.deepEqual(Object.keys(result.suites).toSorted(), [
        'empty.unit.test.ts',
        'exits.unit.test.ts',
        'fails.unit.test.ts',
        'leaks.unit.test.ts',
        'passes.unit.test.ts',
        'the end of a process',
      ])
      assert.deepEqual(result.suites['fails.unit.test.ts'], ['sums', 'are numbers', 'are right', 'are clean'])
    })
  })

  describe('with errors that no test catches', () => {
    it('shows them and fails their file', async () => {
      const { code, output } = await run(['throws'])
      assert.equal(code, 1, output)
      assert.match(output, /✔ goes on/)
      assert.match(output, /No test has caught:[^]*Error: thrown later[^]*Error: rejected later/)
      assert.match(output, /1 files failed\n {2}throws\.unit\.test\.ts$/m)
    })
  })

  describe('with a process that ends too early', () => {
    it('names its files and its exit code, and ends the run', async () => {
      const { code, output } = await run(['leaves'])
      assert.equal(code, 1, output)
      assert.match(output, /The process of these files ended with exit code 5\.\n\s*leaves\.unit\.test\.ts/)
      assert.match(output, /1 files failed/)
    })
  })

  describe('with a file that hangs', () => {
    it('ends it after the silence limit, and names its test', async () => {
      const { code, output, suites } = await run(['hangs'], SILENCE)
      assert.equal(code, 1, output)
      assert.match(output, new RegExp(`No test started or ended for ${SILENCE_SECONDS} s\\.`))
      assert.match(output, /✖ never ends/)
      assert.deepEqual(suites, { 'hangs.unit.test.ts': ['outer', 'ends', 'never ends'] })
    })
  })
})

describe('the test runner with wrong arguments', () => {
  const mistakes: [string[], RegExp][] = [
    [['nowhere.test.ts'], /There is no test file at nowhere\.test\.ts/],
    [[fileOf('passes'), '--silence', 'soon'], /--silence must be a number of seconds, not "soon"/],
  ]
  for (const [args, message] of mistakes) {
    it(`explains the error in ${args.join(' ')}`, async () => {
      await using stack = new AsyncDisposableStack()
      const cwd = await newFolder(['passes'], stack)
      await assert.rejects(promisify(execFile)(process.execPath, [RUNNER, ...args], { cwd }), { message })
    })
  }
})

describe('the interrupted test runner', () => {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    it(`leaves no process behind (${signal})`, async () => {
      await using stack = new AsyncDisposableStack()
      const folder = await newFolder(['waits'], stack)
      const child = spawn(process.execPath, [RUNNER, fileOf('waits')], { cwd: folder, stdio: 'pipe' })
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      const ended = once(child, 'close')
      const worker = await eventually(() => readFile(join(folder, 'waiting'), 'utf8').catch(() => undefined))
      child.kill(signal)
      await ended
      await eventually(async () => !(await isRunning(Number(worker))))
      if (signal === 'SIGINT') {
        assert.equal(child.exitCode, 1)
        assert.match(output, /The run was interrupted\./)
      }
    })
  }
})

/** Runs files in a folder of their own. @returns with the names of tests in the JUnit XML, by top-level element. */
async function run(names: (keyof typeof FILES)[], options: string[] = []) {
  await using stack = new AsyncDisposableStack()
  const folder = await newFolder(names, stack)
  const args = [RUNNER, ...options, ...names.map(fileOf)]
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, output: stdout + stderr }),
    )
  })
  return { code, output, suites: suitesIn(await readFile(join(folder, 'test-results/junit.xml'), 'utf8')) }
}

async function newFolder(names: (keyof typeof FILES)[], stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-runner-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of names) await writeFile(join(folder, fileOf(name)), `${IMPORTS}\n${FILES[name]}\n`)
  return folder
}

const IMPORTS = "import assert from 'node:assert/strict'\nimport { describe, it } from 'node:test'"

function fileOf(name: string): string {
  return `${name}.unit.test.ts`
}

/** Reads JUnit XML. Fails if its elements are not nested correctly. */
function suitesIn(xml: string): Record<string, string[]> {
  const suites: Record<string, string[]> = {}
  const open: string[] = []
  let current: string[] = []
  const [, body = ''] = /^<\?xml [^>]*\?>\s*([^]*)$/.exec(xml) ?? assert.fail(xml)
  for (const [, isEnd, element = '', attributes = '', isEmpty] of body.matchAll(
    /<(\/)?([a-z]+)((?: [\w-]+="[^"<]*")*)\s*(\/)?>/g,
  )) {
    if (isEnd) {
      assert.equal(open.pop(), element, xml)
      continue
    }
    const [, name] = / name="([^"]*)"/.exec(attributes) ?? []
    if (name !== undefined && open.length === 1) {
      current = []
      suites[name] = current
    } else if (name !== undefined) current.push(name)
    if (!isEmpty) open.push(element)
  }
  assert.deepEqual(open, [], xml)
  assert.doesNotMatch(body.replace(/<[^>]*>/g, ''), /</, xml)
  return suites
}
