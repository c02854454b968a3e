import Type from 'typebox'
import { listPlatforms } from '../../../accounts/list-platforms.ts'
import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { defineOperation, withEtag } from '../../operation.ts'
import { counting, limits, nullable } from '../../schemas.ts'

const closed = { additionalProperties: false }
const jsonSchema = Type.Record(Type.String(), Type.Unknown(), { description: 'A JSON Schema.' })

const kind = Type.Enum(['form', 'redirect'], {
  description: 'Whether a form is all it takes, or the person signs in on a page of the network.',
})

const missing = Type.Object(
  {
    code: Type.Enum(['app', 'https', 'public_media']),
    detail: Type.String({ description: 'The remedy.' }),
  },
  closed,
)

const colour = Type.String({ description: 'As `#rrggbb`.' })
const colours = Type.Object(
  { background: colour, text: colour, muted: colour, accent: colour, edge: colour },
  { title: 'PreviewColours', ...closed },
)

/** How a post looks on a platform. */
export const previewSchema = Type.Object(
  {
    family: Type.Enum([
      'microblog',
      'photo',
      'short_video',
      'long_video',
      'page_card',
      'pin',
      'chat',
      'article',
    ]),
    avatar: Type.Enum(['circle', 'rounded', 'square']),
    font: Type.String({ description: 'A stack of fonts for CSS, of the system only.' }),
    light: colours,
    dark: colours,
    clamp: Type.Object(
      { lines: nullable(Type.Integer()), characters: nullable(Type.Integer()) },
      { description: 'Where a text is cut before somebody asks for all of it.', ...closed },
    ),
    media: Type.Enum(['grid', 'carousel', 'stack', 'single'], {
      description: 'How several media stand together.',
    }),
    link_card: Type.Enum(['large', 'small', 'none']),
    actions: Type.Array(Type.Enum(['reply', 'repost', 'like', 'dislike', 'share', 'save', 'views']), {
      description: 'The marks below a post, in order.',
    }),
  },
  {
    title: 'Preview',
    description: 'How a post looks there, so that a page that knows no network can draw it.',
    ...closed,
  },
)

const platform = Type.Object(
  {
    platform: Type.String({ description: 'The name in this API.' }),
    name: Type.String({ description: 'The name to show to people.' }),
    modes: Type.Array(Type.Enum(['live', 'test']), {
      description: 'Whether accounts on it may be live, test or both.',
    }),
    limits,
    options: jsonSchema,
    connect: Type.Object(
      { kind, fields: jsonSchema },
      { description: 'The first of `ways`, for clients that know only one.', ...closed },
    ),
    ways: Type.Array(
      Type.Object(
        {
          way: Type.String({ description: 'The name to send as `way`.' }),
          kind,
          fields: jsonSchema,
          missing: Type.Array(missing, {
            description:
              'The things that this server lacks for this way, for its operator; empty where people can connect.',
          }),
        },
        closed,
      ),
      { description: 'The ways to connect an account, each with the form that is filled in first.' },
    ),
    app_configured: nullable(
      Type.Boolean({
        description: 'Whether the operator’s app at the network is set; null where the network needs none.',
      }),
    ),
    counting,
    icon_url: Type.String({
      format: 'uri',
      description:
        'A public URL of this server for an SVG in one colour, `currentColor`, to be used as a mask.',
    }),
    guide_url: Type.String({
      format: 'uri',
      description:
        'A page of this server for its operator: how to register an app there, what is reviewed, the limits, and what cannot be done.',
    }),
    preview: previewSchema,
    edits: Type.Union(
      [
        Type.Object(
          {
            options: Type.Array(Type.String(), {
              description: 'The options that can be changed with the text, by their names.',
            }),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      {
        description:
          'Says that the text of a public post can be changed there, with `POST /v1/post-results/{id}/edit`; null where the network has no edits.',
      },
    ),
    behavior: nullable(jsonSchema),
  },
  { title: 'Platform', ...closed },
)

const countingExample = {
  max: 500,
  unit: 'codepoint',
  also: [],
  link_cost: 23,
  weights: null,
  links: { form: 'address', only: null },
  mentions: null,
  fields: [
    { option: 'spoiler_text', label: 'Content warning', max: 500, unit: 'codepoint', counts_with_text: true },
  ],
}

export const platformOperations = [
  defineOperation({
    id: 'listPlatforms',
    method: 'GET',
    path: '/v1/platforms',
    scope: 'read',
    kind: 'read',
    isCompressed: true,
    summary: 'List the platforms this server supports, with their limits, options and connection forms',
    description: 'Without `limit`, the answer holds all of them.',
    query: Type.Object(
      {
        limit: pageQuery.limit,
        offset: pageQuery.offset,
        platform: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
            maxItems: 100,
            description: 'Platforms with one of these names.',
          }),
        ),
      },
      closed,
    ),
    response: pageSchema(platform),
    successExample: {
      data: [
        {
          platform: 'example',
          name: 'Example',
          modes: ['live'],
          limits: {
            text: countingExample,
            thread_max: 25,
            rates: [],
          },
          options: {
            type: 'object',
            properties: { language: { type: 'string' } },
            additionalProperties: false,
          },
          connect: { kind: 'form', fields: { type: 'object', properties: { service: { type: 'string' } } } },
          ways: [
            {
              way: 'token',
              kind: 'form',
              fields: { type: 'object', properties: { service: { type: 'string' } } },
              missing: [],
            },
            {
              way: 'oauth',
              kind: 'redirect',
              fields: { type: 'object', properties: {} },
              missing: [{ code: 'https', detail: 'The network only sends people back to https.' }],
            },
          ],
          app_configured: null,
          counting: countingExample,
          icon_url: 'https://crier.example.org/v1/platforms/example/icon.svg',
          guide_url: 'https://crier.example.org/docs/networks/example',
          preview: {
            family: 'microblog',
            avatar: 'circle',
            font: 'system-ui, sans-serif',
            light: {
              background: '#ffffff',
              text: '#1a202c',
              muted: '#4a5568',
              accent: '#2b5ea8',
              edge: '#d5dae1',
            },
            dark: {
              background: '#171c26',
              text: '#edf2f7',
              muted: '#a0aec0',
              accent: '#8ab8f5',
              edge: '#323a48',
            },
            clamp: { lines: null, characters: null },
            media: 'grid',
            link_card: 'large',
            actions: ['reply', 'repost', 'like'],
          },
          edits: null,
          behavior: null,
        },
      ],
      meta: { total: 1, offset: 0, limit: 1, next: null },
    },
    run: async (call, { query, url }) => {
      const { list, etag } = await listPlatforms(call, query, url)
      return withEtag(list, etag)
    },
  }),
]
