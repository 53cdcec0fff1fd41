import { parseExactJson } from '../rendering/fill/exact-json.ts'
import type { View } from '../rendering/image/drawer.ts'
import { Refusal } from '../errors.ts'
import type { Services } from '../services.ts'
import { findTemplateDetails } from '../templates/overview.ts'
import { readSource } from '../templates/templates.ts'
import { type Preview, preview } from './preview.ts'

/** What is looked at: a source, or a template's own, with data or else with what the template is tried with. */
export interface PreviewImageRequest {
  accountId: string
  what: { source: string } | { templateId: string }
  /** Undefined: the template's sample data, or none; then helpers that cannot work with it print nothing. */
  elements: unknown[] | undefined
  /** Whether the caller has sent them as an array. */
  isList: boolean
  /** Undefined: no picture is wanted. */
  view: View | undefined
}

/** A preview, and a picture of one of its sheets as a PNG. */
export interface PreviewImage extends Preview {
  picture: Buffer | undefined
}

/**
 * Makes a preview and a picture of it.
 * @throws {Refusal} as `preview`; `not-found` for a template that is not the account's; `invalid` for a sheet that
 * there is not, or that cannot be drawn.
 */
export async function previewImage(
  services: Pick<Services, 'database' | 'renderer' | 'telemetry' | 'storage'>,
  { accountId, what, elements, isList, view }: PreviewImageRequest,
  signal: AbortSignal,
): Promise<PreviewImage> {
  const { source, sampleData, schema } =
    'source' in what
      ? { source: what.source, sampleData: {}, schema: undefined }
      : await readTemplate(services, accountId, what.templateId, signal)
  const sample = { elements: [sampleData].flat(), isList: Array.isArray(sampleData), isPreview: true }
  const asked = { accountId, source, schema, ...(elements ? { elements, isList } : sample) }
  const made = await preview(services, asked, signal)
  return { ...made, picture: view && (await draw(services, made, accountId, view, signal)) }
}

async function readTemplate(
  services: Pick<Services, 'database' | 'storage'>,
  accountId: string,
  templateId: string,
  signal: AbortSignal,
) {
  const template = await findTemplateDetails(services.database, accountId, templateId)
  const { source } = await readSource(services, accountId, template, signal)
  const sampleData = parseExactJson(template.sampleData)
  return { source, sampleData, schema: template.dataSchema }
}

async function draw(
  { renderer }: Pick<Services, 'renderer'>,
  { pdf, sheets }: Preview,
  accountId: string,
  view: View,
  signal: AbortSignal,
): Promise<Buffer> {
  if (view.sheet <= sheets) return await renderer.draw(pdf, view, accountId, signal)
  throw new Refusal('invalid', `There is no sheet ${view.sheet}: the document has ${sheets}.`)
}
