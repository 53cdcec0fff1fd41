import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { publishedManifest } from '../../release/manifest.ts'

const MANIFEST = {
  name: '@platen/example',
  version: '1.2.3',
  private: true,
  exports: { '.': './src/index.ts', './names/*': './src/names/*.ts', './package.json': './package.json' },
  bin: { example: './src/bin.ts' },
  dependencies: { '@platen/template': '1.2.3', diff: '9.0.0' },
  devDependencies: { typescript: '7.0.2' },
  scripts: { build: 'build' },
}

describe('the package.json of a published package', () => {
  it('exports JavaScript with declarations, and has nothing of the development', () => {
    assert.deepEqual(publishedManifest(MANIFEST, { files: ['dist'], isBundled: false }), {
      name: '@platen/example',
      version: '1.2.3',
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './names/*': { types: './dist/names/*.d.ts', default: './dist/names/*.js' },
        './package.json': './package.json',
      },
      bin: { example: 'dist/bin.js' },
      dependencies: MANIFEST.dependencies,
      files: ['dist'],
      publishConfig: { access: 'public', provenance: true },
    })
  })

  it('depends only on packages of Platen if its libraries are part of it, and names its repository', () => {
    const url = 'git+https://git.example.com/platen.git'
    const published = publishedManifest(MANIFEST, { files: [], isBundled: true, repository: url })
    assert.deepEqual(published, {
      ...publishedManifest(MANIFEST, { files: [], isBundled: false }),
      dependencies: { '@platen/template': '1.2.3' },
      repository: { type: 'git', url },
    })
  })
})
