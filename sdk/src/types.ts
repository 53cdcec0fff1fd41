import type { paths } from './schema.ts'

type Body<Answer> = Answer extends { content: { 'application/json': infer Json } } ? Json : never
type Operations<Path extends keyof paths> = paths[Path]
type Answered<Operation, Status extends PropertyKey> = Operation extends { responses: infer Answers }
  ? Status extends keyof Answers
    ? Body<Answers[Status]>
    : never
  : never

/** A template as it is answered when it was uploaded or replaced. */
export type Template = Answered<Operations<'/v1/templates/upload'>['post'], 201>
/** A template in the list, with the link to its picture. */
export type ListedTemplate = Answered<Operations<'/v1/templates'>['get'], 200>['templates'][number]
/** A template with its source. */
export type TemplateWithContent = Answered<Operations<'/v1/templates/{templateId}'>['get'], 200>['template']
/** A partial in the list, or as it is answered when it was stored. */
export type SharedPartial = Answered<Operations<'/v1/partials'>['get'], 200>['partials'][number]
/** A partial with its source. */
export type PartialWithContent = Answered<Operations<'/v1/partials/{name}'>['get'], 200>['partial']
/** A source that a partial has or has had. */
export type PartialVersion = Answered<
  Operations<'/v1/partials/{name}/versions'>['get'],
  200
>['versions'][number]
/** A picture or a font. */
export type Asset = Answered<Operations<'/v1/assets'>['get'], 200>['assets'][number]
/** How far an asynchronous generation is. */
export type Job = Answered<Operations<'/v1/jobs/{jobId}'>['get'], 200>['job']
/** A page of the list of jobs. */
export type JobList = Answered<Operations<'/v1/jobs'>['get'], 200>
/** What a preview is answered. */
export type Previewed = Answered<Operations<'/v1/templates/preview'>['post'], 200>
/** How a template looks. */
export interface Preview extends Omit<Previewed, 'picture'> {
  /** A PNG of one sheet. */
  picture: { sheet: number; png: Uint8Array<ArrayBuffer> } | undefined
}
/** What is left to spend. */
export type Credits = Answered<Operations<'/v1/credits'>['get'], 200>
/** What was made in a range of days. */
export type Usage = Answered<Operations<'/v1/usage'>['get'], 200>

type GenerateAnswer = Answered<Operations<'/v1/pdf/generate'>['post'], 200>
/** What a PDF would be and cost. */
export type DryRun = Omit<Extract<GenerateAnswer, { dryRun: true }>, 'success' | 'dryRun'>
/** What a synchronous call answers. */
export type Generated = Extract<GenerateAnswer, { pdfUrl: string }>
/** What an asynchronous call answers. */
export type GenerationStarted = Extract<GenerateAnswer, { async: true }>

type GenerateBody = NonNullable<
  Operations<'/v1/pdf/generate'>['post']['requestBody']
>['content']['application/json']
/** What a PDF is given besides its pages. */
export type PdfOptions = NonNullable<GenerateBody['options']>
/** What a PDF is made of. */
export interface GenerateRequest extends Pick<GenerateBody, 'templateId'> {
  /** An object makes one page, an array one page for each of its elements, at most 50. */
  data: object
  /** Who gets the finished PDF by mail, at most 50. */
  sendEmail?: string[] | undefined
  /** What the PDF is given besides its pages, such as a file name or a password. */
  options?: PdfOptions | undefined
}

/** What a webhook's call tells. */
export type WebhookEvent =
  | {
      type: 'job.completed' | 'job.failed'
      /** The same at every delivery of this event. */
      id: string
      createdAt: string
      job: Omit<Job, 'recipients'>
    }
  | { type: 'webhook.test'; id: string; createdAt: string }

/** How something is put whose content may be another's meanwhile. */
export interface PutOptions extends CallOptions {
  /** The `contentVersion` that is to be replaced, so that nobody's change is lost unseen. Any, if not given. */
  ifVersion?: string | undefined
  /** Only where there is none of this name. */
  ifAbsent?: boolean | undefined
}

/** How a single call is made, other than the client does it by itself. */
export interface CallOptions {
  /** Ends the call, with the signal's reason as its error. */
  signal?: AbortSignal | undefined
  /** Milliseconds that each try may take. */
  timeoutMs?: number | undefined
  /** Tries after the first. */
  retries?: number | undefined
}
