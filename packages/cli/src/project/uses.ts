import Handlebars from 'handlebars'
import { mayRefer, referencesOf } from '@platen/template/references'

/** Available partials. */
export interface LibraryNames {
  names: readonly string[]
  read(name: string): Promise<string>
}

/** Partials and assets that a template uses, also through its partials. */
export interface Uses {
  partials: string[]
  /** Returns true if the template uses this asset. If the data selects the asset, any asset counts as used. */
  usesAsset(this: void, name: string): boolean
}

/**
 * Finds the references in a source and its partials. A source with a syntax error has none; its compiler reports the
 * error.
 */
export async function usesOf(source: string, library: LibraryNames): Promise<Uses> {
  const partials = new Set<string>()
  let assets: ReadonlySet<string> | undefined = new Set()
  const pending = [source]
  for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
    const tree = mayRefer(text) ? parsed(text) : undefined
    if (!tree) continue
    const references = referencesOf(tree)
    assets = references.assets && assets && new Set([...assets, ...references.assets])
    // If the data selects the partial, all partials count as used.
    const names = references.dynamic
      ? library.names
      : library.names.filter((name) => references.partials.has(name))
    const added = names.filter((name) => !partials.has(name))
    for (const name of added) partials.add(name)
    pending.push(...(await Promise.all(added.map((name) => library.read(name)))))
  }
  return {
    partials: [...partials].toSorted(),
    usesAsset: (name) => !assets || assets.has(name),
  }
}

function parsed(source: string): hbs.AST.Program | undefined {
  try {
    return Handlebars.parse(source)
  } catch {
    return undefined
  }
}
