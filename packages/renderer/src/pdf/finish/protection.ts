import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import type { Protection } from '../options.ts'

/** Actions that are allowed after opening a PDF with the user password. */
export interface Permissions {
  print: boolean
  copy: boolean
  modify: boolean
  annotate: boolean
}

/**
 * Creates the keys that encrypt a PDF with AES-256 (ISO 32000-2, 7.6.4.4, revision 6): a random file key, encrypted
 * with both passwords. The salts are random as well, so no two results are equal.
 * @param user password that opens the PDF. May be empty.
 * @param owner password that allows every action. Without it no password does.
 */
export function createProtection(
  user: Buffer,
  owner: Buffer | undefined,
  permissions: Permissions,
): Protection {
  const fileKey = randomBytes(32)
  const forUser = encryptFileKey(user, fileKey, EMPTY)
  // No password matches random bytes, and they take no time to create.
  const forOwner = owner
    ? encryptFileKey(owner, fileKey, forUser.check)
    : { check: randomBytes(48), encryptedKey: randomBytes(32) }
  const bits = permissionBits(permissions)
  return {
    fileKey: fileKey.toString('base64'),
    user: forUser.check.toString('base64'),
    userKey: forUser.encryptedKey.toString('base64'),
    owner: forOwner.check.toString('base64'),
    ownerKey: forOwner.encryptedKey.toString('base64'),
    sealedPermissions: encryptPermissions(fileKey, bits).toString('base64'),
    permissions: bits,
  }
}

const EMPTY = Buffer.alloc(0)

/**
 * Encrypts the file key with a password (algorithms 8 and 9).
 * @param userCheck check value of the user password for the owner password. Empty for the user password.
 * @returns the value by which readers check the password, and the encrypted file key.
 */
function encryptFileKey(
  password: Buffer,
  fileKey: Buffer,
  userCheck: Buffer,
): { check: Buffer; encryptedKey: Buffer } {
  const [checkSalt, keySalt] = [randomBytes(8), randomBytes(8)]
  const check = Buffer.concat([hashPassword(password, checkSalt, userCheck), checkSalt, keySalt])
  const cipher = createCipheriv('aes-256-cbc', hashPassword(password, keySalt, userCheck), Buffer.alloc(16))
  cipher.setAutoPadding(false)
  return { check, encryptedKey: Buffer.concat([cipher.update(fileKey), cipher.final()]) }
}

/** Hashes a password (algorithm 2.B). The hash is slow on purpose. */
function hashPassword(password: Buffer, salt: Buffer, userCheck: Buffer): Buffer {
  let key = createHash('sha256').update(password).update(salt).update(userCheck).digest()
  for (let round = 1; ; round += 1) {
    const block = Buffer.concat([password, key, userCheck])
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
    cipher.setAutoPadding(false)
    const encrypted = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => block)))
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(rest === 0 ? 'sha256' : rest === 1 ? 'sha384' : 'sha512')
      .update(encrypted)
      .digest()
    if (round >= 64 && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32)
  }
}

/** Returns the permission flags (table 22, counted from bit 1). Screen readers are always allowed. */
function permissionBits({ print, copy, modify, annotate }: Permissions): number {
  const bits = [10]
  if (print) bits.push(3, 12)
  if (modify) bits.push(4, 11)
  if (copy) bits.push(5)
  if (annotate) bits.push(6, 9)
  return bits.reduce((sum, bit) => sum | (1 << (bit - 1)), 0xff_ff_f0_c0 | 0)
}

/** Encrypts the permissions (algorithm 10). */
function encryptPermissions(fileKey: Buffer, bits: number): Buffer {
  const block = Buffer.alloc(16, 0xff)
  block.writeInt32LE(bits, 0)
  block.write('Tadb', 8, 'latin1')
  randomBytes(4).copy(block, 12)
  const cipher = createCipheriv('aes-256-ecb', fileKey, null)
  cipher.setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()])
}
