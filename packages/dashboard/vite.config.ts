import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { checkStyles } from './check-styles.ts'

const SERVICE = 'http://127.0.0.1:3000'
// Smaller files fit into one network packet anyway.
const COMPRESSED_BYTES_MIN = 1_024

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: {
      '@codemirror/lang-javascript': join(
        import.meta.dirname,
        'src/features/templates/code/script-language.ts',
      ),
    },
  },
  plugins: [react(), chooseColoursFirst(), checkStyles(), compressFiles()],
  build: {
    // For older browsers, the build would replace light-dark() by a polyfill that ignores Mantine's colour scheme.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Inlined data: URLs would require a weaker Content Security Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // By default the build has about 160 files, each with a request of its own. Mantine's styles are in the first
        // group, so that our styles come after them and override them. The group `fields` keeps the components of most
        // pages out of the sign-in pages.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules.(?:react|react-dom|react-router|scheduler|@tanstack)[\\/]|src.mantine\.css/,
            },
            { name: 'base', tags: ['$initial'] },
            {
              name: 'fields',
              test: /@mantine.(?:form|core.esm.components.(?:Alert|Anchor|Card|PasswordInput|TextInput))[\\/]|src.(?:layout.Brand|session.fields|ui.forms.FormFailure)\b/,
            },
            {
              name: 'components',
              test: /node_modules|dashboard.src.(ui|layout|api|base|session)/,
              minShareCount: 20,
            },
            { name: 'layout', test: /src.layout.(?:Layout|navigation)\.tsx?$/ },
          ],
        },
      },
    },
    manifest: true,
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { '/dashboard': SERVICE, '/v1': SERVICE, '/files': SERVICE } },
})

/**
 * Vite plugin: sets the colour scheme before the first paint. The script is a file, because the policy forbids inline
 * scripts.
 */
function chooseColoursFirst(): Plugin {
  const name = 'colours.js'
  const source = `try {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {}
`
  return {
    name: 'choose-colours-first',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.values(bundle).find((part) => part.type === 'asset' && part.names.includes(name))
        if (!file) throw new Error(`The bundle has no ${name}`)
        return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** Vite plugin: writes a .br and a .gz file beside each text file. The service sends them as they are. */
function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      const texts = (await readdir(assets)).filter((file) => /\.(js|mjs|css|svg|wasm)$/.test(file))
      await Promise.all(texts.map((file) => compressFile(join(assets, file))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < COMPRESSED_BYTES_MIN) return
  const parameters = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await Promise.all([
    promisify(brotliCompress)(content, { params: parameters }).then((packed) =>
      writeFile(`${path}.br`, packed),
    ),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
}
