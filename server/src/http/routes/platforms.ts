import Type from 'typebox'
import { listPlatforms } from '../../accounts/list-platforms.ts'
import { pageQuery, pageSchema } from '../../lib/page.ts'
import { defineOperation, withEtag } from '../operation.ts'
import { counting, limits, nullable } from '../schemas.ts'

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
    behavior: nullable(jsonSchema),
  },
  { title: 'Platform', ...closed },
)

export const platformOperations = [
  defineOperation({
    id: 'listPlatforms',
    method: 'GET',
    path: '/v1/platforms',
    scope: 'read',
    kind: 'read',
    summary: 'List the platforms this server supports, with their limits, options and connection forms',
    description: 'Without `limit`, the answer holds all of them.',
    query: Type.Object({ limit: pageQuery.limit, offset: pageQuery.offset }, closed),
    response: pageSchema(platform),
    successExample: {
      data: [
        {
          platform: 'example',
          name: 'Example',
          modes: ['live'],
          limits: {
            text: { max: 500, unit: 'codepoint', also: [], link_cost: 23 },
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
          counting: { max: 500, unit: 'codepoint', also: [], link_cost: 23 },
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
