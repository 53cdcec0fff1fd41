export type { UsageRange } from './account.ts'
export type { Assets } from './assets.ts'
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
export type { NewTemplate, Replacement, TemplateJson, Templates } from './templates.ts'
export type {
  Asset,
  CallOptions,
  Credits,
  DryRun,
  Einvoice,
  EinvoiceFormat,
  EinvoiceProfile,
  EinvoiceValidation,
  ExtractedEinvoice,
  GenerateRequest,
  Invoice,
  InvoiceLine,
  Job,
  JobList,
  ListedTemplate,
  Preview,
  PartialWithContent,
  LibraryPartial,
  PdfOptions,
  PutOptions,
  RestoreOptions,
  Template,
  TemplateWithContent,
  Usage,
  Version,
  VersionWithContent,
  WebhookEvent,
} from './types.ts'
export type { Drafts, Versions } from './versions.ts'
export { verifyWebhook, type WebhookHeaders } from './webhooks.ts'
