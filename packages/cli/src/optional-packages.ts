import { CallerError } from './caller.ts'

/** Packages that some commands need. They are large, and most callers do not need them. */
type OptionalPackage = '@platen/renderer' | '@platen/server'

const NODE_VERSION_MIN = 24

/**
 * Loads a module of an optional package.
 *
 * @throws {CallerError} with the command that installs the package, if it is missing, or if Node is too old for it
 */
export async function loadOptional<Module>(
  name: OptionalPackage,
  load: () => Promise<Module>,
): Promise<Module> {
  if (!isInstalled(name)) {
    throw new CallerError(`This command needs the package ${name}, which is not installed.`, {
      next: `Install it beside this tool: npm install ${name}`,
    })
  }
  if (Number.parseInt(process.versions.node, 10) < NODE_VERSION_MIN) {
    throw new CallerError(`${name} needs Node ${NODE_VERSION_MIN}. This is Node ${process.versions.node}.`, {
      next: `Run the tool with npx, or with Node ${NODE_VERSION_MIN}.`,
    })
  }
  return await load()
}

/** Returns true if a package is installed beside this one. */
export function isInstalled(name: OptionalPackage): boolean {
  try {
    import.meta.resolve(`${name}/package.json`)
    return true
  } catch {
    return false
  }
}
