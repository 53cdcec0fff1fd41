import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import type { Protection } from '../options.ts'

/** What somebody may do who opens a PDF with the user's password. */
export interface Permissions {
  print: boolean
  copy: boolean
  modify: boolean
  annotate: boolean
}

/**
 * What encrypts a PDF with AES-256 (ISO 32000-2, 7.6.4.4, revision 6): a random key, sealed by both passwords. The
 * salts are random as well, so no two are ever the same.
 * @param user opens it; may be empty.
 * @param owner may do everything with it; none: nobody's.
 */
export function protectionFor(user: Buffer, owner: Buffer | undefined, permissions: Permissions): Protection {
  const fileKey = randomBytes(32)
  const forUser = sealKey(user, fileKey, EMPTY)
  // Nobody knows a password for what is not made of one, and it costs no time.
  const forOwner = owner
    ? sealKey(owner, fileKey, forUser.check)
    : { check: randomBytes(48), sealed: randomBytes(32) }
  const bits = permissionBits(permissions)
  return {
    fileKey: fileKey.toString('base64'),
    user: forUser.check.toString('base64'),
    userKey: forUser.sealed.toString('base64'),
    owner: forOwner.check.toString('base64'),
    ownerKey: forOwner.sealed.toString('base64'),
    sealedPermissions: sealPermissions(fileKey, bits).toString('base64'),
    permissions: bits,
  }
}

const EMPTY = Buffer.alloc(0)

/**
 * Algorithms 8 and 9: what a password is checked by, and the key that it opens.
 * @param bound What else the password is bound to: of the owner's, the user's check.
 */
function sealKey(password: Buffer, fileKey: Buffer, bound: Buffer): { check: Buffer; sealed: Buffer } {
  const [checkSalt, keySalt] = [randomBytes(8), randomBytes(8)]
  const check = Buffer.concat([hardened(password, checkSalt, bound), checkSalt, keySalt])
  const cipher = createCipheriv('aes-256-cbc', hardened(password, keySalt, bound), Buffer.alloc(16))
  cipher.setAutoPadding(false)
  return { check, sealed: Buffer.concat([cipher.update(fileKey), cipher.final()]) }
}

/** Algorithm 2.B: a hash that takes a while. */
function hardened(password: Buffer, salt: Buffer, bound: Buffer): Buffer {
  let key = createHash('sha256').update(password).update(salt).update(bound).digest()
  for (let round = 1; ; round += 1) {
    const block = Buffer.concat([password, key, bound])
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
    cipher.setAutoPadding(false)
    const sealed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => block)))
    const rest = sealed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(rest === 0 ? 'sha256' : rest === 1 ? 'sha384' : 'sha512')
      .update(sealed)
      .digest()
    if (round >= 64 && (sealed.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32)
  }
}

/** Table 22, counted from bit 1: reading for those who cannot see is always allowed, and so are its reserved ones. */
function permissionBits({ print, copy, modify, annotate }: Permissions): number {
  const bits = [10]
  if (print) bits.push(3, 12)
  if (modify) bits.push(4, 11)
  if (copy) bits.push(5)
  if (annotate) bits.push(6, 9)
  return bits.reduce((sum, bit) => sum | (1 << (bit - 1)), 0xff_ff_f0_c0 | 0)
}

/** Algorithm 10. */
function sealPermissions(fileKey: Buffer, bits: number): Buffer {
  const block = Buffer.alloc(16, 0xff)
  block.writeInt32LE(bits, 0)
  block.write('Tadb', 8, 'latin1')
  randomBytes(4).copy(block, 12)
  const cipher = createCipheriv('aes-256-ecb', fileKey, null)
  cipher.setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()])
}
