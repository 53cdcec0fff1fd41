import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import {
  type BaseBlock,
  Constructed,
  Enumerated,
  GeneralizedTime,
  Null,
  OctetString,
  Primitive,
} from 'asn1js'
import {
  AccessDescription,
  BasicOCSPResponse,
  CertificateRevocationList,
  type CertID,
  CRLDistributionPoints,
  DistributionPoint,
  ExtKeyUsage,
  type Extension,
  GeneralName,
  InfoAccess,
  IssuingDistributionPoint,
  OCSPRequest,
  OCSPResponse,
  ResponseBytes,
  RevokedCertificate,
  SingleResponse,
  Time,
  Extensions,
} from 'pkijs'
import type { Overrides } from '../../packages/server/src/app.ts'
import { extension, type Issued, issue } from './pki.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Response of a server to one path: bytes, or a status. */
export type Answer = (body: Buffer) => Promise<Buffer | number>

/** A server of data about certificates. */
export interface RevocationServer extends AsyncDisposable {
  port: number
  /** Responses by path. A path without one gets the status 404. */
  answers: Map<string, Answer>
  /** Paths that were requested. */
  requests: string[]
}

/** Starts a server of revocation lists, OCSP responses and certificates. */
export async function startRevocationServer(): Promise<RevocationServer> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      const path = request.url ?? ''
      running.requests.push(path)
      const answer = (await running.answers.get(path)?.(Buffer.concat(chunks))) ?? 404
      if (typeof answer === 'number') response.writeHead(answer).end()
      else response.writeHead(200).end(answer)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const running: RevocationServer = {
    port: address.port,
    answers: new Map(),
    requests: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return running
}

/** Returns a network in which each host has a public address, and connections to it reach its server. */
export function networkOf(hosts: Record<string, { port: number }>): NonNullable<Overrides['network']> {
  const names = Object.keys(hosts)
  const addressOf = (name: string) => `93.184.215.${names.indexOf(name) + 1}`
  return {
    resolve: async (name) => (name in hosts ? [addressOf(name)] : []),
    dial: (address) => {
      const name = names.find((one) => addressOf(one) === address) ?? ''
      return connect({ host: '127.0.0.1', port: hosts[name]?.port ?? 1 })
    },
  }
}

/** Returns extensions with the addresses for the status of a certificate. */
export function statusExtensions(urls: { ocsp?: string; list?: string; issuer?: string }): Extension[] {
  const methods = [
    ['1.3.6.1.5.5.7.48.1', urls.ocsp],
    ['1.3.6.1.5.5.7.48.2', urls.issuer],
  ] as const
  const accessDescriptions = methods.flatMap(([accessMethod, value]) =>
    value === undefined
      ? []
      : [new AccessDescription({ accessMethod, accessLocation: new GeneralName({ type: 6, value }) })],
  )
  const point = new DistributionPoint({
    distributionPoint: [new GeneralName({ type: 6, value: urls.list ?? '' })],
  })
  return [
    ...(accessDescriptions.length > 0
      ? [extension('1.3.6.1.5.5.7.1.1', new InfoAccess({ accessDescriptions }).toSchema())]
      : []),
    ...(urls.list === undefined
      ? []
      : [extension('2.5.29.31', new CRLDistributionPoints({ distributionPoints: [point] }).toSchema())]),
  ]
}

/** Issues a certificate for an OCSP responder. @param isChecked its own status must be checked. */
export async function issueResponder(issuer: Issued, { isChecked = false } = {}): Promise<Issued> {
  const usage = new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.9'] })
  return await issue({
    name: 'Responder',
    issuer,
    extensions: [
      extension('2.5.29.37', usage.toSchema()),
      ...(isChecked ? [] : [extension('1.3.6.1.5.5.7.48.1.5', new Null())]),
    ],
  })
}

/** Properties of a revocation list. */
export interface ListOptions {
  revoked?: Issued[]
  from?: Date
  /** `null`: the list names no end. */
  to?: Date | null
  /** Properties of its issuing distribution point. */
  point?: ConstructorParameters<typeof IssuingDistributionPoint>[0]
  /** Further serial numbers, to make it large. */
  serials?: number
  extensions?: Extension[]
}

/** Writes a revocation list. */
export async function writeList(issuer: Issued, options: ListOptions = {}): Promise<Buffer> {
  const { revoked = [], from = new Date(Date.now() - HOUR_MS), to = new Date(Date.now() + HOUR_MS) } = options
  const list = new CertificateRevocationList()
  list.version = 1
  list.issuer = issuer.certificate.subject
  list.thisUpdate = new Time({ value: from })
  if (to !== null) list.nextUpdate = new Time({ value: to })
  const entry = (userCertificate: RevokedCertificate['userCertificate']) =>
    new RevokedCertificate({ userCertificate, revocationDate: new Time({ value: new Date(REVOKED_AT) }) })
  list.revokedCertificates = revoked.map(({ certificate }) => entry(certificate.serialNumber))
  const point = options.point && new IssuingDistributionPoint(options.point)
  const extensions = [
    ...(point ? [extension('2.5.29.28', point.toSchema(), true)] : []),
    ...(options.extensions ?? []),
  ]
  if (extensions.length > 0) list.crlExtensions = new Extensions({ extensions })
  await list.sign(issuer.keys.privateKey, issuer.hash)
  return Buffer.from(list.toSchema(true).toBER())
}

/** Time at which certificates were revoked. */
export const REVOKED_AT = '2026-11-01T12:00:00.000Z'

/** Properties of OCSP responses. */
export interface OcspOptions {
  status?: 'good' | 'revoked' | 'unknown'
  from?: Date
  /** `null`: the response names no end. */
  to?: Date | null
  /** Responds about another certificate. */
  about?: CertID
}

/** Returns the responses of an OCSP responder. @param signer the issuer, or a certificate that it issued. */
export function ocspAnswer(signer: Issued, options: OcspOptions = {}): Answer {
  return async (body) => {
    const [request] = OCSPRequest.fromBER(Uint8Array.from(body)).tbsRequest.requestList
    if (!request) return 400
    const {
      status = 'good',
      from = new Date(Date.now() - MINUTE_MS),
      to = new Date(Date.now() + HOUR_MS),
    } = options
    const single = new SingleResponse({ certID: options.about ?? request.reqCert })
    single.certStatus = statusBlock(status)
    single.thisUpdate = from
    if (to !== null) single.nextUpdate = to
    const basic = new BasicOCSPResponse()
    const { valueHexView } = signer.certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock
    const key = createHash('sha1').update(valueHexView).digest()
    basic.tbsResponseData.responderID = new OctetString({ valueHex: key })
    basic.tbsResponseData.producedAt = new Date()
    basic.tbsResponseData.responses = [single]
    basic.certs = [signer.certificate]
    await basic.sign(signer.keys.privateKey, signer.hash)
    const response = new OCSPResponse({
      responseStatus: new Enumerated({ value: 0 }),
      responseBytes: new ResponseBytes({
        responseType: '1.3.6.1.5.5.7.48.1.1',
        response: new OctetString({ valueHex: basic.toSchema().toBER() }),
      }),
    })
    return Buffer.from(response.toSchema().toBER())
  }
}

function statusBlock(status: NonNullable<OcspOptions['status']>): BaseBlock {
  const tag = { good: 0, revoked: 1, unknown: 2 }[status]
  const idBlock = { tagClass: 3, tagNumber: tag }
  if (status !== 'revoked') return new Primitive({ idBlock, lenBlockLength: 1 } as never)
  return new Constructed({ idBlock, value: [new GeneralizedTime({ valueDate: new Date(REVOKED_AT) })] })
}
