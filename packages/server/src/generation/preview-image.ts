import { parseExactJson } from '@platen/template/exact-json'
import type { View } from '@platen/renderer/service'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../services.ts'
import { dataSetIn } from '../templates/data-sets.ts'
import { findTemplateDetails } from '../templates/overview.ts'
import { type ContentRef, readKnownSource, type VersionSelection } from '../content/contents.ts'
import { templateRef } from '../templates/templates.ts'
import { type Preview, preview } from './preview.ts'

/** Preview request: a source or a stored template, with data or with the sample data of the template. */
export interface PreviewImageRequest {
  accountId: string
  target:
    | { source: string }
    | {
        templateId: string
        templateVersion: VersionSelection | undefined
        /** Name of the data set that replaces the sample data. */
        dataSet: string | undefined
      }
  /**
   * JSON text of each element. `undefined`: the sample data of the template, or `{}` for a source. Helpers that fail on
   * it then print nothing.
   */
  elements: readonly string[] | undefined
  /** True when the caller has sent an array. */
  isList: boolean
  /** `undefined`: no image is drawn. */
  view: View | undefined
}

/** A preview with a PNG image of one sheet. */
export interface PreviewImage extends Preview {
  image: Buffer | undefined
}

/**
 * Renders a preview and an image of it.
 * @throws {Refusal} as `preview`; `not-found` when the account has no such template or data set; `invalid` for a sheet that does
 * not exist or cannot be drawn.
 */
export async function previewImage(
  services: Pick<Services, 'database' | 'renderer' | 'telemetry' | 'storage'>,
  { accountId, target, elements, isList, view }: PreviewImageRequest,
  signal: AbortSignal,
): Promise<PreviewImage> {
  const { source, sampleData, schema } =
    'source' in target
      ? { source: target.source, sampleData: {}, schema: undefined }
      : await readTemplate(
          services,
          templateRef(accountId, target.templateId, target.templateVersion),
          target.dataSet,
          signal,
        )
  const sample = {
    elements: [sampleData].flat().map((element) => JSON.stringify(element)),
    isList: Array.isArray(sampleData),
    isPreview: true,
  }
  const request = { accountId, source, schema, ...(elements ? { elements, isList } : sample) }
  const rendered = await preview(services, request, signal)
  return { ...rendered, image: view && (await draw(services, rendered, accountId, view, signal)) }
}

async function readTemplate(
  services: Pick<Services, 'database' | 'storage'>,
  ref: ContentRef,
  dataSet: string | undefined,
  signal: AbortSignal,
) {
  const template = await findTemplateDetails(services.database, ref.accountId, ref.id, ref.selected)
  const { source } = await readKnownSource(services, ref, template, signal)
  const text = dataSet === undefined ? template.sampleData : dataSetIn(template.dataSets, dataSet).data
  const sampleData = parseExactJson(text)
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
  throw new Refusal(
    'invalid',
    `The document has no sheet ${view.sheet}. It has ${sheets} ${sheets === 1 ? 'sheet' : 'sheets'}.`,
  )
}
