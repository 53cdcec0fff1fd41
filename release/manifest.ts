/** Parts of a package.json that a release reads or changes. */
export interface Manifest {
  name: string
  version: string
  private?: boolean
  exports: Record<string, string>
  bin?: Record<string, string>
  scripts?: unknown
  dependencies?: Record<string, string>
  devDependencies?: unknown
  [field: string]: unknown
}

/**
 * Returns the package.json of a published package. In the repository the exports are TypeScript sources, which Node does
 * not run below `node_modules`. In the package they are the JavaScript and the declarations in `dist/`.
 */
export function publishedManifest(
  manifest: Manifest,
  { files, isBundled, repository }: { files: string[]; isBundled: boolean; repository?: string | undefined },
): object {
  const { private: _private, scripts: _scripts, devDependencies: _devDependencies, ...rest } = manifest
  return {
    ...rest,
    exports: Object.fromEntries(
      Object.entries(manifest.exports).map(([path, source]) => [path, publishedExport(source)]),
    ),
    ...(manifest.bin && {
      bin: Object.fromEntries(
        Object.entries(manifest.bin).map(([name, source]) => [
          name,
          inDist(source, '.js').slice('./'.length),
        ]),
      ),
    }),
    ...(isBundled && { dependencies: ownDependencies(manifest) }),
    files,
    ...(repository !== undefined && { repository: { type: 'git', url: repository } }),
    publishConfig: { access: 'public', provenance: true },
  }
}

/** Returns the dependencies on packages of Platen. */
function ownDependencies({ dependencies = {} }: Manifest): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => name.startsWith('@platen/')))
}

function publishedExport(source: string): string | { types: string; default: string } {
  if (!source.endsWith('.ts')) return source
  return { types: inDist(source, '.d.ts'), default: inDist(source, '.js') }
}

function inDist(source: string, extension: string): string {
  return source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, extension)
}
