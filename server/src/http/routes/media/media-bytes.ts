import type { Json } from '../../../lib/json/json.ts'
import { fetchPath } from '../../../media/fetch-urls/fetch-url.ts'
import { serveFetch } from '../../../media/fetch-urls/serve-fetch.ts'
import { uploadPath } from '../../../media/intake/upload-url.ts'
import { type MediaRequest, serveMedia } from '../../../media/serve-media.ts'
import { checkUploadUrl, receiveUpload } from '../../../media/signed-put/receive-upload.ts'
import { defineStream, type StreamRequest } from '../../stream-route.ts'

const reasons: Readonly<Record<number, string>> = {
  403: 'The signature of the upload URL is not valid.',
  404: 'There is nothing at this address.',
  408: 'The upload was slower than 10 kB a second for 30 seconds.',
  409: 'The upload URL is used up, or another upload to it is under way.',
  410: 'The upload URL has expired.',
  415: 'The Content-Type is not the announced one.',
  416: 'The file ends before the requested range begins.',
  422: 'The size or the content of the file is not as announced.',
  429: 'The workspace sends too many files at once, or too many of its files wait to be read.',
  503: 'The server cannot read the file at the moment.',
  507: 'The server has no room for the file at the moment.',
}

const problems = (...statuses: number[]): Record<string, Json> =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: reasons[status] ?? '',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )

const put = defineStream({
  id: 'uploadMedia',
  method: 'PUT',
  audit: { none: 'A file reaches nobody before a post uses it, and the post is in the log.' },
  path: `${uploadPath}/{id}`,
  group: 'api',
  authentication: 'none',
  doc: {
    summary: 'Upload a file to its upload URL',
    description:
      'Use the `upload_url` of createUploadUrl unchanged. No API key is needed. `Content-Type` must be the announced type. The body must have the announced size; without a `Content-Length` (chunked transfer) it is counted while it arrives, and cut off beyond that size.',
    requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    responses: {
      200: {
        description: 'The file was accepted.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Media' } } },
      },
      ...problems(403, 404, 408, 409, 410, 415, 422, 429, 503, 507),
    },
  },
  run: async (context, request) => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: {
      ...(await receiveUpload(context, {
        id: request.params.id ?? '',
        query: request.query,
        contentType: header(request, 'content-type'),
        contentLength: header(request, 'content-length'),
        body: request.body,
        proceed: request.proceed,
      })),
    },
  }),
})

const head = defineStream({
  id: 'checkUploadUrl',
  method: 'HEAD',
  path: `${uploadPath}/{id}`,
  group: 'api',
  authentication: 'none',
  doc: {
    summary: 'Check whether an upload URL can still be used',
    responses: {
      200: { description: 'The file can be uploaded.' },
      ...problems(403, 404, 409, 410),
    },
  },
  run: async (context, request) => {
    const { expiresAt } = await checkUploadUrl(context, request.params.id ?? '', request.query)
    return { status: 200, headers: { expires: expiresAt.toUTCString() }, body: null }
  },
})

const read = defineStream({
  id: 'readMedia',
  method: 'GET',
  path: '/media/{name}',
  group: 'pages',
  authentication: 'none',
  doc: {
    summary: 'Read a file at its public URL',
    description: 'A request may ask for one range. The bytes at a URL never change.',
    responses: {
      200: { description: 'The file.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
      206: { description: 'The requested range of the file.' },
      302: { description: 'The file is read at this address of the object storage.' },
      304: { description: 'The client already has the file.' },
      ...problems(404, 416),
    },
  },
  run: (context, request) => serveMedia(context, mediaRequest(request)),
})

const fetched = defineStream({
  id: 'fetchMedia',
  method: 'GET',
  path: `${fetchPath}/{name}`,
  group: 'pages',
  authentication: 'none',
  doc: {
    summary: 'Fetch a file at the address that a network was given',
    description:
      'Crier gives such an address to a network that fetches media by itself. It leads to one file for some hours.',
    responses: {
      200: { description: 'The file.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
      206: { description: 'The requested range of the file.' },
      ...problems(404, 416),
    },
  },
  run: (context, request) => serveFetch(context, mediaRequest(request)),
})

export const mediaStreams = [put, head, read, fetched]

function mediaRequest(request: StreamRequest): MediaRequest {
  return {
    publicName: request.params.name ?? '',
    range: header(request, 'range'),
    ifRange: header(request, 'if-range'),
    ifNoneMatch: header(request, 'if-none-match'),
    withBody: request.method !== 'HEAD',
  }
}

function header(request: StreamRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}
