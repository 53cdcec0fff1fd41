import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

/**
 * Shows an address in the browser of whoever sits here.
 * @param display whether a Linux has a screen at all.
 * @returns whether there is a program to ask for it; what that does with it nobody knows.
 */
export async function openInBrowser(address: string, display: boolean): Promise<boolean> {
  // It may be a stranger's text: only what is the web's is handed to a program, as one argument that is an address.
  if (!URL.canParse(address)) return false
  const { protocol, href } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return await openOutside(href, display)
}

/** Shows a file in the program that is for such files; as `openInBrowser`. */
export async function openFile(path: string, display: boolean): Promise<boolean> {
  // In full, so that it is no option whatever it is called.
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
