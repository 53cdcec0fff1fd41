/** Parts of a package.json that a release reads or changes. */
export interface Manifest {
  name: string
  version: string
  private?: boolean
  exports: Record<string, string>
  bin?: Record<string, string>
  scripts?: unknown
  devDependencies?: unknown
  [field: string]: unknown
}

/**
 * Returns the package.json of a published package. In the repository the exports are TypeScript sources, which Node does
 * not run below `node_modules`. In the package they are the JavaScript and the declarations in `dist/`.
 */
export function publishedManifest(manifest: Manifest, files: string[], repository?: string): object {
  const { private: _private, scripts: _scripts, devDependencies: _devDependencies, ...rest } = manifest
  return {
    ...rest,
    exports: Object.fromEntries(
      Object.entries(manifest.exports).map(([door, source]) => [door, publishedExport(source)]),
    ),
    ...(manifest.bin && {
      bin: Object.fromEntries(
        Object.entries(manifest.bin).map(([name, source]) => [
          name,
          inDist(source, '.js').slice('./'.length),
        ]),
      ),
    }),
    files,
    ...(repository !== undefined && { repository: { type: 'git', url: repository } }),
    publishConfig: { access: 'public', provenance: true },
  }
}

function publishedExport(source: string): string | { types: string; default: string } {
  if (!source.endsWith('.ts')) return source
  return { types: inDist(source, '.d.ts'), default: inDist(source, '.js') }
}

function inDist(source: string, extension: string): string {
  return source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, extension)
}
