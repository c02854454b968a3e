import { invalid } from '../../../lib/problem.ts'
import { resumablePath } from '../../../media/intake/upload-url.ts'
import { continueResumable, createResumable } from '../../../media/resumable/resumable-requests.ts'
import { type TusAnswer, type TusRequest, tusHeaders } from '../../../media/resumable/tus.ts'
import { defineStream, type StreamAnswer, type StreamRequest } from '../../stream-route.ts'

const common = { group: 'api', headers: tusHeaders } as const
const header = (description: string, type: 'string' | 'integer' = 'string') => ({
  description,
  schema: { type },
})
const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const create = defineStream({
  ...common,
  id: 'createResumableUpload',
  method: 'POST',
  audit: { none: 'A file reaches nobody before a post uses it, and the post is in the log.' },
  path: resumablePath,
  authentication: { scope: 'write' },
  doc: {
    summary: 'Begin an upload that can be continued after it broke off',
    description:
      'Speaks tus 1.0.0, so any tus client can be used: with this address as its endpoint, the API key in `Authorization`, and the facts of createUploadUrl in `Upload-Length` (`size_bytes`) and `Upload-Metadata` (`name` or `filename`, `mime_type` or `filetype`, and `sha256`). `Location` is signed: PATCH, HEAD and DELETE need no key there. An upload that nobody continues for 24 hours expires, and each one after seven days. The PATCH with the last bytes is answered when the file was examined: 204 when it was accepted, and a problem otherwise. Extensions: creation, creation-with-upload, expiration, termination.',
    requestBody: {
      required: false,
      content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    responses: {
      201: {
        description: 'The upload can begin.',
        headers: {
          Location: header('Where to send the bytes.'),
          'Upload-Expires': header('When it expires unless it is continued.'),
          'Upload-Offset': header('How many bytes came with this request.', 'integer'),
        },
        content: {
          'application/json': {
            schema: {
              title: 'ResumableUpload',
              type: 'object',
              properties: {
                upload_url: { type: 'string', format: 'uri' },
                media_id: { type: 'string' },
                id: { type: 'string', format: 'uuid' },
                name: { type: 'string' },
                expires_at: { type: 'string', format: 'date-time' },
                method: { const: 'PATCH' },
                headers: { type: 'object', properties: { 'Content-Type': { type: 'string' } } },
              },
            },
          },
        },
      },
      400: problem('The request is not as tus 1.0.0 wants it.'),
      412: problem('Tus-Resumable is missing.'),
      422: problem(
        'The type, the size or the name cannot be taken, or the workspace has as many media as it may have.',
      ),
    },
  },
  run: async (context, request) => {
    refuseQuery(request.query)
    return toAnswer(await createResumable(context, request.caller, toTusRequest(request)))
  },
})

const methods = {
  PATCH: 'continueResumableUpload',
  HEAD: 'checkResumableUpload',
  DELETE: 'cancelResumableUpload',
}

const others = Object.entries(methods).map(([method, id]) =>
  defineStream({
    ...common,
    id,
    method: method as keyof typeof methods,
    audit: { none: 'A file reaches nobody before a post uses it, and the post is in the log.' },
    path: `${resumablePath}/{id}`,
    authentication: 'none',
    // Clients of the protocol know what may be done at the Location.
    doc: null,
    run: async (context, request) =>
      toAnswer(
        await continueResumable(context, request.params.id ?? '', request.query, toTusRequest(request)),
      ),
  }),
)

export const resumableStreams = [create, ...others]

function refuseQuery(query: URLSearchParams): void {
  const problems = [...new Set(query.keys())].map((name) => ({
    pointer: `?${name}`,
    code: 'unknown_field',
    detail: `There is no parameter "${name.slice(0, 100)}" here.`,
  }))
  if (problems.length > 0) throw invalid(problems)
}

function toTusRequest({ method, headers, body, proceed }: StreamRequest): TusRequest {
  return { method, headers, body, proceed }
}

function toAnswer({ status, headers, body }: TusAnswer): StreamAnswer {
  return { status, headers, body }
}
