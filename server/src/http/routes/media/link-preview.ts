import Type from 'typebox'
import { getLinkPreview } from '../../../media/link-previews/get-link-preview.ts'
import { defineOperation } from '../../operation.ts'
import { nullable } from '../../schemas.ts'

const closed = { additionalProperties: false }

const linkPreview = Type.Object(
  {
    url: Type.String({ description: 'As it was asked for.' }),
    title: nullable(
      Type.String({ description: 'Null where the page could not be read, or says nothing of itself.' }),
    ),
    description: Type.String(),
    picture_url: nullable(
      Type.String({
        format: 'uri',
        description:
          'A public URL of this server for the picture of the page, for about a day; null where the page shows none.',
      }),
    ),
  },
  { title: 'LinkPreview', ...closed },
)

export const linkPreviewOperations = [
  defineOperation({
    id: 'getLinkPreview',
    method: 'GET',
    path: '/v1/link-preview',
    scope: 'write',
    kind: 'read',
    mayWait: true,
    problems: [503],
    summary: 'Read what the page of a link says of itself',
    description:
      'For a card below the text that somebody writes: its title, its description and its picture, which this server fetches and draws anew. The page is read once an hour for a workspace, and never within the networks of the server. Networks read the page themselves when a post is published, and may show it differently.',
    query: Type.Object(
      {
        url: Type.String({
          minLength: 1,
          maxLength: 2_000,
          description: 'The whole address of a page, percent-encoded.',
        }),
      },
      closed,
    ),
    response: linkPreview,
    successExample: {
      url: 'https://example.org/harbour',
      title: 'The harbour at dawn',
      description: 'Boats, gulls and the first ferry.',
      picture_url: 'https://crier.example.org/link-pictures/0d5c1a9b7e3f48269a0b1c2d3e4f5a6b.webp',
    },
    run: (call, { query }) => getLinkPreview(call, query.url),
  }),
]
