import { createTenantUsage } from '../../packages/capacity/src/tenant-usage.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { createTabProxy } from '../../packages/renderer/src/proxy/tab-proxy.ts'
import { PUBLIC_EGRESS } from '../../packages/renderer/src/egress/rules.ts'
import { createTemplateHosts, type TemplateHosts } from '../../packages/renderer/src/fill/hosts.ts'
import { prepareFonts } from '../../packages/renderer/src/fonts.ts'
import { installChromium } from '../../packages/renderer/src/print/chromium/install.ts'
import {
  createPrinter,
  type Owner,
  type Printer,
  type PrinterOptions,
} from '../../packages/renderer/src/print/printer.ts'
import { unprivilegedUsers } from '../../packages/renderer/src/isolation/unprivileged.ts'

import { shared } from '../shared.ts'
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

/** Returns an owner with the default egress rules. */
export function owner(tenant: string): Owner {
  return { tenant, egress: PUBLIC_EGRESS }
}

/** Returns the options of the service's printer, without access to the network. */
export async function printerOptions(): Promise<PrinterOptions> {
  const { cacheDir, rendering } = readConfig({ CACHE_DIR: process.env['CACHE_DIR'] })
  return {
    installed: await installChromium({ cacheDir, chromePath: undefined }),
    fontsConfiguration: await prepareFonts({ cacheDir, fontsDir: undefined }),
    createProxy: () => createTabProxy({ rules: { mode: 'none', allow: [], deny: [] }, log: QUIET }),
    user: unprivilegedUsers().chromium,
    sandbox: true,
    tabs: 2,
    usage: createTenantUsage(),
    pageMemoryMb: rendering.pageMemoryMb,
    log: QUIET,
  }
}

/** Returns the printer that all files of a process share. */
export async function sharedPrinter(): Promise<Printer> {
  return await shared('printer', () => startPrinter())
}

/** Returns the template hosts that all files of a process share. */
export async function sharedHosts(): Promise<TemplateHosts> {
  const { templateHost: user } = unprivilegedUsers()
  return await shared('template hosts', () =>
    createTemplateHosts({ usage: createTenantUsage(), count: 1, user }),
  )
}

/** Starts a printer. @param more replaces the usual options. */
export async function startPrinter(more: Partial<PrinterOptions> = {}): Promise<Printer> {
  return await createPrinter({ ...(await printerOptions()), ...more })
}
