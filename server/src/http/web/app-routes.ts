import { namesEtag } from '../../lib/requests/etag.ts'
import { defineStream, type StreamAnswer, type StreamRequest, type StreamRoute } from '../stream-route.ts'
import type { BuiltFile } from './built-app.ts'

const forEver = 'public, max-age=31536000, immutable'

/** The files of the app. A name in `assets/` changes with the content, so browsers keep these files for ever. */
export function appFileRoutes(files: ReadonlyMap<string, BuiltFile>): StreamRoute[] {
  const atRoot = [...files.keys()].filter((name) => !name.includes('/') && name !== 'index.html')
  return [
    fileRoute('getAppFile', '/assets/{name}', ({ params }) => files.get(`assets/${params.name}`), forEver),
    ...atRoot.map((name) =>
      fileRoute(`getAppFile ${name}`, `/${name}`, () => files.get(name), 'public, no-cache'),
    ),
  ]
}

function fileRoute(
  id: string,
  path: string,
  find: (request: StreamRequest) => BuiltFile | undefined,
  caching: string,
): StreamRoute {
  return defineStream({
    id,
    method: 'GET',
    path,
    group: 'app',
    authentication: 'none',
    doc: null,
    run: async (_context, request) => sendFile(find(request), request, caching),
  })
}

function sendFile(file: BuiltFile | undefined, { headers }: StreamRequest, caching: string): StreamAnswer {
  if (file === undefined) return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' }
  const { type, etag } = file
  const known = headers['if-none-match']
  const common = { etag, 'cache-control': caching, vary: 'accept-encoding' }
  if (typeof known === 'string' && namesEtag(known, etag)) return { status: 304, headers: common, body: null }
  const accepted = headers['accept-encoding']
  const { coding, bytes } = file.inCoding(Array.isArray(accepted) ? accepted.join(',') : accepted)
  return {
    status: 200,
    headers: {
      ...common,
      'content-type': type,
      'content-length': String(bytes.length),
      ...(coding === null ? {} : { 'content-encoding': coding }),
    },
    body: bytes,
  }
}
