import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  Accuracy,
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import type { Overrides } from '../../packages/server/src/app.ts'
import type { Issued } from './pki.ts'

/** Behaviour of a server for the next requests. */
export type Behaviour =
  | 'stamp'
  | 'other-nonce'
  | 'other-imprint'
  | 'reject'
  | 'status-500'
  | 'close'
  | 'huge'
  | 'garbage'
  | 'forged'

/** A time-stamp server (RFC 3161). */
export interface TimeStampServer extends AsyncDisposable {
  port: number
  behaviour: Behaviour
  /** Requests so far, with their headers. */
  requests: IncomingMessage['headers'][]
}

/** Starts a time-stamp server. @param authority a certificate that may sign time stamps. */
export async function startTimeStampServer(authority: Issued, chain: Issued[]): Promise<TimeStampServer> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      running.requests.push(request.headers)
      if (running.behaviour === 'close') return void request.socket.destroy()
      if (running.behaviour === 'status-500') return void response.writeHead(500).end('no')
      const body =
        running.behaviour === 'garbage'
          ? randomBytes(500)
          : running.behaviour === 'huge'
            ? Buffer.alloc(200_000)
            : await stamp(Buffer.concat(chunks), running.behaviour, authority, chain)
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(body)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const running: TimeStampServer = {
    port: address.port,
    behaviour: 'stamp',
    requests: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return running
}

async function stamp(
  query: Buffer,
  behaviour: Behaviour,
  authority: Issued,
  chain: Issued[],
): Promise<Buffer> {
  const request = TimeStampReq.fromBER(query)
  if (behaviour === 'reject') {
    const rejection = new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) })
    return Buffer.from(rejection.toSchema().toBER())
  }
  const info = new TSTInfo({
    version: 1,
    policy: '1.3.6.1.4.1.13762.3',
    messageImprint: request.messageImprint,
    serialNumber: new Integer({ valueHex: Buffer.concat([Buffer.of(0x42), randomBytes(7)]) }),
    genTime: new Date(),
    accuracy: new Accuracy({ seconds: 1 }),
    ...(request.nonce && { nonce: request.nonce }),
  })
  if (behaviour === 'other-nonce') info.nonce = new Integer({ value: 7 })
  if (behaviour === 'other-imprint')
    info.messageImprint.hashedMessage = new OctetString({ valueHex: Buffer.alloc(32) })
  const encapContentInfo = new EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.9.16.1.4' })
  // Set afterwards, because the constructor of pkijs splits it into parts, which DER forbids.
  encapContentInfo.eContent = new OctetString({ valueHex: info.toSchema().toBER() })
  const signed = new SignedData({
    version: 3,
    encapContentInfo,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: authority.certificate.issuer,
          serialNumber: authority.certificate.serialNumber,
        }),
        signedAttrs: signedAttributes(Buffer.from(info.toSchema().toBER()), authority),
      }),
    ],
    certificates: [authority, ...chain].map(({ certificate }) => certificate),
  })
  await signed.sign(authority.keys.privateKey, 0, authority.hash)
  if (behaviour === 'forged') {
    const [signer] = signed.signerInfos
    if (signer) signer.signature = new OctetString({ valueHex: randomBytes(64) })
  }
  const token = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  const response = new TimeStampResp({
    status: new PKIStatusInfo({ status: 0 }),
    timeStampToken: new ContentInfo({ schema: token.toSchema() }),
  })
  return Buffer.from(response.toSchema().toBER())
}

/** Returns the attributes that RFC 3161 requires. */
function signedAttributes(content: Buffer, { der }: Issued): SignedAndUnsignedAttributes {
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  const id = new Sequence({ value: [new OctetString({ valueHex: digest(der) })] })
  return new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new Attribute({
        type: '1.2.840.113549.1.9.3',
        values: [new ObjectIdentifier({ value: '1.2.840.113549.1.9.16.1.4' })],
      }),
      new Attribute({
        type: '1.2.840.113549.1.9.4',
        values: [new OctetString({ valueHex: digest(content) })],
      }),
      new Attribute({
        type: '1.2.840.113549.1.9.16.2.47',
        values: [new Sequence({ value: [new Sequence({ value: [id] })] })],
      }),
    ],
  })
}

/** Network in which the name of the server has a public address, and connections to it reach the server. */
export function networkTo({ port }: { port: number }): NonNullable<Overrides['network']> {
  return { resolve: async () => ['93.184.215.14'], dial: () => connect({ host: '127.0.0.1', port }) }
}
