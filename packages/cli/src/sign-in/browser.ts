import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

/**
 * Opens an address in the default browser.
 * @param display true if a Linux machine has a screen.
 * @returns true if the program was started. Its result is unknown.
 */
export async function openInBrowser(address: string, display: boolean): Promise<boolean> {
  // The address may come from the service. Only http and https addresses are passed, as a single argument.
  if (!URL.canParse(address)) return false
  const { protocol, href } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return await openOutside(href, display)
}

/** Opens a file in its default program. Same parameters and result as `openInBrowser`. */
export async function openFile(path: string, display: boolean): Promise<boolean> {
  // Absolute, so that a file name that begins with a dash is no option.
  return await openOutside(resolve(path), display)
}

async function openOutside(target: string, display: boolean): Promise<boolean> {
  const opener = openerOf(display)
  if (!opener) return false
  const [program, ...args] = opener
  return await new Promise((done) => {
    const child = spawn(program, [...args, target], { detached: true, stdio: 'ignore' })
    child.once('error', () => done(false))
    child.once('spawn', () => {
      child.unref()
      done(true)
    })
  })
}

function openerOf(display: boolean): [string, ...string[]] | undefined {
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return display ? ['xdg-open'] : undefined
}
