import type { paths } from './schema.ts'

type Body<Answer> = Answer extends { content: { 'application/json': infer Json } } ? Json : never
type Operations<Path extends keyof paths> = paths[Path]
type Answered<Operation, Status extends PropertyKey> = Operation extends { responses: infer Answers }
  ? Status extends keyof Answers
    ? Body<Answers[Status]>
    : never
  : never

/** Template without its source. */
export type Template = Answered<Operations<'/v1/templates/upload'>['post'], 201>
/** Template in a list, with the link to its thumbnail. */
export type ListedTemplate = Answered<Operations<'/v1/templates'>['get'], 200>['templates'][number]
/** Template with its source. */
export type TemplateWithContent = Answered<Operations<'/v1/templates/{templateId}'>['get'], 200>['template']
/** Partial without its source. */
export type LibraryPartial = Answered<Operations<'/v1/partials'>['get'], 200>['partials'][number]
/** Partial with its source. */
export type PartialWithContent = Answered<Operations<'/v1/partials/{name}'>['get'], 200>['partial']
/** Version of a partial. */
export type PartialVersion = Answered<
  Operations<'/v1/partials/{name}/versions'>['get'],
  200
>['versions'][number]
/** Image or font. */
export type Asset = Answered<Operations<'/v1/assets'>['get'], 200>['assets'][number]
/** Job: a render in the background. */
export type Job = Answered<Operations<'/v1/jobs/{jobId}'>['get'], 200>['job']
/** Page of the list of jobs. */
export type JobList = Answered<Operations<'/v1/jobs'>['get'], 200>
/** Response of a preview. */
export type Previewed = Answered<Operations<'/v1/templates/preview'>['post'], 200>
/** Preview of a template. */
export interface Preview extends Omit<Previewed, 'picture'> {
  /** Image of one sheet, as PNG. */
  picture: { sheet: number; png: Uint8Array<ArrayBuffer> } | undefined
}
/** Credits of the account. */
export type Credits = Answered<Operations<'/v1/credits'>['get'], 200>
/** Usage in a range of days. */
export type Usage = Answered<Operations<'/v1/usage'>['get'], 200>

type GenerateAnswer = Answered<Operations<'/v1/pdf/generate'>['post'], 200>
/** Result of a dry run: sheets, warnings and cost. */
export type DryRun = Omit<Extract<GenerateAnswer, { dryRun: true }>, 'success' | 'dryRun'>
/** Response of a synchronous render. */
export type Generated = Extract<GenerateAnswer, { pdfUrl: string }>
/** Response of an asynchronous render. */
export type GenerationStarted = Extract<GenerateAnswer, { async: true }>

type GenerateBody = NonNullable<
  Operations<'/v1/pdf/generate'>['post']['requestBody']
>['content']['application/json']
/** Options of the PDF file. */
export type PdfOptions = NonNullable<GenerateBody['options']>
/** Template and data of a render. */
export interface GenerateRequest extends Pick<GenerateBody, 'templateId'> {
  /** An object renders one page. An array renders one page for each element, at most 50. */
  data: object
  /** E-mail addresses that receive the PDF, at most 50. */
  sendEmail?: string[] | undefined
  /** Options of the PDF file, such as a file name or a password. */
  options?: PdfOptions | undefined
}

/** Event that a webhook receives. */
export type WebhookEvent =
  | {
      type: 'job.completed' | 'job.failed'
      /** Id of the event. Repeated deliveries have the same id. */
      id: string
      createdAt: string
      job: Omit<Job, 'recipients'>
    }
  | { type: 'webhook.test'; id: string; createdAt: string }

/** Options for storing content, with protection against lost updates. */
export interface PutOptions extends CallOptions {
  /** The `contentVersion` to replace. Default: any. */
  ifVersion?: string | undefined
  /** Stores only if nothing is stored yet. */
  ifAbsent?: boolean | undefined
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call. The call then throws the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Time limit of each attempt in milliseconds. */
  timeoutMs?: number | undefined
  /** Retries after the first attempt. */
  retries?: number | undefined
}
