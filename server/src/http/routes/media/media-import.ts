import Type from 'typebox'
import { beginMediaImport, importMedia } from '../../../media/import/import-media.ts'
import { defineOperation } from '../../operation.ts'
import { keep, mediaExample, mediaName, mediaSchema } from './media.ts'

export const mediaImport = defineOperation({
  id: 'importMedia',
  method: 'POST',
  audit: { none: 'A file reaches nobody before a post uses it, and the post is in the log.' },
  path: '/v1/media/import',
  scope: 'write',
  kind: 'change',
  problems: [507],
  summary: 'Import a file from a URL',
  description:
    'Crier fetches the file, examines it like an upload, and keeps it. The answer comes when the medium is `ready`, and after 20 seconds at the latest. A larger file goes on in the background then: its `status` is `waiting`, and becomes `ready` or `rejected`, with the event `media.ready` or `media.rejected`. The address must be on the public internet and begin with `https://`. Up to three redirects are followed. The type is found in the bytes; the `Content-Type` of the answer does not count.',
  body: Type.Object(
    {
      url: Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: 'The address of the file itself, not of a page around it.',
      }),
      name: Type.Optional(mediaName),
      keep: Type.Optional(keep),
    },
    { additionalProperties: false },
  ),
  response: mediaSchema,
  bodyExample: { url: 'https://pictures.example.org/harbour.jpg' },
  successExample: mediaExample,
  ask:
    ({ body }) =>
    (call) =>
      beginMediaImport(call, body),
  run: (call, _input, underWay) => importMedia(call, underWay),
})
