import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { ContentInfo, SignedData, TSTInfo } from 'pkijs'
import { fromBER, type OctetString, Sequence } from 'asn1js'

const run = promisify(execFile)

/** A signature that was checked. */
export interface Verified {
  /** True when the signature covers these bytes. */
  isValid: boolean
  certificates: X509Certificate[]
  /** Types of the signed attributes. */
  signedAttributes: string[]
  digest: string
  /** Time of the time stamp. `undefined` without one. */
  stampedAt: Date | undefined
  /** Texts of the signature dictionary. */
  dictionary: string
}

const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const TIME_STAMP_TOKEN = '1.2.840.113549.1.9.16.2.14'

/** Verifies the only signature of a PDF from its bytes alone: with none of the code that writes them. */
export async function verifyPdf(pdf: Buffer): Promise<Verified> {
  const text = pdf.toString('latin1')
  const ranges = [...text.matchAll(/\/ByteRange \[(\d+) (\d+) (\d+) (\d+) *\]/g)]
  assert.equal(ranges.length, 1, 'one signature')
  const [first = NaN, length = NaN, second = NaN, rest = NaN] = (ranges[0] ?? []).slice(1).map(Number)
  assert.equal(first, 0)
  assert.equal(second + rest, pdf.length, 'the signature covers the end of the file')
  assert.equal(text[length], '<')
  assert.equal(text[second - 1], '>')
  const contents = Buffer.from(text.slice(length + 1, second - 1), 'hex')
  const signedBytes = Buffer.concat([pdf.subarray(0, length), pdf.subarray(second)])
  // The rest of the room is filled with zeros.
  const { offset } = fromBER(contents, { maxNodes: 100_000 })
  const cms = contents.subarray(0, offset)
  assert.ok(contents.subarray(offset).every((byte) => byte === 0))
  const { content, contentType } = ContentInfo.fromBER(cms)
  assert.equal(contentType, ContentInfo.SIGNED_DATA)
  const signed = new SignedData({ schema: content })
  const [signer] = signed.signerInfos
  assert.ok(signer)
  const data = Uint8Array.from(signedBytes).buffer
  const { signatureVerified } = await signed
    .verify({ signer: 0, data, extendedMode: true })
    .catch(() => ({ signatureVerified: false }))
  const attributes = signer.signedAttrs?.attributes ?? []
  const certificates = (signed.certificates ?? []).map(
    (one) => new X509Certificate(Buffer.from(one.toSchema().toBER())),
  )
  const reference = attributes.find(({ type }) => type === SIGNING_CERTIFICATE_V2)?.values[0] as Sequence
  const [hash] = firstIn(firstIn(reference)).valueBlock.value as OctetString[]
  assert.deepEqual(
    hash && Buffer.from(hash.getValue()),
    createHash('sha256')
      .update(certificates[0]?.raw ?? '')
      .digest(),
    'the signature names its certificate',
  )
  const token = signer.unsignedAttrs?.attributes.find(({ type }) => type === TIME_STAMP_TOKEN)?.values[0]
  return {
    isValid: signatureVerified === true,
    certificates,
    signedAttributes: attributes.map(({ type }) => type),
    digest: signer.digestAlgorithm.algorithmId,
    stampedAt: token && (await stampedAt(token, Buffer.from(signer.signature.getValue()))),
    dictionary: text.slice(0, length) + text.slice(second, second + 1_000),
  }
}

async function stampedAt(token: object, signature: Buffer): Promise<Date> {
  const signed = new SignedData({ schema: new ContentInfo({ schema: token }).content })
  const data = Uint8Array.from(signature).buffer
  const { signatureVerified } = await signed.verify({ signer: 0, data, extendedMode: true })
  assert.equal(signatureVerified, true, 'the time stamp is valid')
  return TSTInfo.fromBER(signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0)).genTime
}

/** Returns why pdfsig (poppler-utils) is not used; false when it is installed. */
export async function missingPdfsig(): Promise<string | false> {
  return await run('pdfsig', ['-v']).then(
    () => false,
    () => 'pdfsig is not installed. Install poppler-utils to verify signatures with it.',
  )
}

/** Verifies a PDF with pdfsig. @returns its report. */
export async function pdfsig(file: string): Promise<string> {
  // It exits with 1 for an invalid signature.
  const { stdout } = await run('pdfsig', [file]).catch((error: { stdout: string }) => error)
  return stdout
}

function firstIn({ valueBlock }: Sequence): Sequence {
  const [first] = valueBlock.value
  assert.ok(first instanceof Sequence)
  return first
}
