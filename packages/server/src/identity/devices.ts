import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, isUniqueViolation } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import { deviceSessionToken, sessionTokenHash } from './session-tokens.ts'
import { SESSION_SECONDS } from './sessions.ts'

/** A device that requests a sign-in, as shown to the user who approves it. */
export interface Device {
  /** Free text that the device sends as its name. */
  name: string
  /** Network address of the device. */
  address: string
  createdAt: Date
  expiresAt: Date
}

/** Codes that a device receives when it starts a sign-in. */
export interface DeviceCodes {
  /** Secret of the device, by which it polls for the result. */
  deviceCode: string
  /** Code that the user types, in the form `BCDF-GHJK`. */
  userCode: string
  expiresInSeconds: number
  intervalSeconds: number
}

/** Device authorization grant (RFC 8628): sign-in of devices without a browser. */
export interface DeviceGrant {
  start(device: Pick<Device, 'name' | 'address'>): Promise<DeviceCodes>
  /**
   * Returns the device of a pending sign-in.
   * @throws {Refusal} `not-found` when the code is unknown, decided or expired.
   */
  find(userCode: string): Promise<Device>
  /** Approves the sign-in as `subject`, or denies it. Only the first decision counts. @throws {Refusal} `not-found`. */
  decide(decision: { userCode: string; subject: string; allow: boolean }): Promise<Device>
  /**
   * Creates the session of an approved device, once.
   * @returns the session's token.
   * @throws {Refusal} with an error code of RFC 8628 in `detail` before the approval, after a denial and after the
   * first use.
   */
  redeem(deviceCode: string): Promise<string>
  /** Ends the session of a device. Does nothing when the session does not exist. */
  endSession(sessionToken: string): Promise<void>
}

const LIFETIME_SECONDS = 600
const INTERVAL_SECONDS = 2
// Tolerance for variations in network latency.
const INTERVAL_TOLERANCE_SECONDS = 1
// Added to the interval of a device each time it polls too soon (RFC 8628, section 3.5).
const SLOW_DOWN_SECONDS = 5
const DEVICE_CODE_BYTES = 32
const SESSION_TOKEN_BYTES = 32
// Without vowels, so that codes spell no words, and without letters that look like others. A code has 34 bits.
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const USER_CODE_LENGTH = 8
const NAME_LENGTH_MAX = 100

/** Creates the device authorization grant. @param options.secret key of the HMAC that hashes user codes. */
export function createDeviceGrant(options: { database: Database; secret: string }): DeviceGrant {
  const { database, secret } = options
  const userCodeHash = (userCode: string) =>
    createHmac('sha256', secret)
      .update(`device ${normalizedCode(userCode)}`)
      .digest()
  return {
    async start({ name, address }) {
      const deviceCode = randomBytes(DEVICE_CODE_BYTES).toString('base64url')
      const userCode = randomUserCode()
      try {
        await sql`
          insert into identity_devices (device_hash, user_code_hash, name, address, expires_at, interval_seconds)
          values (${deviceHash(deviceCode)}, ${userCodeHash(userCode)}, ${normalizedName(name)}, ${address},
            now() + make_interval(secs => ${LIFETIME_SECONDS}), ${INTERVAL_SECONDS})`.execute(database)
      } catch (error) {
        // The probability is 1 in 25.6 billion per pending sign-in.
        if (isUniqueViolation(error))
          throw new Refusal('busy', 'The code could not be created. Please try again.')
        throw error
      }
      return {
        deviceCode,
        userCode,
        expiresInSeconds: LIFETIME_SECONDS,
        intervalSeconds: INTERVAL_SECONDS,
      }
    },

    async find(userCode) {
      const { rows } = await sql<Device>`
        select ${COLUMNS} from identity_devices
        where user_code_hash = ${userCodeHash(userCode)} and expires_at > now() and allowed is null`.execute(
        database,
      )
      return rows[0] ?? refuseCode()
    },

    async decide({ userCode, subject, allow }) {
      const { rows } = await sql<Device>`
        update identity_devices set user_id = ${subject}, allowed = ${allow}
        where user_code_hash = ${userCodeHash(userCode)} and expires_at > now() and allowed is null
        returning ${COLUMNS}`.execute(database)
      return rows[0] ?? refuseCode()
    },

    async redeem(deviceCode) {
      const token = randomBytes(SESSION_TOKEN_BYTES).toString('base64url')
      // Deletes the row, because a code creates one session only.
      const { rows } = await sql`
        with device as (
          delete from identity_devices
          where device_hash = ${deviceHash(deviceCode)} and allowed and expires_at > now()
          returning user_id, name, address)
        insert into identity_sessions (user_id, token_hash, expires_at, ip_address, user_agent)
        select user_id, ${sessionHash(token)}, now() + make_interval(secs => ${SESSION_SECONDS}), address, name from device
        returning id`.execute(database)
      if (rows.length === 0) throw await pollError(database, deviceCode)
      return token
    },

    async endSession(sessionToken) {
      await sql`delete from identity_sessions where token_hash = ${sessionHash(sessionToken)}`.execute(
        database,
      )
    },
  }
}

const COLUMNS = sql`name, address, created_at, expires_at`

/** Returns the error for a device that has no approval, and stores the time of the poll. */
async function pollError(database: Database, deviceCode: string): Promise<Refusal> {
  const { rows } = await sql<{ allowed: boolean | null; isExpired: boolean; isTooSoon: boolean }>`
    with device as (
      select device_hash, asked_at > now() - make_interval(secs => interval_seconds - ${INTERVAL_TOLERANCE_SECONDS}::int) as is_too_soon
      from identity_devices where device_hash = ${deviceHash(deviceCode)} for update)
    update identity_devices set asked_at = now(),
      interval_seconds = interval_seconds + case when is_too_soon then ${SLOW_DOWN_SECONDS} else 0 end
    from device where identity_devices.device_hash = device.device_hash
    returning allowed, expires_at <= now() as "isExpired", is_too_soon`.execute(database)
  const [device] = rows
  if (!device) return refusal('invalid_grant', 'This code is not valid or was already used.')
  if (device.isExpired)
    return refusal('expired_token', 'The code expired before it was approved. Start the sign-in again.')
  if (device.allowed === false) return refusal('access_denied', 'The sign-in was denied.')
  if (device.isTooSoon) return refusal('slow_down', 'Poll less often.')
  return new Refusal('invalid', 'The code was not entered yet. Poll again.', {
    detail: 'authorization_pending',
    isPolling: true,
  })
}

function refusal(code: string, message: string): Refusal {
  return new Refusal('invalid', message, { detail: code })
}

function refuseCode(): never {
  throw new Refusal('not-found', 'This code is not valid or has expired. Check the code and try again.')
}

function randomUserCode(): string {
  const letters = Array.from({ length: USER_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** Removes separators that users type between the letters. */
function normalizedCode(userCode: string): string {
  return userCode.toUpperCase().replaceAll(/[^A-Z]/g, '')
}

function deviceHash(deviceCode: string): Buffer {
  return createHash('sha256').update(deviceCode).digest()
}

function sessionHash(sessionToken: string): string {
  return sessionTokenHash(deviceSessionToken(sessionToken))
}

function normalizedName(name: string): string {
  const words = name.replace(/[\p{C}\s]+/gu, ' ').trim()
  return Array.from(words).slice(0, NAME_LENGTH_MAX).join('') || 'Unnamed device'
}
