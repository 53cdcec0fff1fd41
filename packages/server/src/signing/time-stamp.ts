import { createHash, randomBytes } from 'node:crypto'
import { fromBER, Integer, OctetString, type Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { Refusal } from '@platen/template/refusal'
import { type Route, sendRequest } from '../egress/http-request.ts'

/** Time-stamp server of the operator (RFC 3161), and the way to it. */
export interface TimeStampServer {
  url: URL
  route: Route
}

const LIMIT_MS = 10_000
const ATTEMPTS = 2
/** Largest token. Usual ones have 3 to 8 KB. */
export const TOKEN_BYTES_MAX = 24 * 1024
const RESPONSE_BYTES_MAX = TOKEN_BYTES_MAX + 1_024
const RETRY_AFTER_SECONDS = 30
const SHA256 = '2.16.840.1.101.3.4.2.1'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** Statuses of a response with a token: granted, and granted with modifications. */
const GRANTED = [0, 1]

/** A time stamp that was checked. */
export interface TimeStamp {
  /** DER. */
  token: Buffer
  /** Certificates in the token in DER, from that of its signer. */
  certificates: Buffer[]
}

/** Reason for which a server gave no valid time stamp. */
class TimeStampError extends Error {
  override name = 'TimeStampError'
}

/**
 * Requests a time stamp of a signature, a second time if the first request fails.
 * @returns the token, which was checked: its signature, and that it is for these bytes and this request.
 * @throws {Refusal} `busy` when the server gives no valid time stamp.
 * @throws the signal's reason when it aborts.
 */
export async function requestTimeStamp(
  signature: Buffer,
  server: TimeStampServer,
  signal: AbortSignal,
): Promise<TimeStamp> {
  let failure: unknown
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await attemptTimeStamp(signature, server, signal)
    } catch (error) {
      signal.throwIfAborted()
      failure = error
    }
  }
  const reason = failure instanceof TimeStampError ? failure.message : 'its response is not valid'
  throw new Refusal(
    'busy',
    'The PDF could not be signed, because the time-stamp server gave no time stamp. Try again.',
    { detail: `The time-stamp server: ${reason}.`, retryAfter: RETRY_AFTER_SECONDS, cause: failure },
  )
}

async function attemptTimeStamp(
  signature: Buffer,
  { url, route }: TimeStampServer,
  signal: AbortSignal,
): Promise<TimeStamp> {
  const nonce = new Integer({ valueHex: positive(randomBytes(8)) })
  const digest = createHash('sha256').update(signature).digest()
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: digest }),
    }),
    nonce,
    certReq: true,
  })
  const target = new URL(url)
  target.username = target.password = ''
  const outcome = await sendRequest(
    {
      url: target,
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', ...authorization(url) },
      body: Buffer.from(request.toSchema().toBER()),
      limitMs: LIMIT_MS,
      responseBytesMax: RESPONSE_BYTES_MAX,
      signal,
    },
    route,
  )
  if ('reason' in outcome) throw new TimeStampError(outcome.reason)
  if (outcome.status !== 200) throw new TimeStampError(`it answered with the status ${outcome.status}`)
  if (!outcome.isComplete) throw new TimeStampError('its response is incomplete or too long')
  return await tokenIn(outcome.body, { signature, digest, nonce })
}

async function tokenIn(
  response: Buffer,
  expected: { signature: Buffer; digest: Buffer; nonce: Integer },
): Promise<TimeStamp> {
  const { status, timeStampToken } = TimeStampResp.fromBER(response)
  if (!GRANTED.includes(status.status))
    throw new TimeStampError(`it refused with the status ${status.status}`)
  if (!timeStampToken) throw new TimeStampError('its response has no token')
  const signed = new SignedData({ schema: timeStampToken.content })
  const info = TSTInfo.fromBER(signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0))
  const isForRequest =
    info.nonce?.isEqual(expected.nonce) === true &&
    info.messageImprint.hashAlgorithm.algorithmId === SHA256 &&
    expected.digest.equals(Buffer.from(info.messageImprint.hashedMessage.getValue()))
  if (!isForRequest) throw new TimeStampError('its token is for another request')
  const data = Uint8Array.from(expected.signature).buffer
  const { signatureVerified, signerCertificate } = await signed.verify({
    signer: 0,
    data,
    extendedMode: true,
  })
  if (signatureVerified !== true || !signerCertificate)
    throw new TimeStampError('the signature of its token is not valid')
  if (!maySignTimeStamps(signerCertificate))
    throw new TimeStampError('its certificate may not sign time stamps')
  const [, token] = (fromBER(response).result as Sequence).valueBlock.value
  const others = (signed.certificates ?? []).filter((one) => one instanceof Certificate)
  return {
    token: Buffer.from(token?.toBER() ?? new ArrayBuffer(0)),
    certificates: [signerCertificate, ...others].map((one) => Buffer.from(one.toSchema().toBER())),
  }
}

function maySignTimeStamps({ extensions = [] }: Certificate): boolean {
  const usage: unknown = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(TIME_STAMPING)
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

/** Clears the sign bit and makes the first byte non-zero, so that the number has its shortest encoding. */
function positive(bytes: Buffer): Buffer {
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes
}
