import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { decode } from 'fast-png'
import { Platen as Client } from '../../packages/client/src/index.ts'
import { compare } from '../../packages/cli/src/project/compare.ts'
import { pull, type PullRequest } from '../../packages/cli/src/project/pull.ts'
import { push, type PushRequest } from '../../packages/cli/src/project/push.ts'
import { type Caller, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts, textsOf } from '../pdf.ts'
import { residentTool } from './folder.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const MALICIOUS = '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'
const SIGNAL = new AbortController().signal

describe('platen templates', () => {
  let platen: Platen
  let root: string
  const tools = new AsyncDisposableStack()
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'platen-templates-'))
    platen = await startPlaten()
  })
  after(async () => {
    await tools.disposeAsync()
    await platen[Symbol.asyncDispose]()
    await rm(root, { recursive: true, force: true })
  })

  /** User with a folder and the API key of the account. */
  const person = async (caller: Caller, url = platen.url) => {
    const folder = await mkdtemp(join(root, 'x'))
    const client = new Client({ apiKey: caller.key, baseUrl: url, retries: 0 })
    return {
      folder,
      client,
      write: (file: string, text: string) => writeFile(join(folder, file), text),
      read: (file: string) => readFile(join(folder, file), 'utf8'),
      push: async (request: Partial<PushRequest> = {}) =>
        (
          await push(
            client,
            folder,
            { files: [], force: false, isDraft: false, createsNew: false, ...request },
            SIGNAL,
          )
        ).map(brief),
      pull: async (request: Partial<PullRequest> = {}) => {
        const whole = { references: [], all: false, force: false, output: undefined, ...request }
        return (await pull(client, folder, whole, SIGNAL)).map(brief)
      },
      states: async () =>
        (await compare(client, folder, [], SIGNAL)).map(({ file, state }) => `${file}: ${state}`),
      tool: tools.use(residentTool(folder, { PLATEN_URL: url, PLATEN_API_KEY: caller.key })).run,
    }
  }
  const brief = ({ file, outcome }: { file: string; outcome: string }) => `${file}: ${outcome}`
  const here = (one: { folder: string }, ...files: string[]) => files.map((file) => join(one.folder, file))

  it('pushes templates from a folder and pulls them into another one', async () => {
    const caller = await platen.account()
    const [ada, bob] = [await person(caller), await person(caller)]
    await mkdir(join(ada.folder, 'letters'))
    await ada.write('invoice.hbs', '<p>{{n}}</p>')
    await ada.write('letters/Grüße & $x.hbs', '<i>✓</i>')
    const files = here(ada, 'invoice.hbs', 'letters/Grüße & $x.hbs')
    assert.deepEqual(await ada.push({ files }), ['invoice.hbs: created', 'letters/Grüße & $x.hbs: created'])
    assert.deepEqual(await ada.push(), ['invoice.hbs: unchanged', 'letters/Grüße & $x.hbs: unchanged'])
    assert.deepEqual((await bob.pull({ all: true })).toSorted(), [
      'Grüße & $x.hbs: written',
      'invoice.hbs: written',
    ])
    assert.equal(await bob.read('Grüße & $x.hbs'), '<i>✓</i>')
    await bob.write('invoice.hbs', '<b>{{n}}</b>')
    assert.deepEqual((await bob.states()).toSorted(), ['Grüße & $x.hbs: same', 'invoice.hbs: changed here'])
    assert.deepEqual((await bob.push()).toSorted(), ['Grüße & $x.hbs: unchanged', 'invoice.hbs: updated'])
    assert.deepEqual(await ada.states(), ['invoice.hbs: changed there', 'letters/Grüße & $x.hbs: same'])
    assert.deepEqual(await ada.pull(), ['invoice.hbs: written', 'letters/Grüße & $x.hbs: unchanged'])
    assert.equal(await ada.read('invoice.hbs'), '<b>{{n}}</b>')
    await unlink(join(ada.folder, 'invoice.hbs'))
    assert.deepEqual(await ada.pull({ references: ['invoice'] }), ['invoice.hbs: written'])
  })

  it('does not overwrite changes on either side', async () => {
    const caller = await platen.account()
    const [ada, bob] = [await person(caller), await person(caller)]
    for (const file of ['one.hbs', 'two.hbs']) await ada.write(file, `first ${file}`)
    await ada.push({ files: here(ada, 'one.hbs', 'two.hbs') })
    await bob.pull({ all: true })
    await bob.write('two.hbs', 'bob’s')
    await bob.push()
    for (const file of ['one.hbs', 'two.hbs']) await ada.write(file, 'ada’s')
    assert.deepEqual(await ada.push(), ['two.hbs: refused'])
    assert.deepEqual(await ada.states(), ['one.hbs: changed here', 'two.hbs: changed in both'])
    assert.deepEqual(await ada.pull(), ['one.hbs: keptLocal', 'two.hbs: refused'])
    assert.equal(await ada.read('two.hbs'), 'ada’s')
    assert.deepEqual(await bob.states(), ['one.hbs: same', 'two.hbs: same'])
    assert.deepEqual(await ada.push({ force: true }), ['one.hbs: updated', 'two.hbs: updated'])
    await bob.write('two.hbs', 'bob’s again')
    assert.deepEqual(await bob.pull({ force: true }), ['one.hbs: written', 'two.hbs: written'])
    assert.equal(await bob.read('two.hbs'), 'ada’s')
  })

  it('refuses a push if the template changes between the comparison and the push', async () => {
    const caller = await platen.account()
    const bob = await person(caller)
    await using between = await startBetween(platen.url, async () => {
      const [template] = await bob.client.templates.list()
      if (template) await bob.client.templates.replace(template.templateId, { content: 'bob’s' })
    })
    const ada = await person(caller, between.url)
    await ada.write('a.hbs', 'first')
    await ada.push({ files: here(ada, 'a.hbs') })
    await ada.write('a.hbs', 'ada’s')
    between.arm()
    assert.deepEqual(await ada.push(), ['a.hbs: refused'])
    assert.deepEqual(await ada.states(), ['a.hbs: changed in both'])
    const [template] = await bob.client.templates.list()
    assert.equal((await bob.client.templates.get(template?.templateId ?? '')).content, 'bob’s')
  })

  it('saves the source of a template as a draft, and publishes or discards it', async () => {
    const ada = await person(await platen.account({ credits: 5 }))
    await ada.write('a.hbs', '<p>one</p>')
    await ada.write('a.json', '{"n": 1}')
    assert.deepEqual(await ada.push({ files: here(ada, 'a.hbs') }), ['a.hbs: created', 'a.json: created'])
    const [template] = await ada.client.templates.list()
    const templateId = template?.templateId ?? assert.fail()
    const live = async () => (await ada.client.templates.get(templateId)).content
    await ada.write('a.hbs', '<p>two</p><p style="break-before: page">three</p>')
    await ada.write('a.json', '{"n": 2}')
    const pushed = await ada.tool('templates', 'push', '--draft')
    assert.deepEqual([pushed.code, pushed.stdout.split('\n')[0]], [0, 'a.hbs: saved as a draft'])
    assert.equal(await live(), '<p>one</p>')
    assert.deepEqual(await ada.client.templates.sampleData.get(templateId), { n: 1 }, 'it is not sent')
    const trial = await ada.tool(...'generate -t a -d a.json --template-version draft --dry-run'.split(' '))
    assert.match(trial.stdout, /2 sheets/)
    const published = await ada.tool('templates', 'publish', 'a.hbs')
    assert.deepEqual([published.code, published.stdout], [0, 'Published 1 draft.\n'])
    assert.match(await live(), /three/)
    assert.deepEqual(await ada.push(), ['a.hbs: unchanged', 'a.json: updated'])

    await ada.write('a.hbs', '<p>four</p>')
    assert.deepEqual(await ada.push({ isDraft: true }), ['a.hbs: saved'])
    assert.equal((await ada.tool('templates', 'discard', 'a')).stdout, 'Discarded 1 draft.\n')
    assert.match(await live(), /three/)
    for (const command of ['publish', 'discard']) {
      const { code, stderr } = await ada.tool('templates', command, 'a')
      assert.equal(code, 1)
      assert.match(stderr, /This template has no draft/)
    }
    const wrong = await ada.tool('templates', 'push', '--draft', '--name', 'b', 'a.hbs')
    assert.deepEqual([wrong.code, /apply at once/.test(wrong.stderr)], [2, true])
    await ada.client.templates.replace(templateId, { content: '<p>five</p>' })
    assert.deepEqual(
      await ada.push({ isDraft: true }),
      ['a.hbs: refused'],
      'it is not based on the newest version',
    )
  })

  it('links a file to its template after an interrupted push', async () => {
    const caller = await platen.account()
    const [ada, bob] = [await person(caller), await person(caller)]
    await ada.write('a.hbs', 'same')
    await ada.push({ files: here(ada, 'a.hbs') })
    await unlink(join(ada.folder, 'platen.json'))
    assert.deepEqual(await ada.push({ files: here(ada, 'a.hbs') }), ['a.hbs: linked'])
    await bob.write('a.hbs', 'another')
    assert.deepEqual(await bob.push({ files: here(bob, 'a.hbs') }), ['a.hbs: refused'])
    assert.deepEqual(await bob.pull({ references: ['a'] }), ['a.hbs: refused'], 'a file is in the way')
    assert.deepEqual(await bob.pull({ references: ['a'], output: join(bob.folder, 'b.hbs') }), [
      'b.hbs: written',
    ])
    assert.deepEqual(await bob.push({ files: here(bob, 'a.hbs'), createsNew: true }), ['a.hbs: created'])
    assert.equal((await ada.client.templates.list()).length, 2)
    await assert.rejects(ada.pull({ references: ['a', 'a'] }), /2 templates have the name "a"/)
    await assert.rejects(ada.pull({ references: ['none'] }), /No template matches "none"/)
  })

  it('pushes and pulls the partials and assets that templates use', async () => {
    const caller = await platen.account({ credits: 1 })
    const [ada, bob] = [await person(caller), await person(caller)]
    await mkdir(join(ada.folder, 'letters', 'partials'), { recursive: true })
    await mkdir(join(ada.folder, 'letters', 'assets'))
    await ada.write('letters/a.hbs', '{{> head}}')
    await ada.write('letters/partials/head.hbs', '<h1>{{n}}</h1>{{> foot}}')
    await ada.write('letters/partials/foot.hbs', '<img alt="" src="{{asset "logo.svg"}}">')
    await ada.write('letters/partials/unused.hbs', 'x')
    await ada.write('letters/assets/logo.svg', SVG)
    await ada.write('letters/assets/unused.svg', SVG)
    const shared = ['assets/logo.svg', 'partials/foot.hbs', 'partials/head.hbs']
    const all = (outcome: string, folder = '') => shared.map((file) => `${folder}${file}: ${outcome}`)
    const files = here(ada, 'letters/a.hbs')
    assert.deepEqual(await ada.push({ files }), [...all('created', 'letters/'), 'letters/a.hbs: created'])
    const [template] = await ada.client.templates.list()
    const rendered = await caller.generate(template?.templateId ?? '', { n: 'Ada' })
    assert.equal(rendered.status, 200, 'what check has found, the service has')

    assert.deepEqual(await bob.pull({ references: ['a'] }), ['a.hbs: written', ...all('written')])
    assert.equal(await bob.read('assets/logo.svg'), SVG)
    assert.deepEqual(await bob.pull(), ['a.hbs: unchanged', ...all('unchanged')])
    await bob.write('partials/foot.hbs', 'bob’s')
    assert.deepEqual(await bob.pull(), [
      'a.hbs: unchanged',
      'assets/logo.svg: unchanged',
      'partials/foot.hbs: keptLocal',
      'partials/head.hbs: unchanged',
    ])
    assert.deepEqual(await bob.push(), [
      'partials/foot.hbs: updated',
      'partials/head.hbs: unchanged',
      'a.hbs: unchanged',
    ])
    await ada.write('letters/a.hbs', '{{> head}}!')
    await ada.write('letters/partials/foot.hbs', 'ada’s')
    assert.deepEqual(await ada.push(), ['letters/partials/foot.hbs: refused'], 'and the template is not sent')
    assert.deepEqual(await ada.states(), [
      'letters/a.hbs: changed here',
      'letters/assets/logo.svg: same',
      'letters/partials/foot.hbs: changed in both',
      'letters/partials/head.hbs: same',
    ])
    assert.deepEqual((await ada.pull()).at(1), 'letters/partials/foot.hbs: refused')
    assert.deepEqual((await ada.push({ force: true })).at(0), 'letters/partials/foot.hbs: updated')

    await bob.write('partials/foot.hbs', '{{#if}}')
    assert.deepEqual(
      await bob.push({ force: true }),
      ['partials/foot.hbs: refused', 'partials/head.hbs: unchanged', 'a.hbs: refused'],
      'a template does not go before what it uses',
    )
    const otherAccount = await person(await platen.account())
    await otherAccount.write('a.hbs', '{{> head}}{{asset "logo.svg"}}')
    assert.deepEqual(await otherAccount.push({ files: here(otherAccount, 'a.hbs') }), ['a.hbs: created'])
    assert.deepEqual(await otherAccount.pull(), ['a.hbs: unchanged'], 'no items of another account')
  })

  it('refuses a push if a partial changes between the comparison and the push', async () => {
    const caller = await platen.account()
    const bob = await person(caller)
    const theirs = async () => void (await bob.client.partials.put('p', 'bob’s'))
    await using between = await startBetween(platen.url, theirs)
    const ada = await person(caller, between.url)
    await mkdir(join(ada.folder, 'partials'))
    await ada.write('a.hbs', '{{> p}}')
    await ada.write('partials/p.hbs', 'first')
    const refused = ['partials/p.hbs: refused', 'a.hbs: refused']
    between.arm()
    assert.deepEqual(await ada.push({ files: here(ada, 'a.hbs') }), refused, 'made meanwhile')
    await ada.push({ files: here(ada, 'a.hbs'), force: true })
    await ada.write('partials/p.hbs', 'second')
    between.arm()
    assert.deepEqual(await ada.push(), refused, 'replaced meanwhile')
    assert.equal((await bob.client.partials.get('p')).content, 'bob’s')
    await bob.client.partials.remove('p')
    assert.deepEqual(await ada.push(), ['partials/p.hbs: refused'], 'deleted')
    assert.deepEqual(await ada.push({ files: here(ada, 'a.hbs'), createsNew: true }), [
      'partials/p.hbs: created',
      'a.hbs: created',
    ])
  })

  it('writes nothing outside of the folder for malicious names from a service', async () => {
    const contentVersion = 'a'.repeat(64)
    const odd = ['../.git/hooks/post-checkout', '/etc/x', '..', 'a/b', ''].map((name) => ({
      name,
      contentVersion,
    }))
    const template = {
      templateId: MALICIOUS,
      name: 'x',
      contentVersion,
      content: '{{> (lookup . "x")}}{{asset x}}',
    }
    const lists = {
      templates: [template],
      template,
      partials: odd,
      assets: odd,
      dataSets: odd,
      partial: { content: 'x' },
    }
    await using server = createServer(({ url = '' }, response) =>
      response.end(JSON.stringify(/sample-data|schema/.test(url) ? {} : lists)),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { pull: pulling, folder } = await person(await platen.account(), url)
    assert.deepEqual(await pulling({ all: true }), ['x.hbs: written'])
    assert.deepEqual((await readdir(folder)).toSorted(), ['platen.json', 'x.hbs'])
  })

  it('pushes to an archived template', async () => {
    const caller = await platen.account()
    const ada = await person(caller)
    await ada.write('a.hbs', '<p></p>')
    await ada.push({ files: here(ada, 'a.hbs') })
    const [template] = await ada.client.templates.list()
    await ada.client.templates.archive(template?.templateId ?? '')
    await ada.write('a.hbs', '<p>new</p>')
    assert.deepEqual(await ada.push(), ['a.hbs: updated'])
    assert.deepEqual(await ada.pull(), ['a.hbs: unchanged'])
  })

  it('pushes, compares and pulls data sets', async () => {
    const caller = await platen.account()
    const [ada, bob] = [await person(caller), await person(caller)]
    await mkdir(join(ada.folder, 'a.data'))
    await ada.write('a.hbs', '<p>{{n}}</p>')
    await ada.write('a.data/empty.json', '{}')
    await ada.write('a.data/long.json', '{"n": 1}')
    await ada.write('a.data/notes.txt', 'no data set')
    const all = (outcome: string) => ['empty', 'long'].map((name) => `a.data/${name}.json: ${outcome}`)
    assert.deepEqual(await ada.push({ files: here(ada, 'a.hbs') }), ['a.hbs: created', ...all('created')])
    assert.deepEqual(await ada.push(), ['a.hbs: unchanged', ...all('unchanged')])
    assert.deepEqual(await bob.pull({ references: ['a'] }), ['a.hbs: written', ...all('written')])
    assert.equal(await bob.read('a.data/long.json'), '{\n  "n": 1\n}\n')

    await ada.write('a.data/long.json', '{"n": 2}')
    assert.deepEqual(await ada.states(), [
      'a.hbs: same',
      'a.data/empty.json: same',
      'a.data/long.json: changed here',
    ])
    assert.equal((await ada.push()).at(2), 'a.data/long.json: updated')
    await bob.write('a.data/long.json', '{"n": 3}')
    assert.deepEqual(await bob.push(), ['a.data/long.json: refused'])
    assert.equal((await bob.pull()).at(2), 'a.data/long.json: refused')
    assert.equal((await bob.pull({ force: true })).at(2), 'a.data/long.json: written')
    assert.equal(await bob.read('a.data/long.json'), '{\n  "n": 2\n}\n')
    await bob.write('a.data/not a name.json', '{}')
    assert.equal((await bob.push()).length, 3, 'files with other names are no data sets')

    const [template] = await ada.client.templates.list()
    const { dataSets } = ada.client.templates
    await dataSets.remove(template?.templateId ?? '', 'long')
    assert.deepEqual(await bob.push(), ['a.data/long.json: refused'], 'a deleted data set does not come back')
    assert.equal((await bob.pull()).at(2), 'a.data/long.json: removedThere')
    assert.match((await bob.tool('templates', 'pull')).stdout, /a\.data\/long\.json.*deleted in the account/)
    assert.equal((await bob.push({ force: true })).at(2), 'a.data/long.json: created')
    await dataSets.remove(template?.templateId ?? '', 'long')
    await unlink(join(bob.folder, 'a.data/long.json'))
    assert.equal((await bob.push()).length, 2)
  })

  it('pushes and pulls sample data and schemas', async () => {
    const caller = await platen.account()
    const [ada, bob] = [await person(caller), await person(caller)]
    await mkdir(join(ada.folder, 'letters'))
    await ada.write('letters/a.hbs', '<p>{{n}}</p>')
    await ada.write('letters/a.json', '[{"n": 1.50}, {"n": "Ä"}]')
    await ada.write('letters/a.schema.json', '{"type": "object", "required": ["n"]}')
    const companions = (outcome: string, folder = '') =>
      ['schema.json', 'json'].map((ending) => `${folder}a.${ending}: ${outcome}`)
    const files = here(ada, 'letters/a.hbs')
    assert.deepEqual(await ada.push({ files }), [
      'letters/a.hbs: created',
      ...companions('created', 'letters/'),
    ])
    assert.deepEqual(await ada.push(), ['letters/a.hbs: unchanged', ...companions('unchanged', 'letters/')])
    const [template] = await ada.client.templates.list()
    const templateId = template?.templateId ?? ''
    assert.deepEqual(await ada.client.templates.sampleData.get(templateId), [{ n: 1.5 }, { n: 'Ä' }])
    assert.equal((await caller.generate(templateId, {})).status, 400, 'the schema is in force')

    assert.deepEqual(await bob.pull({ references: ['a'] }), ['a.hbs: written', ...companions('written')])
    assert.deepEqual(JSON.parse(await bob.read('a.json')), [{ n: 1.5 }, { n: 'Ä' }])
    assert.deepEqual(await bob.pull(), ['a.hbs: unchanged', ...companions('unchanged')])
    await bob.write('a.json', '{"n": "bob’s"}')
    assert.deepEqual(await bob.states(), ['a.hbs: same', 'a.schema.json: same', 'a.json: changed here'])
    assert.deepEqual((await bob.pull()).at(-1), 'a.json: keptLocal')
    assert.deepEqual((await bob.push()).at(-1), 'a.json: updated')

    await ada.write('letters/a.json', '{"n": "ada’s"}')
    await ada.write('letters/a.hbs', 'new')
    assert.deepEqual(await ada.push(), ['letters/a.json: refused'], 'and nothing else is sent')
    assert.equal((await ada.states()).at(-1), 'letters/a.json: changed in both')
    assert.equal((await ada.pull()).at(-1), 'letters/a.json: refused')
    assert.equal(await ada.read('letters/a.json'), '{"n": "ada’s"}')
    assert.equal((await ada.push({ force: true })).at(-1), 'letters/a.json: updated')
    assert.equal((await bob.pull()).at(-1), 'a.json: written')
    assert.equal(await bob.read('a.json'), '{\n  "n": "ada’s"\n}\n')

    await bob.write('a.json', 'not JSON')
    await assert.rejects(bob.push(), /a\.json is not valid JSON/)
    assert.equal((await bob.pull()).at(-1), 'a.json: refused')
    assert.equal((await bob.pull({ force: true })).at(-1), 'a.json: written')
    await bob.write('a.json', JSON.stringify({ n: 'x'.repeat(300_000) }))
    assert.equal((await bob.push()).at(-1), 'a.json: skipped')
    await bob.write('a.schema.json', '{"type": "nothing"}')
    assert.equal((await bob.push()).at(1), 'a.schema.json: refused')
  })

  it('keeps all digits of large numbers in sample data', async () => {
    const caller = await platen.account()
    const [ada, bob] = [await person(caller), await person(caller)]
    await ada.write('a.hbs', '<p>{{id}}</p>')
    await ada.write('a.json', '{"id": 9007199254740993}')
    const outcomes = async (one: typeof ada, ...args: string[]) =>
      JSON.parse((await one.tool('templates', ...args, '--json')).stdout).map(brief)
    assert.deepEqual(await outcomes(ada, 'push', 'a.hbs'), ['a.hbs: created', 'a.json: created'])
    assert.deepEqual(await outcomes(ada, 'push'), ['a.hbs: unchanged', 'a.json: unchanged'])
    assert.deepEqual(await outcomes(bob, 'pull', 'a'), ['a.hbs: written', 'a.json: written'])
    assert.equal(await bob.read('a.json'), '{\n  "id": 9007199254740993\n}\n')
    assert.deepEqual(await outcomes(bob, 'push'), ['a.hbs: unchanged', 'a.json: unchanged'])
  })

  it('refuses a push if sample data changes between the comparison and the push', async () => {
    const caller = await platen.account()
    const bob = await person(caller)
    const theirs = async () => {
      const [template] = await bob.client.templates.list()
      await bob.client.templates.sampleData.set(template?.templateId ?? '', { n: 'bob’s' })
    }
    await using between = await startBetween(platen.url, theirs)
    const ada = await person(caller, between.url)
    await ada.write('a.hbs', '<p>{{n}}</p>')
    await ada.write('a.json', '{"n": 1}')
    const files = here(ada, 'a.hbs')
    await ada.push({ files })
    for (const n of [2, 3]) {
      await ada.write('a.json', `{"n": ${n}}`)
      between.arm()
      assert.deepEqual(await ada.push(), ['a.hbs: unchanged', 'a.json: refused'])
      const [template] = await ada.client.templates.list()
      const { sampleData } = ada.client.templates
      assert.deepEqual(await sampleData.get(template?.templateId ?? ''), { n: 'bob’s' })
      // In the second round there is no version to compare with.
      await sampleData.remove(template?.templateId ?? '')
    }
  })

  it('warns of helpers and partials that do not exist', async () => {
    const { write, tool, client, folder } = await person(await platen.account())
    await client.partials.put('there', 'x')
    await mkdir(join(folder, 'partials'))
    await write('partials/beside.hbs', 'x')
    await write(
      'data.hbs',
      '{{name}} {{#lines}}{{price}}{{/lines}} {{this.x}} {{@root.y}} {{> there}} {{> beside}}',
    )
    const fine = JSON.parse((await tool('templates', 'push', 'data.hbs', '--json')).stdout)
    assert.equal(fine.at(-1).warnings, undefined)
    await write(
      'odd.hbs',
      '{{#*inline "own"}}{{/inline}}{{> own}}\n{{frob x}}{{#if (nicate y)}}{{/if}}\n{{#loop list}}{{/loop}}{{> gone}}',
    )
    const { code, stdout } = await tool('templates', 'push', 'odd.hbs')
    assert.equal(code, 0)
    assert.deepEqual(stdout.match(/(?<=Warning: ).*/g), [
      'line 2: there is no helper "frob".',
      'line 2: there is no helper "nicate".',
      'line 3: there is no helper "loop".',
      'line 3: there is no partial "gone".',
    ])
  })

  it('manages partials and assets by their own commands', async () => {
    const { tool, write, read, folder, client } = await person(await platen.account())
    await mkdir(join(folder, 'partials'))
    await write('partials/head.hbs', 'one')
    await write('logo.svg', SVG)
    assert.equal((await tool('partials', 'push', 'partials/head.hbs')).stdout, 'partials/head.hbs: created\n')
    const [pushed] = JSON.parse((await tool('assets', 'push', 'logo.svg', '--json')).stdout)
    assert.deepEqual(pushed, { file: 'logo.svg', kind: 'asset', name: 'logo.svg', outcome: 'created' })
    await client.partials.put('head', 'two')
    assert.match(
      (await tool('partials', 'list')).stdout,
      /\nhead +3 bytes +[-\d]+ [:\d]+ UTC +partials\/head.hbs \(changed there\)\n$/,
    )
    assert.equal((await tool('assets', 'get', 'logo.svg')).stdout, SVG, 'to the byte')
    await client.partials.put('foot', 'three')
    assert.equal(
      (await tool('partials', 'pull', '--all')).stdout,
      'partials/foot.hbs: wrote\npartials/head.hbs: wrote\n',
    )
    assert.equal(await read('partials/head.hbs'), 'two')
    await write('logo.svg', 'no picture')
    const broken = await tool('assets', 'push')
    assert.deepEqual([broken.code, broken.stdout.startsWith('logo.svg: An asset must be a PNG')], [1, true])
    assert.equal((await tool('assets', 'delete', 'logo.svg', '-y')).stdout, 'Deleted 1 asset.\n')
    assert.deepEqual(JSON.parse(await read('platen.json')).assets, {})
    const odd = await tool('assets', 'push', 'logo ü.svg')
    assert.deepEqual([odd.code, /must have at most 100 letters/.test(odd.stderr)], [1, true])
  })

  it('refuses files over the limit with name and size, before anything is sent', async () => {
    const one = await person(await platen.account())
    const { write, folder, tool } = one
    await mkdir(join(folder, 'partials'))
    await write('large.hbs', 'x'.repeat(6_000_000))
    await write('uses.hbs', '{{> large}}')
    await write('partials/large.hbs', 'x'.repeat(600_000))
    const large = await tool('templates', 'push', 'large.hbs')
    assert.equal(large.code, 1)
    assert.match(
      large.stdout + large.stderr,
      /large\.hbs has 6,000,000 bytes\. The limit for a template is 5,110,000 bytes\. Nothing was sent\./,
    )
    const uses = await tool('templates', 'push', 'uses.hbs')
    assert.match(
      uses.stdout + uses.stderr,
      /partials\/large\.hbs has 600,000 bytes\. The limit for a partial is 524,288 bytes\. Nothing was sent\./,
    )
    assert.deepEqual(await one.client.templates.list(), [])
  })

  it('reports data over the limit with the limit of the service, not as a lost connection', async () => {
    const one = await person(await platen.account())
    await one.write('a.hbs', 'x')
    await one.push({ files: here(one, 'a.hbs') })
    await one.write('data.json', JSON.stringify({ x: 'x'.repeat(7_000_000) }))
    for (let n = 0; n < 5; n += 1) {
      const { code, stderr } = await one.tool('generate', '-t', 'a', '-d', 'data.json', '-o', 'a.pdf')
      assert.equal(code, 1)
      assert.match(stderr, /The body is larger than 6\.5 MiB \(6,815,744 bytes\)\.[^]*Send a smaller file/)
    }
  })

  it('refuses templates of another account, deleted and invalid templates, and pushes the others', async () => {
    const ada = await person(await platen.account())
    for (const file of ['a.hbs', 'b.hbs', 'c.hbs']) await ada.write(file, file)
    await ada.push({ files: here(ada, 'a.hbs', 'b.hbs', 'c.hbs') })
    await ada.write('a.hbs', '{{#if x}}')
    await ada.write('b.hbs', 'better')
    assert.deepEqual(await ada.push(), ['a.hbs: refused', 'b.hbs: updated', 'c.hbs: unchanged'])
    const otherAccount = new Client({ apiKey: (await platen.account()).key, baseUrl: platen.url })
    const request = { files: [], force: true, isDraft: false, createsNew: false }
    const theirs = await push(otherAccount, ada.folder, request, SIGNAL)
    assert.deepEqual(theirs.map(brief), ['a.hbs: refused', 'b.hbs: refused', 'c.hbs: refused'])
    assert.match(theirs[0]?.message ?? '', /does not exist in this account.*--new/)
    assert.deepEqual(await otherAccount.templates.list(), [])
    const [, , c] = await ada.client.templates.list()
    await ada.client.templates.remove(c?.templateId ?? '')
    assert.deepEqual(await ada.pull(), ['a.hbs: refused', 'b.hbs: unchanged', 'c.hbs: unchanged'])
  })

  it('pushes, renders, waits for jobs and deletes, starting from an empty folder', async () => {
    const caller = await platen.account({ credits: 6 })
    const { tool, write, read, folder } = await person(caller)
    const nothing = await tool('templates', 'push')
    assert.equal(nothing.code, 1)
    assert.match(nothing.stderr, /lists no files yet[^]*platen templates push invoice.hbs/)
    await write('a letter.hbs', '<p>{{n}}</p>')
    await write('data.json', '[{"n": "one"}, {"n": "two"}]')
    const sent = await tool('templates', 'push', 'a letter.hbs')
    const [, letterId] = /^a letter.hbs: created\n {2}ID {4}(\S+)\n {2}Open {2}\S+\n$/.exec(sent.stdout) ?? []
    assert.ok(sent.stdout.includes(`  Open  ${platen.url}/templates/${letterId}\n`), sent.stdout)
    assert.equal((await tool('templates', 'id', 'a letter')).stdout, `${letterId}\n`)
    assert.match((await tool('templates')).stdout, /NAME +SIZE.*\n.* a letter +12 bytes .* a letter.hbs\n$/)
    const exact = await tool('templates', 'get', 'a letter')
    assert.equal(exact.stdout, '<p>{{n}}</p>', 'to the byte')

    const rendered = await tool(
      'generate',
      '-t',
      'a letter.hbs',
      '-d',
      'data.json',
      '-o',
      'out.pdf',
      '--json',
    )
    assert.equal(rendered.stderr, '', 'nothing is shown of its progress')
    const { size, sheets, output } = JSON.parse(rendered.stdout)
    assert.deepEqual([sheets, output], [2, 'out.pdf'])
    const pdf = await readFile(join(folder, 'out.pdf'))
    assert.equal(pdf.length, size)
    assert.deepEqual(await textsOf(pdf), ['one', 'two'])

    const job = await tool(
      'generate',
      '-t',
      'a letter',
      '-d',
      '-',
      '--async',
      '--email',
      'ada@example.com',
      '--json',
      {
        input: '{"n": "later"}',
      },
    )
    const { jobId } = JSON.parse(job.stdout)
    assert.match((await tool('jobs', 'wait', jobId, '-o', 'later.pdf')).stdout, /^Wrote later.pdf: 1 page/)
    assert.deepEqual(await textsOf(await readFile(join(folder, 'later.pdf'))), ['later'])
    const shown = JSON.parse((await tool('jobs', 'list', '--status', 'completed', '--json')).stdout)
    assert.deepEqual(
      shown.jobs.map((one: { jobId: string }) => one.jobId),
      [jobId],
    )
    assert.match(
      (await tool('usage')).stdout,
      /: 3 pages, 2 calls completed, 0 failed\n[^]*a letter +3 +2 +0/,
    )
    assert.equal(JSON.parse((await tool('credits', '--json')).stdout).available, 3)

    const drawn = await tool(
      'generate',
      '-t',
      'a letter',
      '-d',
      '-',
      '-o',
      'x.png',
      '--width',
      '99',
      '--json',
      {
        input: '{"n": "drawn"}',
      },
    )
    const { pdfUrl, ...facts } = JSON.parse(drawn.stdout)
    const png = await readFile(join(folder, 'x.png'))
    assert.equal(decode(png).width, 99)
    assert.deepEqual(facts, {
      pagesGenerated: 1,
      sheets: 1,
      scale: 1,
      warnings: 0,
      sheet: 1,
      size: png.length,
      output: 'x.png',
    })
    assert.deepEqual(await downloadedTexts(pdfUrl), ['drawn'])
    const later = await tool('generate', '-t', 'a letter', '-d', '-', '-o', 'x.png', '--async')
    assert.deepEqual([later.code, /Remove --async\./.test(later.stderr)], [2, true])

    await write('options.json', '{"metadata": {"author": "Ada"}}')
    const letter = ['generate', '-t', 'a letter', '-d', 'data.json', '--options', 'options.json']
    const dry = await tool(...letter, '--dry-run')
    assert.match(
      dry.stdout,
      /^Dry run: 2 pages, 2 sheets, .*\nCost: 2 credits\. You have 2 credits\. Nothing was charged\./,
    )
    assert.equal(JSON.parse((await tool(...letter, '--dry-run', '--json')).stdout).coversCost, true)
    const both = await tool(...letter, '--dry-run', '-o', 'out.pdf')
    assert.deepEqual(
      [both.code, /--dry-run cannot be used with --output\. Remove one/.test(both.stderr)],
      [2, true],
    )
    const few = await tool(...letter.with(4, '-'), '--dry-run', { input: '[{}, {}, {}]' })
    assert.match(few.stdout, /You have 2 credits, too few for this PDF\./)
    await write('options.json', '{"pasword": "x"}')
    assert.match((await tool(...letter)).stderr, /options must not have a field named "pasword"/)
    const { templateId } = JSON.parse((await tool('templates', 'get', 'a letter', '--json')).stdout)
    const schemas = new Client({ apiKey: caller.key, baseUrl: platen.url }).templates.schema
    await schemas.set(templateId, { required: ['n'] })
    const unfit = await tool('generate', '-t', 'a letter', '-d', '-', '--json', { input: '{}' })
    assert.deepEqual(JSON.parse(unfit.stderr).problems, [{ path: '/n', message: 'is missing' }])
    await schemas.remove(templateId)
    await write('options.json', '[]')
    assert.match((await tool(...letter)).stderr, /options\.json must contain a JSON object/)

    const unkept = await tool('generate', '-t', 'a letter', '-d', 'data.json', '-o', 'none/out.pdf')
    assert.match(unkept.stderr, /the folder none does not exist/)
    const poor = await tool('generate', '-t', 'a letter', '-d', '-', '--json', { input: '[1, 2, 3]' })
    assert.deepEqual([poor.code, JSON.parse(poor.stderr).status], [1, 402])
    assert.match(
      (await tool('generate', '-t', 'a letter', '-d', '-', { input: '{"n":' })).stderr,
      /is not valid JSON/,
    )
    assert.deepEqual(await caller.credits(), { credits: 2, reserved: 0 })

    await write('a letter.hbs', '<p>{{n}}!</p>')
    const differing = await tool('templates', 'diff', '--exit-code')
    assert.equal(differing.code, 1)
    assert.match(
      differing.stdout,
      /^a letter.hbs: changed here\n[^]*\n-<p>\{\{n\}\}<\/p>\n[^]*\n\+<p>\{\{n\}\}!<\/p>\n/,
    )
    assert.match((await tool('templates', 'delete', 'a letter')).stderr, /--yes/)
    assert.equal((await tool('templates', 'delete', 'a letter.hbs', '--yes')).code, 0)
    assert.deepEqual(JSON.parse(await read('platen.json')), { templates: {} })
    assert.deepEqual((await readdir(folder)).toSorted(), [
      'a letter.hbs',
      'data.json',
      'later.pdf',
      'options.json',
      'out.pdf',
      'platen.json',
      'x.png',
    ])
  })
})

/** Starts a proxy to the service that, once armed, runs `act` before it forwards the next PUT. */
async function startBetween(target: string, act: () => Promise<void>) {
  let isArmed = false
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray())
      if (isArmed && request.method === 'PUT') {
        isArmed = false
        await act()
      }
      const headers = Object.entries(request.headers).filter(([name]) =>
        /^(x-api|content-type|if-)/.test(name),
      )
      const answer = await fetch(target + request.url, {
        method: request.method ?? 'GET',
        headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
        ...(body.length > 0 && { body }),
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(await answer.text())
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arm: () => void (isArmed = true),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
