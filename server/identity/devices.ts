import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, isUniqueViolation } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { programSessionToken, sessionTokenHash } from './session-tokens.ts'
import { SESSION_SECONDS } from './sessions.ts'

/** A device that requests a sign-in, as the user sees it. */
export interface Device {
  /** Name that the device gave, as untrusted text. */
  name: string
  /** Network address of its request. */
  address: string
  createdAt: Date
  expiresAt: Date
}

/** Answer to a device that requests a sign-in. */
export interface DeviceCodes {
  /** Secret of the device for polling the result. */
  deviceCode: string
  /** Code that the user types, as `BCDF-GHJK`. */
  userCode: string
  expiresInSeconds: number
  intervalSeconds: number
}

/** Device authorization grant (RFC 8628): sign-in of programs without a browser. */
export interface Devices {
  start(device: Pick<Device, 'name' | 'address'>): Promise<DeviceCodes>
  /**
   * Returns a pending device.
   *
   * @throws {Refusal} `not-found` for an unknown or expired code
   */
  find(userCode: string): Promise<Device>
  /**
   * Approves or denies a device for `subject`. Only the first decision counts.
   *
   * @throws {Refusal} `not-found`
   */
  decide(decision: { userCode: string; subject: string; allow: boolean }): Promise<Device>
  /**
   * Creates the session of an approved device, once.
   *
   * @returns the session's token
   * @throws {Refusal} with the error code of RFC 8628 in `detail`, before the decision and after the code was used
   */
  redeem(deviceCode: string): Promise<string>
  /** Ends the session of a device. An unknown session is ignored. */
  end(sessionToken: string): Promise<void>
}

const LIFETIME_SECONDS = 600
const INTERVAL_SECONDS = 2
// Network delays vary.
const EARLIER_BY_SECONDS = 1
// A device that polls too fast must wait this much longer from then on.
const SLOWER_BY_SECONDS = 5
const DEVICE_CODE_BYTES = 32
const SESSION_TOKEN_BYTES = 32
// Letters that form no words and are not confused with others: 34 bits.
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const USER_CODE_LENGTH = 8
const NAME_LENGTH_MAX = 100

/** @param options.secret key of the hashes of user codes */
export function createDevices(options: { database: Database; secret: string }): Devices {
  const { database, secret } = options
  const userCodeHash = (userCode: string) =>
    createHmac('sha256', secret)
      .update(`device ${plainCode(userCode)}`)
      .digest()
  return {
    async start({ name, address }) {
      const deviceCode = randomBytes(DEVICE_CODE_BYTES).toString('base64url')
      const userCode = randomUserCode()
      try {
        await sql`
          insert into identity_devices (device_hash, user_code_hash, name, address, expires_at, interval_seconds)
          values (${deviceHash(deviceCode)}, ${userCodeHash(userCode)}, ${plainName(name)}, ${address},
            now() + make_interval(secs => ${LIFETIME_SECONDS}), ${INTERVAL_SECONDS})`.execute(database)
      } catch (error) {
        // Probability 1 in 25 billion per pending code.
        if (isUniqueViolation(error)) throw new Refusal('busy', 'Something came between. Please try again.')
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
        select ${SHOWN} from identity_devices
        where user_code_hash = ${userCodeHash(userCode)} and expires_at > now() and allowed is null`.execute(
        database,
      )
      return rows[0] ?? refuseCode()
    },

    async decide({ userCode, subject, allow }) {
      const { rows } = await sql<Device>`
        update identity_devices set user_id = ${subject}, allowed = ${allow}
        where user_code_hash = ${userCodeHash(userCode)} and expires_at > now() and allowed is null
        returning ${SHOWN}`.execute(database)
      return rows[0] ?? refuseCode()
    },

    async redeem(deviceCode) {
      const token = randomBytes(SESSION_TOKEN_BYTES).toString('base64url')
      // A concurrent call finds no row any more: a code is valid for one session.
      const { rows } = await sql`
        with device as (
          delete from identity_devices
          where device_hash = ${deviceHash(deviceCode)} and allowed and expires_at > now()
          returning user_id, name, address)
        insert into identity_sessions (user_id, token_hash, expires_at, ip_address, user_agent)
        select user_id, ${programHash(token)}, now() + make_interval(secs => ${SESSION_SECONDS}), address, name from device
        returning id`.execute(database)
      if (rows.length === 0) throw await whyNot(database, deviceCode)
      return token
    },

    async end(sessionToken) {
      await sql`delete from identity_sessions where token_hash = ${programHash(sessionToken)}`.execute(
        database,
      )
    },
  }
}

const SHOWN = sql`name, address, created_at as "createdAt", expires_at as "expiresAt"`

/** Returns the reason why a device has no session yet, and records the time of its poll. */
async function whyNot(database: Database, deviceCode: string): Promise<Refusal> {
  const { rows } = await sql<{ allowed: boolean | null; isOver: boolean; isTooSoon: boolean }>`
    with device as (
      select device_hash, asked_at > now() - make_interval(secs => interval_seconds - ${EARLIER_BY_SECONDS}::int) as is_too_soon
      from identity_devices where device_hash = ${deviceHash(deviceCode)} for update)
    update identity_devices set asked_at = now(),
      interval_seconds = interval_seconds + case when is_too_soon then ${SLOWER_BY_SECONDS} else 0 end
    from device where identity_devices.device_hash = device.device_hash
    returning allowed, expires_at <= now() as "isOver", is_too_soon as "isTooSoon"`.execute(database)
  const [device] = rows
  if (!device) return refusal('invalid_grant', 'This code stands for nothing, or was used.')
  if (device.isOver) return refusal('expired_token', 'Nobody has let it in in time. Please begin anew.')
  if (device.allowed === false) return refusal('access_denied', 'It was not let in.')
  if (device.isTooSoon) return refusal('slow_down', 'Please ask less often.')
  return new Refusal('invalid', 'The code was not entered yet. Poll again.', {
    detail: 'authorization_pending',
    isPolling: true,
  })
}

function refusal(code: string, message: string): Refusal {
  return new Refusal('invalid', message, { detail: code })
}

function refuseCode(): never {
  throw new Refusal('not-found', 'There is no such code, or it is too old. Please look at it again.')
}

function randomUserCode(): string {
  const letters = Array.from({ length: USER_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** Removes separators between the letters. */
function plainCode(userCode: string): string {
  return userCode.toUpperCase().replaceAll(/[^A-Z]/g, '')
}

function deviceHash(deviceCode: string): Buffer {
  return createHash('sha256').update(deviceCode).digest()
}

function programHash(sessionToken: string): string {
  return sessionTokenHash(programSessionToken(sessionToken))
}

function plainName(name: string): string {
  const words = name.replace(/[\p{C}\s]+/gu, ' ').trim()
  return Array.from(words).slice(0, NAME_LENGTH_MAX).join('') || 'a program without a name'
}
