import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { isOfArrival } from './chunks.ts'

// A file that is smaller than this many bytes is compiled in no time.
const leastHinted = 10_000

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
          const text = Buffer.from(file.type === 'chunk' ? hinted(file) : file.source)
          delete bundle[name]
          this.emitFile({ type: 'asset', fileName: `${name}.br`, source: compress(text) })
        }
      },
    },
  }
}

/**
 * The code of a file. Chromium compiles each function within the piece of work that calls it first, unless the file begins with these
 * words: then it compiles all of them beside the page, while the file arrives. Others take them for a comment.
 */
function hinted(chunk: Rolldown.OutputChunk): string {
  return isOfArrival(chunk) && chunk.code.length > leastHinted
    ? `//# allFunctionsCalledOnLoad\n${chunk.code}`
    : chunk.code
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
