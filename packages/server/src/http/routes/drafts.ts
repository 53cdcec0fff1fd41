import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { findDraft } from '../../content/drafts.ts'
import { findVersion, readVersion } from '../../content/versions.ts'
import type { Services } from '../../services.ts'
import { discardDraft, publishDraft } from '../../templates/drafts.ts'
import { saveTemplate } from '../../templates/save.ts'
import { findTemplate, templateRef } from '../../templates/templates.ts'
import { decodeSource, TEMPLATE_BODY } from '../fields/template-source.ts'
import { parsePreconditions, tagOf } from '../protocol/etags.ts'
import {
  PRECONDITION_DESCRIPTION,
  RestorePrecondition,
  VersionSchema,
  VersionWithContent,
} from '../schemas/content-schemas.ts'
import { TemplateParams } from '../schemas/params.ts'
import { DraftBody, failures, TemplateRemoved, TemplateSchema } from '../schemas/schemas.ts'
import { templateResponse } from './templates.ts'

const tags = ['templates']
const DRAFT_CONDITION = 'With If-Match, the response is 412 when the draft is not the expected version.'

/** Routes `/v1/templates/:templateId/draft`: read and save a draft. The dashboard has routes of its own for both. */
export function draftRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, storage, renderer } = services
  return async (app) => {
    app.get(
      '/templates/:templateId/draft',
      {
        schema: {
          summary: 'Read the draft of a template with its source',
          tags,
          params: TemplateParams,
          response: { 200: VersionWithContent, ...failures(504) },
        },
      },
      async ({ accountId, params: { templateId }, deadline }, reply) => {
        const ref = templateRef(accountId, templateId)
        const { number } = await findDraft(database, ref)
        const { object: content, ...version } = await readVersion(database, ref, number, (key) =>
          storage.readText(key, deadline),
        )
        return await reply.header('etag', tagOf(version.contentVersion)).send({ ...version, content })
      },
    )

    app.put(
      '/templates/:templateId/draft',
      {
        config: TEMPLATE_BODY,
        schema: {
          summary: 'Save a draft of a template',
          description:
            'Calls use the draft only with templateVersion "draft", until you publish it. A source that is equal to ' +
            `the published one creates no draft. ${PRECONDITION_DESCRIPTION} The current content is the draft, or the ` +
            'published version without a draft.',
          tags,
          headers: RestorePrecondition,
          params: TemplateParams,
          body: DraftBody,
          response: { 200: VersionSchema, ...failures(412, 504) },
        },
      },
      async ({ accountId, author, headers, params: { templateId }, body, deadline }, reply) => {
        const expected = { source: parsePreconditions(headers) }
        const source = decodeSource(body.content)
        await findTemplate(database, accountId, templateId)
        await renderer.check(source, accountId, deadline)
        const change = { source, isDraft: true, expected, author }
        const { draft, version } = await saveTemplate(services, accountId, templateId, change, deadline)
        const saved = await findVersion(database, templateRef(accountId, templateId), draft ?? version)
        return await reply.header('etag', tagOf(saved.contentVersion)).send(saved)
      },
    )
  }
}

/** Routes that publish or discard a draft, under /v1 and in the dashboard. */
export function draftEndRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/templates/:templateId/publish',
      {
        config: { permission: 'content:write' },
        schema: {
          summary: 'Publish the draft of a template',
          description: `Calls use it from then on. ${DRAFT_CONDITION}`,
          tags,
          headers: RestorePrecondition,
          params: TemplateParams,
          response: { 200: TemplateSchema, ...failures(412) },
        },
      },
      async ({ accountId, author, headers, params: { templateId } }, reply) => {
        const change = { author, expectedVersion: parsePreconditions(headers) }
        const template = await publishDraft(services, accountId, templateId, change)
        return await reply.header('etag', tagOf(template.contentVersion)).send(templateResponse(template))
      },
    )

    app.delete(
      '/templates/:templateId/draft',
      {
        config: { permission: 'content:write' },
        schema: {
          summary: 'Discard the draft of a template',
          description: `The versions stay in the history. ${DRAFT_CONDITION}`,
          tags,
          headers: RestorePrecondition,
          params: TemplateParams,
          response: { 200: TemplateRemoved, ...failures(412) },
        },
      },
      async ({ accountId, author, headers, params: { templateId } }) => {
        const change = { author, expectedVersion: parsePreconditions(headers) }
        await discardDraft(services, accountId, templateId, change)
        return { message: 'The draft was discarded.', templateId }
      },
    )
  }
}
