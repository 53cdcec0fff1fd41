import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../../services.ts'
import { listCertificates, removeCertificate, saveCertificate } from '../../signing/certificates.ts'
import { isBase64Of } from '../fields/template-source.ts'
import { CertificateList, CertificateSchema, NewCertificate } from '../schemas/certificate-schemas.ts'
import { NameParams, Removed } from '../schemas/content-schemas.ts'
import { failures } from '../schemas/schemas.ts'

const tags = ['certificates']

/** Routes `/certificates`, under /v1 and in the dashboard: list, add, delete. */
export function certificateRoutes({ database, signing }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/certificates',
      {
        config: { permission: 'certificates:read' },
        schema: {
          summary: 'List the certificates of the account',
          description: 'Private keys are never returned.',
          tags,
          response: { 200: CertificateList },
        },
      },
      async ({ accountId }) => ({
        certificates: await listCertificates(database, accountId),
        canAdd: signing.keys.hasKey,
      }),
    )

    app.post(
      '/certificates',
      {
        config: { permission: 'certificates:write', hasSecretBody: true },
        schema: {
          summary: 'Add a certificate for signatures',
          description:
            'The private key is stored encrypted, with a key of the operator. A certificate with the same name is replaced: ' +
            'later calls sign with the new one.',
          tags,
          body: NewCertificate,
          response: { 200: CertificateSchema, 201: CertificateSchema, ...failures(504) },
        },
      },
      async ({ accountId, body: { name, content, password }, deadline }, reply) => {
        const file = Buffer.from(content, 'base64')
        if (!isBase64Of(content, file)) {
          throw new Refusal(
            'invalid',
            'content is not valid base64 (standard alphabet, padded, no line breaks).',
          )
        }
        const pair = await signing.readKeyPair(file, password, { accountId, deadline })
        const parts = { database, keys: signing.keys }
        const { certificate, isNew } = await saveCertificate(parts, { accountId, name }, pair)
        return await reply.status(isNew ? 201 : 200).send(certificate)
      },
    )

    app.delete(
      '/certificates/:name',
      {
        config: { permission: 'certificates:write' },
        schema: {
          summary: 'Delete a certificate with its private key',
          description: 'PDFs that were signed with it stay valid. Jobs that have not started yet fail.',
          tags,
          params: NameParams,
          response: { 200: Removed, ...failures(404) },
        },
      },
      async ({ accountId, params: { name } }) => {
        await removeCertificate(database, { accountId, name })
        return { message: 'The certificate was deleted.', name }
      },
    )
  }
}
