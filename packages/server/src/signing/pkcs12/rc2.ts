/** PITABLE of RFC 2268: a permutation of all bytes, from the digits of pi. */
const PERMUTATION = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32' +
    'bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a' +
    '961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e' +
    'c5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
)
const BLOCK = 8

/**
 * Decrypts RC2 in CBC mode (RFC 2268). OpenSSL 3 has no RC2, but Windows, macOS and OpenSSL 1 write PKCS#12 files whose
 * certificates are encrypted with RC2-40.
 * @throws {RangeError} for data that is not padded as PKCS#7 requires.
 */
export function decryptRc2(data: Buffer, key: Buffer, vector: Buffer): Buffer {
  if (data.length === 0 || data.length % BLOCK !== 0) throw new RangeError('The data has no whole blocks')
  const words = expandKey(key)
  const plain = Buffer.alloc(data.length)
  for (let at = 0; at < data.length; at += BLOCK) {
    const previous = at === 0 ? vector : data.subarray(at - BLOCK, at)
    const block = decryptBlock(data.subarray(at, at + BLOCK), words)
    for (const [index, byte] of block.entries()) plain[at + index] = byte ^ (previous[index] ?? 0)
  }
  const padding = plain.at(-1) ?? 0
  if (padding < 1 || padding > BLOCK) throw new RangeError('The padding is wrong')
  return plain.subarray(0, plain.length - padding)
}

/** Expands a key to 64 words of 16 bits. The effective length of the key is its length. */
function expandKey(key: Buffer): Uint16Array {
  const bytes = new Uint8Array(128)
  bytes.set(key)
  const at = (index: number) => bytes[index] ?? 0
  for (let index = key.length; index < 128; index += 1)
    bytes[index] = PERMUTATION[(at(index - 1) + at(index - key.length)) & 0xff] ?? 0
  bytes[128 - key.length] = PERMUTATION[at(128 - key.length)] ?? 0
  for (let index = 127 - key.length; index >= 0; index -= 1)
    bytes[index] = PERMUTATION[at(index + 1) ^ at(index + key.length)] ?? 0
  return Uint16Array.from({ length: 64 }, (_, index) => at(2 * index) | (at(2 * index + 1) << 8))
}

const ROTATIONS = [1, 2, 3, 5]

function decryptBlock(block: Buffer, words: Uint16Array): Buffer {
  const state = Uint16Array.from({ length: 4 }, (_, index) => block.readUInt16LE(2 * index))
  const at = (index: number) => state[index & 3] ?? 0
  let next = 63
  const mix = () => {
    for (let index = 3; index >= 0; index -= 1) {
      const bits = ROTATIONS[index] ?? 0
      const rotated = (at(index) >>> bits) | (at(index) << (16 - bits))
      const used = (at(index - 1) & at(index - 2)) + (~at(index - 1) & at(index - 3))
      state[index] = rotated - (words[next] ?? 0) - used
      next -= 1
    }
  }
  const mash = () => {
    for (let index = 3; index >= 0; index -= 1) state[index] = at(index) - (words[at(index - 1) & 63] ?? 0)
  }
  for (const rounds of [5, 6, 5]) {
    for (let round = 0; round < rounds; round += 1) mix()
    if (next > 0) mash()
  }
  const plain = Buffer.alloc(BLOCK)
  for (const [index, word] of state.entries()) plain.writeUInt16LE(word, 2 * index)
  return plain
}
