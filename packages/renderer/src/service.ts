// Entry point for a service: everything that it may use, besides the folders that package.json exports.

export {
  type Renderer,
  type Rendered,
  type RendererOptions,
  type RenderRequest,
  createRenderer,
} from './renderer.ts'
export type { Log } from './log.ts'
export type { OnRenderEvent, RenderEvent, RunPhase } from './render-events.ts'
export type { Library, LibraryAsset, LibraryPartial } from './library.ts'
export type { Region } from './fill/messages.ts'
export type { Page } from './print/printer.ts'
export { FLOW_REASONS, type FlowReason } from './print/layout/overflow.ts'
export type { Warning } from './print/warnings.ts'
export type { View } from './image/drawer.ts'
export type { PdfOptions } from './pdf/finish/finish.ts'
export type { PageRange } from './pdf/finish/page-ranges.ts'
export * from './pdf/options.ts'
export { fillSignature, signedParts } from './pdf/objects/signature-slot.ts'
export { appendSecurityStore, type ValidationData } from './pdf/objects/security-store.ts'
export { createProtection } from './pdf/finish/protection.ts'
export { openSheets, type Sheets } from './image/sheets.ts'
export { prepareFonts } from './fonts.ts'
export { installChromium } from './print/chromium/install.ts'
export { describeIsolation, networkIsolation } from './isolation/network-isolation.ts'
