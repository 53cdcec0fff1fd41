import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { publicUrls, readConfig, variableNames } from '../packages/server/src/config.ts'
import { ConfigError } from '../packages/renderer/src/config/variables.ts'

describe('the configuration', () => {
  it('has a default for every variable', () => {
    const config = readConfig({})
    assert.deepEqual([config.http.host, config.http.port, config.role], ['127.0.0.1', 3000, 'all'])
    assert.deepEqual(
      [config.accounts.welcomeCredits, config.accounts.rateLimitPerMinute, config.accounts.identityPrefix],
      [10, 600, 'local'],
    )
    assert.deepEqual(
      [config.database.kind, config.mail.transport.kind, config.rendering.egress],
      ['embedded', 'outbox', { mode: 'public', allow: [], deny: [] }],
    )
    assert.deepEqual(readConfig({ PORT: '', BASE_URL: ' ' }), config)
    for (const [HOST, baseUrl] of [
      ['127.0.0.1', 'http://127.0.0.1:3000'],
      ['0.0.0.0', 'http://127.0.0.1:3000'],
      ['::', 'http://[::1]:3000'],
      ['10.1.2.3', 'http://10.1.2.3:3000'],
    ])
      assert.equal(publicUrls(readConfig({ HOST })).baseUrl, baseUrl)
  })

  it('reads every variable', () => {
    const config = readConfig({
      PORT: '8080',
      BASE_URL: 'https://pdf.example/',
      DATABASE_URL: 'postgres://u:p@db/x',
      SMTP_URL: 'smtps://mail',
      ROLE: 'worker',
      EGRESS: 'allowlist',
      EGRESS_ALLOW: 'Assets.example.com, *.cdn.example, 10.1.0.0/16',
      EGRESS_DENY: '203.0.114.7',
      TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16, fd00::/8, ::1',
    })
    assert.equal(config.baseUrl, 'https://pdf.example')
    assert.deepEqual(config.database, { kind: 'external', url: 'postgres://u:p@db/x' })
    assert.deepEqual(config.rendering.egress, {
      mode: 'allowlist',
      allow: ['assets.example.com', '*.cdn.example', '10.1.0.0/16'],
      deny: ['203.0.114.7/32'],
    })
    assert.deepEqual(config.http.trustedProxies, ['10.0.0.1', '10.1.0.0/16', 'fd00::/8', '::1'])
  })

  it('limits the memory of a page to 1 to 2 GB by default, or to PAGE_MEMORY_MB', () => {
    const { pageMemoryMb } = readConfig({}).rendering
    assert.ok(pageMemoryMb >= 1_024 && pageMemoryMb <= 2_048, String(pageMemoryMb))
    assert.ok(readConfig({ TABS: '64' }).rendering.pageMemoryMb <= pageMemoryMb)
    assert.equal(readConfig({ PAGE_MEMORY_MB: '4096' }).rendering.pageMemoryMb, 4_096)
  })

  it('requires all Stripe settings, or none', () => {
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_test_hunter2',
      STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
      STRIPE_PACKS: 'price_a:1000, price_b:10000',
    }
    assert.deepEqual(readConfig(stripe).stripe, {
      secretKey: 'sk_test_hunter2',
      webhookSecret: 'whsec_hunter2',
      packs: [
        { priceId: 'price_a', credits: 1_000 },
        { priceId: 'price_b', credits: 10_000 },
      ],
    })
    assert.equal(readConfig({}).stripe, undefined)
    const rows: [object, RegExp][] = [
      [{ STRIPE_SECRET_KEY: '' }, /^STRIPE_SECRET_KEY is not set: STRIPE_WEBHOOK_SECRET requires it/],
      [{ STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET is not set: STRIPE_SECRET_KEY requires it/],
      [{ STRIPE_PACKS: ' ' }, /^STRIPE_PACKS is not set: STRIPE_SECRET_KEY requires it$/],
      [{ STRIPE_SECRET_KEY: 'pk_test_hunter2' }, /^STRIPE_SECRET_KEY="…" .*sk_… or rk_…$/],
      [{ STRIPE_WEBHOOK_SECRET: 'hunter2' }, /^STRIPE_WEBHOOK_SECRET="…"/],
      [{ STRIPE_PACKS: 'price_a' }, /^STRIPE_PACKS="price_a" .*price_abc:1000/],
      [{ STRIPE_PACKS: 'price_a:0' }, /^STRIPE_PACKS/],
      [{ STRIPE_PACKS: 'price_a:1,price_a:2' }, /^STRIPE_PACKS.*each once$/],
    ]
    for (const [wrong, expected] of rows) {
      assert.throws(
        () => readConfig({ ...stripe, ...wrong }),
        (error) =>
          error instanceof ConfigError && expected.test(error.message) && !error.message.includes('hunter2'),
      )
    }
  })

  it('rejects an invalid value with one line that names the variable and contains no secret', () => {
    const rows: [string, string, RegExp][] = [
      ['PORT', '70000', /^PORT="70000" is not valid: use a whole number from 0 to 65535$/],
      ['PORT', '3e3', /^PORT/],
      ['ROLE', 'boss', /^ROLE="boss" is not valid: use one of all, api, worker$/],
      ['DATABASE_URL', 'mysql://root:hunter2@db', /^DATABASE_URL=.* use a URL that starts with postgres:/],
      ['SMTP_URL', 'mail.example', /^SMTP_URL/],
      ['BASE_URL', 'ftp://x', /^BASE_URL/],
      ['IDENTITY_PREFIX', '../x', /^IDENTITY_PREFIX/],
      ['MAIL_FROM', 'nobody', /^MAIL_FROM/],
      ['WELCOME_CREDITS', '-1', /^WELCOME_CREDITS/],
      ['RATE_LIMIT_PER_MINUTE', '0', /^RATE_LIMIT_PER_MINUTE/],
      ['CHROMIUM_SANDBOX', 'off', /^CHROMIUM_SANDBOX/],
      ['EGRESS', 'all', /^EGRESS=/],
      ['EGRESS_ALLOW', 'a.example', /^EGRESS_ALLOW="a.example" is not valid: it requires EGRESS=allowlist$/],
      ['EGRESS_DENY', 'http://a.example', /^EGRESS_DENY="http:\/\/a.example" .* host names/],
      ['TABS', 'many', /^TABS/],
      ['PAGE_MEMORY_MB', '2GB', /^PAGE_MEMORY_MB="2GB" is not valid: use a whole number/],
      ['SIGN_UP', 'closed', /^SIGN_UP="closed" is not valid: use one of open, invited$/],
      ['MAILS_PER_DAY', '-1', /^MAILS_PER_DAY/],
      ['TRUSTED_PROXIES', '1', /^TRUSTED_PROXIES="1" is not valid: use IP addresses and CIDR ranges/],
      ['TRUSTED_PROXIES', '10.0.0.1, proxy.example', /^TRUSTED_PROXIES/],
      ['TRUSTED_PROXIES', '10.0.0.0/33', /^TRUSTED_PROXIES/],
      ['LOG_LEVEL', 'loud', /^LOG_LEVEL/],
      [
        'STORAGE_URL',
        'https://hunter2@bucket',
        /^STORAGE_URL="…" is not valid: it must have the form s3:\/\/bucket/,
      ],
      ['STORAGE_URL', 's3://', /^STORAGE_URL=/],
      [
        'STORAGE_URL',
        's3://bucket',
        /^STORAGE_URL=.* region is required: s3:\/\/bucket\?region=eu-central-1$/,
      ],
      ['STORAGE_URL', 's3://Bucket_1?region=x1', /^STORAGE_URL=.* the name of the bucket/],
      ['STORAGE_URL', 's3://k:hunter2/x@bucket?region=x1', /^STORAGE_URL=.* percent-encoded/],
      ['STORAGE_URL', 's3://hunter2@bucket?region=x1', /^STORAGE_URL=.* both key and secret/],
      ['STORAGE_URL', 's3://bucket?region=x1&regoin=x2', /^STORAGE_URL=.* may have the parameters region, /],
      ['STORAGE_URL', 's3://bucket?region=x1&region=x2', /^STORAGE_URL=.* region occurs twice$/],
      [
        'STORAGE_URL',
        's3://bucket?endpoint=minio:9000',
        /^STORAGE_URL=.* endpoint must be an address without a path/,
      ],
      ['STORAGE_URL', 's3://bucket?endpoint=http://a/b', /^STORAGE_URL=.* endpoint must be/],
      [
        'STORAGE_URL',
        's3://bucket?region=x1&publicEndpoint=ftp://a',
        /^STORAGE_URL=.* publicEndpoint must be/,
      ],
      [
        'STORAGE_URL',
        's3://bucket?region=x1&pathStyle=1',
        /^STORAGE_URL=.* pathStyle must be one of true, false$/,
      ],
      [
        'STORAGE_URL',
        's3://bucket?region=x1&links=s3',
        /^STORAGE_URL=.* links must be one of store, service$/,
      ],
      ['STORAGE_URL', 's3://bucket/a//b?region=x1', /^STORAGE_URL=.* its path may contain/],
      ['OIDC_ISSUER', 'login.example', /^OIDC_ISSUER=/],
      ['OIDC_ISSUER', 'http://login.example', /^OIDC_ISSUER=.* use an https URL, or http on this machine$/],
      ['OIDC_ISSUER', 'https://login.example?x=1', /^OIDC_ISSUER=.* without \?, # and @$/],
      ['OIDC_ISSUER', 'https://me:hunter2@login.example', /^OIDC_ISSUER=.* without \?, # and @$/],
      ['OIDC_ISSUER', 'https://login.example', /^OIDC_CLIENT_ID is not set: OIDC_ISSUER requires it/],
      ['OIDC_CLIENT_ID', 'dashboard', /^OIDC_CLIENT_ID="dashboard" is not valid: it requires OIDC_ISSUER$/],
      ['OIDC_AUDIENCE', 'https://platen', /^OIDC_AUDIENCE=.* it requires OIDC_ISSUER$/],
      ['DRAIN_SECONDS', '601', /^DRAIN_SECONDS/],
      ['METRICS_PORT', '0', /^METRICS_PORT/],
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://x', /^OTEL_EXPORTER_OTLP_ENDPOINT/],
    ]
    for (const [name, value, message] of rows) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) =>
          error instanceof ConfigError &&
          message.test(error.message) &&
          !error.message.includes('\n') &&
          !error.message.includes('hunter2'),
        name,
      )
    }
  })

  it('uses an identity provider, and keeps the issuer unchanged', () => {
    assert.deepEqual(readConfig({}).identity, { kind: 'built-in' })
    const OIDC_CLIENT_ID = 'dashboard'
    for (const issuer of ['https://login.example/', 'http://127.0.0.1:8080/realms/a', 'http://localhost:1']) {
      assert.deepEqual(readConfig({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID }).identity, {
        kind: 'oidc',
        issuer,
        clientId: 'dashboard',
        audience: undefined,
      })
    }
    const OIDC_AUDIENCE = 'https://platen.example'
    const read = readConfig({ OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID, OIDC_AUDIENCE }).identity
    assert.equal(read.kind === 'oidc' && read.audience, OIDC_AUDIENCE)
  })

  it('stores objects at STORAGE_URL, with credentials from it or from the environment', () => {
    assert.deepEqual(readConfig({ AWS_ACCESS_KEY_ID: 'k' }).storage, { kind: 'files' })
    const storage = readConfig({
      STORAGE_URL:
        's3://key:a%2Fb%2Bc%40@my.bucket/some/where/?endpoint=http://minio:9000&publicEndpoint=https://f.example',
      AWS_ACCESS_KEY_ID: 'another',
    }).storage
    assert.deepEqual(storage, {
      kind: 's3',
      location: {
        bucket: 'my.bucket',
        prefix: 'some/where/',
        region: 'us-east-1',
        endpoint: 'http://minio:9000',
        publicEndpoint: 'https://f.example',
        pathStyle: true,
        links: 'store',
        keys: { accessKeyId: 'key', secretAccessKey: 'a/b+c@' },
      },
      credentials: { kind: 'keys', accessKeyId: 'key', secretAccessKey: 'a/b+c@', sessionToken: undefined },
    })
    const kindOf = (environment: NodeJS.ProcessEnv) => {
      const read = readConfig({ STORAGE_URL: 's3://bucket?region=eu-central-1', ...environment }).storage
      return read.kind === 's3' && read.credentials.kind
    }
    const keys = { AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 's' }
    const identity = { AWS_ROLE_ARN: 'arn:x', AWS_WEB_IDENTITY_TOKEN_FILE: '/token' }
    const container = { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/role' }
    assert.equal(kindOf({ ...keys, ...identity, ...container }), 'keys')
    assert.equal(kindOf({ ...identity, ...container }), 'web-identity')
    assert.equal(kindOf(container), 'container')
    assert.equal(kindOf({}), 'instance')
    assert.throws(
      () => kindOf({ AWS_ACCESS_KEY_ID: 'k' }),
      /^ConfigError: AWS_SECRET_ACCESS_KEY is not set: /,
    )
  })

  it('is documented, with every variable and no other', async () => {
    const page = await readFile(new URL('../docs/operate/configuration.md', import.meta.url), 'utf8')
    const documented = Array.from(page.matchAll(/^\| `([A-Z_]+)` \|/gm), ([, name]) => name)
    assert.deepEqual(documented.toSorted(), variableNames().toSorted())
  })
})
