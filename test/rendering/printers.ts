import { readConfig } from '../../server/config.ts'
import { createTabProxy } from '../../server/rendering/egress/tab-proxy.ts'
import { PUBLIC_EGRESS } from '../../server/egress/rules.ts'
import { createTemplateHosts, type TemplateHosts } from '../../server/rendering/fill/hosts.ts'
import { prepareFonts } from '../../server/rendering/fonts.ts'
import { installChromium } from '../../server/rendering/print/chromium/install.ts'
import {
  createPrinter,
  type Owner,
  type Printer,
  type PrinterOptions,
} from '../../server/rendering/print/printer.ts'
import { unprivilegedUsers } from '../../server/rendering/isolation/unprivileged.ts'

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
  return await shared('template hosts', () => createTemplateHosts({ count: 1, user }))
}

/** Starts a printer. @param more replaces the usual options. */
export async function startPrinter(more: Partial<PrinterOptions> = {}): Promise<Printer> {
  return await createPrinter({ ...(await printerOptions()), ...more })
}
