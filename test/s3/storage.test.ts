import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { readConfig } from '../../packages/server/src/config.ts'
import { createS3Storage } from '../../packages/server/src/storage/s3.ts'
import { startHttpServer } from './answering.ts'
import { type Store, startStore } from './store.ts'

const MINUTE = { from: new Date(), until: new Date(Date.now() + 60_000) }

/** Creates the storage that an environment configures. */
function storageOf(environment: NodeJS.ProcessEnv) {
  const { storage } = readConfig(environment)
  assert.ok(storage.kind === 's3')
  return createS3Storage(storage)
}

describe('objects in S3', () => {
  let store: Store
  let folder: string
  before(async () => {
    store = await startStore()
    folder = await mkdtemp(join(tmpdir(), 'platen-aws-'))
  })
  after(async () => {
    await store[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('are stored whole, small or large, below the prefix of the URL', async () => {
    const storage = storageOf({ STORAGE_URL: store.url({ bucket: 'platen/some/where' }) })
    const large = Buffer.alloc(8_000_000, 'Größe')
    await storage.put('pdfs/large.pdf', large)
    await storage.put('users/x/text', 'Größe')
    const stored = await storage.readStream('pdfs/large.pdf')
    assert.equal(stored?.size, large.length)
    assert.ok(large.equals(await buffer(stored.stream)))
    assert.equal(await storage.readText('users/x/text'), 'Größe')
    assert.equal(await storage.readText('users/x/other'), undefined)
    assert.equal(await storage.readStream('users/x/other'), undefined)
    const root = storageOf({ STORAGE_URL: store.url() })
    assert.deepEqual(
      (await Array.fromAsync(root.list('some'))).map(({ key }) => key),
      ['some/where/pdfs/large.pdf', 'some/where/users/x/text'],
    )
    await storage.remove('pdfs/large.pdf')
    await storage.remove('pdfs/large.pdf')
    assert.deepEqual(await Array.fromAsync(storage.list('pdfs')), [])
    await storage.probe()
  })

  it('have URLs at the public endpoint, and none with links=service', async () => {
    const presign = (more: string) =>
      storageOf({ STORAGE_URL: store.url({ more }) }).presign('pdfs/x.pdf', 'x.pdf', MINUTE)
    const url = new URL((await presign('&publicEndpoint=https://files.example.com')) ?? '')
    assert.equal(`${url.origin}${url.pathname}`, 'https://files.example.com/platen/pdfs/x.pdf')
    assert.equal(url.searchParams.get('X-Amz-Expires'), '60')
    assert.equal(await presign('&links=service'), undefined)
    const byHost = await presign('&publicEndpoint=https://s3.example.com&pathStyle=false')
    assert.equal(new URL(byHost ?? '').host, 'platen.s3.example.com')
  })

  it('ignore the AWS configuration of the machine', async () => {
    await writeFile(
      join(folder, 'config'),
      `[default]\ncredential_process = touch ${folder}/was-run\nendpoint_url = http://127.0.0.1:9\nregion = mars-1\n`,
    )
    const odd = {
      AWS_CONFIG_FILE: join(folder, 'config'),
      AWS_SHARED_CREDENTIALS_FILE: join(folder, 'config'),
      AWS_PROFILE: 'nobody',
      AWS_REGION: 'mars-1',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9',
      AWS_USE_FIPS_ENDPOINT: 'true',
      AWS_MAX_ATTEMPTS: '0',
      AWS_RETRY_MODE: 'nonsense',
      AWS_REQUEST_CHECKSUM_CALCULATION: 'nonsense',
      AWS_DEFAULTS_MODE: 'nonsense',
      AWS_SDK_UA_APP_ID: 'x'.repeat(100),
    }
    Object.assign(process.env, odd)
    try {
      await storageOf({ STORAGE_URL: store.url() }).probe()
      const amazon = storageOf({ STORAGE_URL: 's3://key:secret@some-bucket?region=eu-central-1' })
      const url = await amazon.presign('pdfs/x.pdf', 'x.pdf', MINUTE)
      assert.equal(new URL(url ?? '').host, 'some-bucket.s3.eu-central-1.amazonaws.com')
    } finally {
      for (const name of Object.keys(odd)) delete process.env[name]
    }
    assert.deepEqual(await readdir(folder), ['config'])
  })

  it('are reached with the role of a Kubernetes service account', async () => {
    const temporary = { accessKeyId: 'ASIAROLE', secretAccessKey: 'role', sessionToken: 'role-token' }
    store.addKey(temporary)
    const requests: string[] = []
    await using tokenService = await startHttpServer((_, body) => {
      requests.push(body)
      return `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
        <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${temporary.accessKeyId}</AccessKeyId>
        <SecretAccessKey>${temporary.secretAccessKey}</SecretAccessKey>
        <SessionToken>${temporary.sessionToken}</SessionToken>
        <Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration></Credentials>
        </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`
    })
    await writeFile(join(folder, 'token'), 'proof')
    // The only other variable that applies: closed networks have their own addresses of token services.
    process.env['AWS_ENDPOINT_URL_STS'] = tokenService.url
    try {
      const storage = storageOf({
        STORAGE_URL: store.url({ keys: 'none' }),
        AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/platen',
        AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'token'),
      })
      await storage.probe()
      assert.equal(requests.length, 1)
      assert.match(requests[0] ?? '', /RoleArn=arn.*role%2Fplaten.*WebIdentityToken=proof/)
      assert.equal(await storage.presign('pdfs/x.pdf', 'x.pdf', MINUTE), undefined)
    } finally {
      delete process.env['AWS_ENDPOINT_URL_STS']
    }
  })

  it('are reached with the role of the virtual machine', async () => {
    const temporary = {
      accessKeyId: 'ASIAMACHINE',
      secretAccessKey: 'machine',
      sessionToken: 'machine-token',
    }
    store.addKey(temporary)
    const requests: string[] = []
    await using metadata = await startHttpServer(({ method, url = '', headers }) => {
      requests.push(`${method} ${url}`)
      if (method === 'PUT') return 'a-token'
      assert.equal(headers['x-aws-ec2-metadata-token'], 'a-token')
      return url.endsWith('/platen-role')
        ? JSON.stringify({
            Code: 'Success',
            AccessKeyId: temporary.accessKeyId,
            SecretAccessKey: temporary.secretAccessKey,
            Token: temporary.sessionToken,
            Expiration: new Date(Date.now() + 3_600_000).toISOString(),
          })
        : 'platen-role'
    })
    process.env['AWS_EC2_METADATA_SERVICE_ENDPOINT'] = metadata.url
    try {
      await storageOf({ STORAGE_URL: store.url({ keys: 'none' }) }).probe()
    } finally {
      delete process.env['AWS_EC2_METADATA_SERVICE_ENDPOINT']
    }
    assert.ok(requests.some((line) => line.endsWith('/security-credentials/platen-role')))
  })

  it('are busy when no credentials are available, as when the store is unreachable', async () => {
    await using host = await startHttpServer(() => '{}')
    const storage = storageOf({
      STORAGE_URL: store.url({ keys: 'none' }),
      AWS_CONTAINER_CREDENTIALS_FULL_URI: host.url,
    })
    await assert.rejects(storage.probe(), { name: 'Refusal', kind: 'busy' })
  })
})
