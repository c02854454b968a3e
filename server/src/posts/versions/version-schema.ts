import Type, { type Static } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'

const closed = { additionalProperties: false }
const moment = Type.String({ format: 'date-time' })

const fields = {
  version: Type.Integer({ minimum: 1 }),
  text: Type.String({ description: 'The first 80 characters of its caption.' }),
  changed: Type.Array(Type.String(), { description: 'The members that are different in the next version.' }),
  changed_at: Type.String({ format: 'date-time', description: 'When the next version took its place.' }),
  began_at: moment,
  by: Type.Object(
    {
      kind: Type.Enum(['key', 'user', 'operator', 'system']),
      id: Type.String({ format: 'uuid' }),
      name: Type.Union([Type.String(), Type.Null()], {
        description: 'The name of the key, or the name or address of the person.',
      }),
    },
    { description: 'Who made the change.', ...closed },
  ),
}

const PostVersionSchema = Type.Object(fields, { title: 'PostVersion', ...closed })
export const PostVersionsSchema = Type.Object(
  { data: Type.Array(PostVersionSchema, { description: 'The latest first, at most 100.' }) },
  closed,
)
export const WholePostVersionSchema = Type.Object(
  {
    ...fields,
    // Without a type it is written as it is, whatever is in it.
    content: Type.Unsafe<JsonObject>({ description: 'The request that would make this version.' }),
  },
  { title: 'WholePostVersion', ...closed },
)
export type PostVersion = Static<typeof PostVersionSchema>
export type WholePostVersion = Static<typeof WholePostVersionSchema>
