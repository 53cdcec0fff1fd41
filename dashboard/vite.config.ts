import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { checkStyles } from './check-styles.ts'

const SERVICE = 'http://127.0.0.1:3000'
// The service puts a new one into every answer (server/http/pages/dashboard-pages.ts).
const NONCE = '%NONCE%'
// Smaller files do not become smaller in a packet.
const COMPRESSED_BYTES_MIN = 1_024

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), chooseColoursFirst(), checkStyles(), compressFiles()],
  html: { cspNonce: NONCE },
  build: {
    // Older ones would be given a stand-in for light-dark() that does not see what Mantine sets.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // A data: address would need a weaker policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // By themselves they would be some sixty files, each with its own way to the browser. Mantine's styles are
        // among the first, so that ours come after them.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules.(react|react-dom|react-router|scheduler|@tanstack)\b|src.mantine\.css/,
            },
            {
              name: 'components',
              test: /node_modules|dashboard.src.(ui|layout|api|session)/,
              minShareCount: 14,
            },
          ],
        },
      },
    },
    manifest: true,
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { '/dashboard': SERVICE, '/v1': SERVICE, '/files': SERVICE } },
})

/** Sets the chosen colours before anything is drawn, from a file of its own: inline scripts are forbidden. */
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
        return [
          { tag: 'script', attrs: { src: `/${file.fileName}`, nonce: NONCE }, injectTo: 'head-prepend' },
        ]
      },
    },
  }
}

/** Puts a .br and a .gz beside each text, which the service sends as they are. */
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
    [constants.BROTLI_PARAM_QUALITY]: 10,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await Promise.all([
    promisify(brotliCompress)(content, { params: parameters }).then((packed) =>
      writeFile(`${path}.br`, packed),
    ),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
}
