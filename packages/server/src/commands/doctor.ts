import { sql } from 'kysely'
import type { ServerCall } from './operator.ts'
import { mailTransport, openStorage } from '../backends.ts'
import { auditCredits } from '../accounts/credits.ts'
import { one } from '../database/rows.ts'
import type { PaymentsOptions } from '../billing/stripe.ts'
import type { Config } from '../config.ts'
import { createMailer } from '../mail/mailer.ts'
import { PUBLIC_EGRESS } from '@platen/renderer/egress/rules'
import { readProviderKeys } from '../identity/provider-keys.ts'
import { describeIsolation, networkIsolation } from '@platen/renderer/service'
import { createRenderer } from '@platen/renderer/service'
import { listContentsWithoutObject } from '../content/objects.ts'
import { type CommandDefinitions, examples, type Result } from '@platen/cli/command'
import { withDatabase } from './database.ts'

const RENDER_LIMIT_MS = 20_000
const STORAGE_LIMIT_MS = 15_000
const TEMPLATES_SHOWN_MAX = 20
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

/** Result of one check: a description, or the error with advice. */
interface CheckResult {
  ok: boolean
  detail: string
  path?: string
  version?: string
  layers?: string[]
}

export const doctorCommand: CommandDefinitions<ServerCall> = {
  doctor: (command, run) =>
    command
      .description('Exits with 1 if a check fails.')
      .addHelpText('after', examples('platen doctor'))
      .action(() => run(runChecks)),
}

async function runChecks({ config }: ServerCall): Promise<Result> {
  const results = {
    chromium: await runCheck(
      checkChromium(config),
      'Unset CHROME_PATH to use the Chromium that comes with Platen, and check that CACHE_DIR is writable.',
    ),
    isolation: { ok: true, ...describeIsolation(await networkIsolation()) },
    database: await runCheck(
      checkDatabase(config),
      'Check DATABASE_URL, or DATA_DIR if DATABASE_URL is not set.',
    ),
    storage: await runCheck(
      checkStorage(config),
      config.storage.kind === 'files'
        ? 'Check that DATA_DIR is writable and has free space.'
        : 'Check STORAGE_URL, that its bucket exists, and that its credentials allow get, put, delete and list.',
    ),
    templates: await runCheck(
      checkTemplates(config),
      'Restore the missing objects from a backup, or upload them again: docs/operate/operation.md.',
    ),
    mail: await runCheck(checkMail(config), 'Check SMTP_URL, and that its server can be reached.'),
    'sign-in': await runCheck(
      checkSignIn(config),
      'Check that OIDC_ISSUER is exact and can be reached from this host.',
    ),
    ...(config.stripe && {
      stripe: await runCheck(
        checkStripe(config.stripe),
        'Check STRIPE_SECRET_KEY and STRIPE_PACKS, and that Stripe can be reached.',
      ),
    }),
  }
  const lines = Object.entries(results).map(
    ([part, { ok, detail }]) => `${ok ? '✓' : '✗'} ${part.padEnd(9)} ${detail}`,
  )
  return { text: lines.join('\n'), json: results, failed: Object.values(results).some(({ ok }) => !ok) }
}

async function runCheck(check: Promise<Omit<CheckResult, 'ok'>>, advice: string): Promise<CheckResult> {
  try {
    return { ok: true, ...(await check) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { ok: false, detail: `${message.trim()} ${advice}` }
  }
}

/** Renders a page. Only a render tests Chromium, its sandbox, the fonts and the template host together. */
async function checkChromium(config: Config) {
  await using renderer = await createRenderer({
    ...config.rendering,
    tabs: 1,
    cacheDir: config.cacheDir,
    log: QUIET,
  })
  const page = {
    owner: { tenant: 'doctor', egress: PUBLIC_EGRESS },
    source: '<p>{{this}}</p>',
    contentVersion: 'doctor',
    elements: '["well"]',
  }
  const { sheets } = await renderer.render(page, AbortSignal.timeout(RENDER_LIMIT_MS))
  const { path, version } = await renderer.describe()
  return { path, version, detail: `${version} printed ${sheets} sheet (${path})` }
}

async function checkDatabase(config: Config) {
  return await withDatabase(config, async (database) => {
    const { rows } = await sql<{
      version: string
    }>`select current_setting('server_version') as version`.execute(database)
    const broken = await auditCredits(database)
    if (broken.length > 0)
      throw new Error(`The ledgers of ${broken.length} accounts do not add up: ${broken[0]?.problem}.`)
    const { version } = one(rows)
    return {
      version,
      detail: `PostgreSQL ${version}, ${config.database.kind === 'embedded' ? 'embedded' : 'at DATABASE_URL'}; all ledgers add up`,
    }
  })
}

async function checkStorage(config: Config) {
  const storage = await openStorage(config)
  await storage.probe(AbortSignal.timeout(STORAGE_LIMIT_MS))
  // The sweep lists objects, so this permission is checked too.
  for await (const _ of storage.list('probes')) break
  if (config.storage.kind === 'files') {
    return { detail: `files below ${config.dataDir} can be written and read` }
  }
  const { bucket, endpoint } = config.storage.location
  const from = new Date()
  const sample = await storage.presign('pdfs/x.pdf', 'x.pdf', {
    from,
    until: new Date(from.getTime() + 60_000),
  })
  const links = sample === undefined ? 'the service' : 'the object store'
  return {
    detail: `bucket ${bucket} at ${endpoint ?? 'Amazon S3'} can be written, read and listed; links are signed by ${links}`,
  }
}

async function checkTemplates(config: Config) {
  return await withDatabase(config, async (database) => {
    const stores = { database, storage: await openStorage(config) }
    requireComplete(await listContentsWithoutObject(stores))
    return { detail: 'every template, partial and asset has its content' }
  })
}

function requireComplete(missing: string[]): void {
  if (missing.length === 0) return
  const shown = missing.slice(0, TEMPLATES_SHOWN_MAX).join(', ')
  throw new Error(
    `${missing.length} templates, partials or assets are missing from the object store: ${shown}.`,
  )
}

async function checkMail(config: Config) {
  const transport = mailTransport(config)
  using mailer = createMailer({ from: config.mail.from, transport })
  await mailer.probe()
  return {
    detail:
      transport.kind === 'smtp'
        ? 'the mail server answers'
        : `mails are stored in ${transport.folder}; set SMTP_URL to send them`,
  }
}

async function checkSignIn({ identity }: Config) {
  if (identity.kind === 'built-in')
    return { detail: 'users sign in with a password; set OIDC_ISSUER to use a provider' }
  const { keys } = await readProviderKeys(identity.issuer)
  return { detail: `${identity.issuer} answers with ${keys.length} signing keys` }
}

/** @throws an Error if packs cannot be sold or Stripe does not answer. */
export async function checkStripe(
  stripe: NonNullable<Config['stripe']>,
  more: Pick<PaymentsOptions, 'api'> = {},
): Promise<{ detail: string }> {
  const { createPayments } = await import('../billing/stripe.ts')
  const sold = await createPayments({ ...stripe, ...more, log: QUIET }).listPacks()
  const missing = stripe.packs.filter(({ priceId }) => !sold.some((pack) => pack.priceId === priceId))
  if (missing.length > 0) {
    throw new Error(`Stripe cannot sell ${missing.map(({ priceId }) => priceId).join(', ')}.`)
  }
  return { detail: `${sold.length} credit packs are on sale` }
}
