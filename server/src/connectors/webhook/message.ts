import { type Static, type TSchema, Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { DocumentPower } from '../connector.ts'

/** The version of the messages. A change that an existing receiver could not read makes another one. */
const version = '1'

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const size = orNull(Type.Number({ minimum: 0 }))

const account = Type.Object({
  id: Type.String({ description: 'The id of the social account in Crier.' }),
  name: Type.String({ description: 'The name under which the receiver was connected.' }),
})

const medium = Type.Object({
  url: Type.String({ description: 'The file can be fetched from here, without a key, for six hours.' }),
  kind: Type.Union([
    Type.Literal('image'),
    Type.Literal('gif'),
    Type.Literal('video'),
    Type.Literal('document'),
  ]),
  mime_type: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  width: size,
  height: size,
  duration_ms: size,
  alt_text: Type.String({ description: 'Empty where nobody wrote one.' }),
})

const post = Type.Object({
  id: Type.String({ description: 'The id of the post, which is that of the message (webhook-id).' }),
  post_result_id: Type.String({
    description: 'The id under which the API of Crier shows what became of it.',
  }),
  account,
  scheduled_at: Type.String({ format: 'date-time', description: 'When the post was due.' }),
  text: Type.String(),
  title: orNull(Type.String()),
  link: orNull(Type.String()),
  tags: Type.Array(Type.String()),
  fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  media: Type.Array(medium),
})

const deletion = Type.Object({
  id: Type.String({
    description: 'The id that the receiver gave the post; the one it was sent with where it gave none.',
  }),
  url: orNull(Type.String({ description: 'The address that the receiver gave the post.' })),
  account,
})

const ping = Type.Object({ account: Type.Object({ name: Type.String() }) })

function messageOf<Kind extends string, Data extends TSchema>(type: Kind, data: Data) {
  const timestamp = Type.String({ format: 'date-time' })
  return Type.Object(
    { type: Type.Literal(type), version: Type.Literal(version), timestamp, data },
    { title: type },
  )
}

/** Everything that a receiver is sent. Its JSON Schema is served for the people who write receivers. */
export const Message = Type.Union(
  [messageOf('ping', ping), messageOf('post.publish', post), messageOf('post.delete', deletion)],
  { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Messages of Crier to a webhook' },
)

type Kinds = Static<typeof Message>
export type MessageData<Kind extends Kinds['type']> = Extract<Kinds, { type: Kind }>['data']

/** The body of a message: always the same for the same facts. */
export function writeMessage<Kind extends Kinds['type']>(
  type: Kind,
  at: Date,
  data: MessageData<Kind>,
): string {
  return JSON.stringify({ type, version, timestamp: at.toISOString(), data })
}

/** The schema of the messages, as a document that anybody may read. */
export const messageSchema: DocumentPower = {
  power: 'documents',
  paths: [`/oauth/webhook/messages-${version}.json`],
  read: async () => JSON.parse(JSON.stringify(Message)) as JsonObject,
}
