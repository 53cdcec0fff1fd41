export type { UsageRange } from './account.ts'
export type { Assets } from './assets.ts'
export type { Batches, BatchRequest, BatchWaitOptions, ColumnMapping } from './batches.ts'
export type { Certificates, NewCertificate } from './certificates.ts'
export type { Fetch } from './connection/calls.ts'
export { Platen, type PlatenOptions } from './platen.ts'
export type { EinvoiceDocument, Einvoices, EinvoiceToCheck, NewEinvoice } from './einvoices.ts'
export type { Download } from './connection/downloads.ts'
export {
  BadRequest,
  Changed,
  Conflict,
  ConnectionFailed,
  Forbidden,
  InsufficientCredits,
  JobFailed,
  NotFound,
  type Position,
  PlatenError,
  type Problem,
  RateLimited,
  ServerError,
  Timeout,
  Unauthorized,
  WebhookSignatureError,
} from './errors.ts'
export type { FinishedJob, JobFilter, Jobs, WaitOptions } from './jobs.ts'
export type { Partials } from './partials.ts'
export type { GeneratedFile, GeneratedPdf, GenerateOptions, Pdf, PictureOptions, StartedJob } from './pdf.ts'
export type { PreviewRequest } from './previews.ts'
export type { RequestFilter, Requests } from './requests.ts'
export type { DataSets } from './templates/data-sets.ts'
export type { NewTemplate, Replacement, TemplateJson, TemplateListOptions, Templates } from './templates.ts'
export type {
  Asset,
  Batch,
  BatchCheck,
  BatchList,
  CallOptions,
  Certificate,
  Credits,
  DataSet,
  DryRun,
  Einvoice,
  EinvoiceFormat,
  EinvoiceProfile,
  EinvoiceValidation,
  EventBatch,
  ExtractedEinvoice,
  GenerateRequest,
  Invoice,
  InvoiceLine,
  Job,
  JobList,
  ListedTemplate,
  LoggedRequest,
  LoggedRequestDetail,
  ListenerEvent,
  Preview,
  PartialWithContent,
  LibraryPartial,
  PdfOptions,
  PutOptions,
  RequestList,
  RestoreOptions,
  Template,
  TemplateWithContent,
  Usage,
  Version,
  VersionWithContent,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookEvent,
  WebhookEventType,
  WebhookListener,
  WebhookWithSecret,
} from './types.ts'
export type { Drafts, Versions } from './versions.ts'
export type { Listeners } from './webhooks/listeners.ts'
export { verifyWebhook, type WebhookHeaders } from './webhooks/verify.ts'
export type { DeliveryFilter, NewWebhook, WebhookChange, Webhooks } from './webhooks/webhooks.ts'
