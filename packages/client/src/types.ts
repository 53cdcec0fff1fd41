import type { components, paths } from './schema.ts'

type Schemas = components['schemas']

/** Template without its source. */
export type Template = Schemas['Template']
/** Template in a list, with the link to its thumbnail. */
export type ListedTemplate = Schemas['ListedTemplate']
/** Template with its source. */
export type TemplateWithContent = Schemas['TemplateWithContent']
/** Data set of a template, without its data. */
export type DataSet = Schemas['DataSet']
/** Partial without its source. */
export type LibraryPartial = Schemas['LibraryPartial']
/** Partial with its source. */
export type PartialWithContent = Schemas['PartialWithContent']
/** Version of a template, partial or asset, without its content. */
export type Version = Schemas['Version']
/** Version of a template or partial with its source. */
export type VersionWithContent = Schemas['VersionWithContent']
/** Image or font. */
export type Asset = Schemas['Asset']
/** Job: a render in the background. */
export type Job = Schemas['Job']
/** Page of the list of jobs. */
export type JobList = Schemas['JobList']
/** Batch: a document for each row of a file. */
export type Batch = Schemas['Batch']
/** Page of the list of batches. */
export type BatchList = Schemas['BatchList']
/** Columns and first rows of the file of a batch. */
export type BatchCheck = Schemas['BatchDryRun']
/** Call of the account in the request log. */
export type LoggedRequest = Schemas['LoggedRequest']
/** Call with its phases, error and body. */
export type LoggedRequestDetail = Schemas['LoggedRequestDetail']
/** Page of the request log. */
export type RequestList = Schemas['RequestList']
/** Response of a preview. */
export type PreviewResult = Schemas['PreviewResult']
/** Preview of a template. */
export interface Preview extends Omit<PreviewResult, 'picture'> {
  /** Image of one sheet, as PNG. */
  picture: { sheet: number; png: Uint8Array<ArrayBuffer> } | undefined
}
/** Invoice of EN 16931. Each field names its business term. */
export type Invoice = Schemas['Invoice']
/** Line of an invoice. */
export type InvoiceLine = NonNullable<Invoice['lines']>[number]
/** Certificate with which PDFs are signed. */
export type Certificate = Schemas['Certificate']
/** New e-invoice: the XML, and the invoice with all amounts. */
export type Einvoice = Schemas['Einvoice']
/** Result of the check of an e-invoice. */
export type EinvoiceValidation = Schemas['EinvoiceValidation']
/** The content of a document with an e-invoice. */
export type ExtractedEinvoice = Schemas['ExtractedEinvoice']
export type EinvoiceFormat = Einvoice['format']
export type EinvoiceProfile = NonNullable<
  paths['/v1/einvoices']['post']['requestBody']['content']['application/json']['profile']
>
/** Credits of the account. */
export type Credits = Schemas['Credits']
/** Usage in a range of days. */
export type Usage = Schemas['Usage']

/** Result of a dry run: sheets, warnings and cost. */
export type DryRun = Omit<Schemas['DryRun'], 'success' | 'dryRun'>
/** Response of a synchronous render. */
export type Generated = Schemas['SynchronousGeneration']
/** Response of an asynchronous render. */
export type GenerationStarted = Schemas['AsynchronousGeneration']

type GenerateBody = paths['/v1/pdf/generate']['post']['requestBody']['content']['application/json']
/** Options of the PDF file. */
export type PdfOptions = NonNullable<GenerateBody['options']>
/** Template and data of a render. */
export interface GenerateRequest extends Pick<GenerateBody, 'templateId'> {
  /** Number of a version, or `draft` for the newest saved version. Default: the published version. */
  templateVersion?: GenerateBody['templateVersion'] | undefined
  /** An object renders one page. An array renders one page for each element, at most 50. */
  data: object
  /** E-mail addresses that receive the PDF, at most 50. */
  sendEmail?: string[] | undefined
  /** Options of the PDF file, such as a file name or a password. */
  options?: PdfOptions | undefined
}

/** Webhook: a URL of the account that receives events. */
export type Webhook = Schemas['Webhook']
/** Webhook with its secret, which cannot be read again. */
export type WebhookWithSecret = Schemas['WebhookWithSecret']
/** Type of an event that a webhook can receive. */
export type WebhookEventType = Webhook['events'][number]
/** Delivery of an event to a webhook. */
export type WebhookDelivery = Schemas['WebhookDelivery']
/** Delivery with its attempts. */
export type WebhookDeliveryDetail = Schemas['WebhookDeliveryDetail']
/** Page of the list of deliveries. */
export type WebhookDeliveryList = Schemas['WebhookDeliveryList']
/** Temporary receiver of events, which a program reads with polls. */
export type WebhookListener = Schemas['WebhookListener']
/** Event that a poll returns, with the body that a webhook would receive. */
export type ListenerEvent = Schemas['ListenerEvent']

/** Batch at the time of an event. */
export type EventBatch = Omit<
  Batch,
  'rowsWaiting' | 'results' | 'expiresIn' | 'expiresAt' | 'createdAt' | 'endedAt'
>

/** Event that a webhook receives. Repeated deliveries have the same `id`. */
export type WebhookEvent = { id: string; createdAt: string } & (
  | { type: 'job.completed' | 'job.failed'; job: Omit<Job, 'recipients'> }
  | { type: 'batch.completed' | 'batch.paused' | 'batch.failed'; batch: EventBatch }
  | { type: 'credits.low'; credits: Omit<Credits, 'billingUrl'> & { threshold: number } }
  | { type: 'webhook.test' }
)

/** Options for restoring a version, with protection against lost updates. */
export interface RestoreOptions extends CallOptions {
  /** The `contentVersion` to replace. Default: any. */
  ifVersion?: string | undefined
}

/** Options for storing content, with protection against lost updates. */
export interface PutOptions extends RestoreOptions {
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
