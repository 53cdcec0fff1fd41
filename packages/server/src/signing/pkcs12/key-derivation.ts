import { hash } from 'node:crypto'

/** Purpose of derived bytes (RFC 7292, B.3). */
export const PURPOSES = { key: 1, vector: 2, mac: 3 } as const

/** Hash functions: their length and the length of their blocks, in bytes. */
const LENGTHS = {
  sha1: { u: 20, v: 64 },
  sha256: { u: 32, v: 64 },
  sha384: { u: 48, v: 128 },
  sha512: { u: 64, v: 128 },
} as const
export type Pkcs12Hash = keyof typeof LENGTHS

/** Returns the length of a hash in bytes. */
export function hashLength(algorithm: Pkcs12Hash): number {
  return LENGTHS[algorithm].u
}

/** Input of a derivation. */
export interface Derivation {
  algorithm: Pkcs12Hash
  password: string
  salt: Buffer
  iterations: number
}

/** Derives bytes from a password as PKCS#12 does (RFC 7292, B.2). */
export function derivePkcs12(
  { algorithm, password, salt, iterations }: Derivation,
  purpose: (typeof PURPOSES)[keyof typeof PURPOSES],
  length: number,
): Buffer {
  const { u, v } = LENGTHS[algorithm]
  // Big-endian UTF-16 that ends with a zero character.
  const text = Buffer.from(`${password}\0`, 'utf16le').swap16()
  const input = Buffer.concat([repeated(salt, v), repeated(text, v)])
  const derived = Buffer.alloc(Math.ceil(length / u) * u)
  for (let at = 0; at < length; at += u) {
    let block = hash(algorithm, Buffer.concat([Buffer.alloc(v, purpose), input]), 'buffer')
    for (let round = 1; round < iterations; round += 1) block = hash(algorithm, block, 'buffer')
    block.copy(derived, at)
    const added = Buffer.alloc(v)
    for (let index = 0; index < v; index += 1) added[index] = block[index % u] ?? 0
    for (let start = 0; start < input.length; start += v) addOneMore(input.subarray(start, start + v), added)
  }
  return derived.subarray(0, length)
}

/** Repeats bytes until they fill whole blocks. */
function repeated(bytes: Buffer, block: number): Buffer {
  return Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes)
}

/** Adds `added` and 1 to a number in place, modulo its size. */
function addOneMore(number: Buffer, added: Buffer): void {
  let carry = 1
  for (let index = number.length - 1; index >= 0; index -= 1) {
    const sum = (number[index] ?? 0) + (added[index] ?? 0) + carry
    number[index] = sum & 0xff
    carry = sum >> 8
  }
}
