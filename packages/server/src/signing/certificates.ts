import { createPrivateKey, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '@platen/template/refusal'
import { type Database, inTransaction } from '../database/database.ts'
import { one, oneOrNotFound } from '../database/rows.ts'
import type { CertificateFacts } from './certificate-facts.ts'
import type { KeyEncryption } from './key-encryption.ts'
import type { KeyPair } from './thread.ts'

/** Certificates of an account. */
const CERTIFICATES_MAX = 20

/** A certificate of an account, without its private key. */
export interface StoredCertificate extends CertificateFacts {
  name: string
  createdAt: Date
}

/** A private key with its certificates. */
export interface SigningKey {
  key: KeyObject
  /** DER, from the certificate of the key upwards. */
  chain: Buffer[]
  signer: string
  notAfter: Date
}

/** Certificate of an account, by its name. */
interface CertificateRef {
  accountId: string
  name: string
}

const COLUMNS = sql.raw(
  'name, signer, subject, issuer, serial_number, fingerprint, key_type, not_before, not_after, created_at',
)

/**
 * Stores a certificate, and replaces one with the same name.
 * @throws {Refusal} `invalid` without a key of the operator; `limit-reached` for too many certificates.
 */
export async function saveCertificate(
  { database, keys }: { database: Database; keys: KeyEncryption },
  { accountId, name }: CertificateRef,
  { privateKey, chain, facts }: KeyPair,
): Promise<{ certificate: StoredCertificate; isNew: boolean }> {
  const encrypted = keys.encrypt(Buffer.from(privateKey), contextOf(accountId, facts))
  const { signer, subject, issuer, serialNumber, fingerprint, keyType, notBefore, notAfter } = facts
  return await inTransaction(database, async (transaction) => {
    await sql`select 1 from accounts where account_id = ${accountId} for no key update`.execute(transaction)
    const { rows } = await sql<StoredCertificate & { isNew: boolean }>`
      insert into certificates (account_id, name, signer, subject, issuer, serial_number, fingerprint, key_type,
        not_before, not_after, chain, private_key)
      select ${accountId}, ${name}, ${signer}, ${subject}, ${issuer}, ${serialNumber}, ${fingerprint}, ${keyType},
        ${notBefore}, ${notAfter}, ${chain.map((der) => Buffer.from(der))}::bytea[], ${encrypted}
      where (select count(*) from certificates where account_id = ${accountId} and name <> ${name}) < ${CERTIFICATES_MAX}
      on conflict (account_id, name) do update set signer = excluded.signer, subject = excluded.subject,
        issuer = excluded.issuer, serial_number = excluded.serial_number, fingerprint = excluded.fingerprint,
        key_type = excluded.key_type, not_before = excluded.not_before, not_after = excluded.not_after,
        chain = excluded.chain, private_key = excluded.private_key, created_at = now()
      returning ${COLUMNS}, xmax = 0 as is_new`.execute(transaction)
    if (rows.length === 0)
      throw new Refusal(
        'limit-reached',
        `An account has at most ${CERTIFICATES_MAX} certificates. Delete one first.`,
      )
    const { isNew, ...certificate } = one(rows)
    return { certificate, isNew }
  })
}

/** Lists the certificates of an account by name. */
export async function listCertificates(database: Database, accountId: string): Promise<StoredCertificate[]> {
  const { rows } = await sql<StoredCertificate>`
    select ${COLUMNS} from certificates where account_id = ${accountId} order by name`.execute(database)
  return rows
}

/** Deletes a certificate with its private key. @throws {Refusal} `not-found`. */
export async function removeCertificate(
  database: Database,
  { accountId, name }: CertificateRef,
): Promise<void> {
  const { rows } = await sql`
    delete from certificates where account_id = ${accountId} and name = ${name} returning 1`.execute(database)
  oneOrNotFound(rows, notFoundMessage(name))
}

/** Reads a certificate with its private key. @throws {Refusal} `not-found`; `invalid` as `KeyEncryption.decrypt`. */
export async function findSigningKey(
  { database, keys }: { database: Database; keys: KeyEncryption },
  { accountId, name }: CertificateRef,
): Promise<SigningKey> {
  const { rows } = await sql<{
    signer: string
    fingerprint: string
    notAfter: Date
    chain: Buffer[]
    privateKey: Buffer
  }>`
    select signer, fingerprint, not_after, chain, private_key from certificates
    where account_id = ${accountId} and name = ${name}`.execute(database)
  const { privateKey, fingerprint, ...stored } = oneOrNotFound(rows, notFoundMessage(name))
  const decrypted = keys.decrypt(privateKey, contextOf(accountId, { fingerprint }))
  return { ...stored, key: createPrivateKey({ key: decrypted, format: 'der', type: 'pkcs8' }) }
}

/** Returns what a private key is bound to, so that a row cannot be moved to another account or certificate. */
function contextOf(accountId: string, { fingerprint }: { fingerprint: string }): string {
  return `${accountId} ${fingerprint}`
}

function notFoundMessage(name: string): string {
  return `This account has no certificate with the name ${JSON.stringify(name)}.`
}
