import Handlebars from 'handlebars'
import { mayRefer, referencesOf } from '../../../rendering/fill/references.ts'

/** Available partials. */
export interface LibraryNames {
  names: readonly string[]
  read(name: string): Promise<string>
}

/** Partials and assets that a template uses, also through its partials. */
export interface Uses {
  partials: string[]
  /** Returns true if the template uses this asset. If the data select the asset, any asset counts as used. */
  isShown(this: void, name: string): boolean
}

/** Returns true if a source may contain references. Other sources need no parsing. */
export { mayRefer as mayUse } from '../../../rendering/fill/references.ts'

/**
 * Finds the references in a source and its partials. A source with a syntax error has none; its compiler reports the
 * error.
 */
export async function usesOf(source: string, library: LibraryNames): Promise<Uses> {
  const partials = new Set<string>()
  let assets: ReadonlySet<string> | undefined = new Set()
  const left = [source]
  for (let text = left.pop(); text !== undefined; text = left.pop()) {
    const tree = mayRefer(text) ? parsed(text) : undefined
    if (!tree) continue
    const called = referencesOf(tree)
    assets = called.assets && assets?.union(called.assets)
    // If the data select the partial, all partials count as used.
    const names = called.dynamic ? library.names : library.names.filter((name) => called.partials.has(name))
    const fresh = names.filter((name) => !partials.has(name))
    for (const name of fresh) partials.add(name)
    left.push(...(await Promise.all(fresh.map((name) => library.read(name)))))
  }
  return {
    partials: [...partials].toSorted(),
    isShown: (name) => !assets || assets.has(name),
  }
}

function parsed(source: string): hbs.AST.Program | undefined {
  try {
    return Handlebars.parse(source)
  } catch {
    return undefined
  }
}
