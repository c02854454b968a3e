import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { etagOf } from '../../lib/requests/etag.ts'

/** A file of the app, in the codings that browsers accept. */
export interface BuiltFile {
  readonly type: string
  readonly etag: string
  /** Its bytes in the best coding that `Accept-Encoding` allows; a coding of null: as they are. */
  inCoding(acceptEncoding: string | undefined): {
    readonly coding: 'br' | 'gzip' | null
    readonly bytes: Buffer
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

const builtFolder = join(import.meta.dirname, '../../../../web/dist')

type BuiltApp = ReadonlyMap<string, BuiltFile> | null

const known = new Map<string, { readonly writtenAt: number; readonly app: BuiltApp }>()

/**
 * The app as `npm run build-web` wrote it. It is read once for all servers of a process, and again where it was built again.
 * The names are paths below the server's address, such as `assets/index-4f2a.js`. Null where the app was not built.
 */
export function readBuiltApp(folder = builtFolder): BuiltApp {
  const writtenAt = statSync(join(folder, 'index.html.br'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const read = known.get(folder)
  if (read?.writtenAt === writtenAt) return read.app
  const app = readFolder(folder)
  known.set(folder, { writtenAt, app })
  return app
}

/** Reads every file of the app: about half a megabyte. */
function readFolder(folder: string): BuiltApp {
  if (!existsSync(join(folder, 'index.html.br'))) return null
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    paths.map((path) => {
      const name = path.slice(folder.length + 1).replaceAll('\\', '/')
      return [name.replace(/\.br$/, ''), builtFile(name, readFileSync(path))]
    }),
  )
}

function builtFile(name: string, stored: Buffer): BuiltFile {
  const isCompressed = name.endsWith('.br')
  const type = types[extname(name.replace(/\.br$/, ''))] ?? 'application/octet-stream'
  // Browsers accept Brotli only over TLS or from their own machine; others are few, and are served from what is made once.
  let plain: Buffer | undefined
  let zipped: Buffer | undefined
  let etag: string | undefined
  return {
    type,
    get etag() {
      etag ??= etagOf(stored.toString('base64'))
      return etag
    },
    inCoding: (accepted = '') => {
      if (!isCompressed) return { coding: null, bytes: stored }
      if (accepts(accepted, 'br')) return { coding: 'br', bytes: stored }
      plain ??= brotliDecompressSync(stored)
      if (!accepts(accepted, 'gzip')) return { coding: null, bytes: plain }
      zipped ??= gzipSync(plain)
      return { coding: 'gzip', bytes: zipped }
    },
  }
}

function accepts(header: string, coding: string): boolean {
  return header
    .split(',')
    .map((part) => part.trim().split(';'))
    .some(([name, weight = '']) => name === coding && !/^\s*q=0(?:\.0*)?$/.test(weight))
}
