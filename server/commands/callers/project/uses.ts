import Handlebars from 'handlebars'
import { mayRefer, referencesOf } from '../../../rendering/fill/references.ts'

/** Where partials are to be had. */
export interface LibraryNames {
  names: readonly string[]
  read(name: string): Promise<string>
}

/** What a template uses of what there is, through its partials too. */
export interface Uses {
  partials: string[]
  /** Whether it shows an asset of that name. Where only the data name one, it may be any. */
  isShown(this: void, name: string): boolean
}

/** Whether a source may use anything at all: only such a one need be looked into. */
export { mayRefer as mayUse } from '../../../rendering/fill/references.ts'

/** Reads from a source what it uses. One that cannot be parsed uses nothing: whoever compiles it says why. */
export async function usesOf(source: string, library: LibraryNames): Promise<Uses> {
  const partials = new Set<string>()
  let assets: ReadonlySet<string> | undefined = new Set()
  const left = [source]
  for (let text = left.pop(); text !== undefined; text = left.pop()) {
    const tree = mayRefer(text) ? parsed(text) : undefined
    if (!tree) continue
    const called = referencesOf(tree)
    assets = called.assets && assets?.union(called.assets)
    // A name that only the data say may be any.
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
