import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

// Fonts are compressed already.
const isText = (name: string) => /\.(?:js|css|html|svg|webmanifest|json|txt)$/.test(name)

/**
 * Writes the built app as it lies in the repository and as the server reads it: every text compressed with Brotli, once, at
 * the highest level. A `.br` is what most browsers are sent as it is.
 */
export function shipped(): Plugin {
  return {
    name: 'crier-shipped',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [name, file] of Object.entries(bundle)) {
          if (!isText(name)) continue
          const text = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          delete bundle[name]
          this.emitFile({ type: 'asset', fileName: `${name}.br`, source: compress(text) })
        }
      },
    },
  }
}

function compress(text: Buffer): Uint8Array {
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
}
