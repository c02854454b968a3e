import Type, { type TSchema } from 'typebox'
import { partsSchema } from '../lib/text/parts-schema.ts'

/** An object without further members. */
export const closed = { additionalProperties: false }
export const id = Type.String({ format: 'uuid' })

/** A value, or null. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** The ids of all examples. */
export const ids = {
  post: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40',
  result: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b50',
  account: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b60',
  medium: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30',
  endpoint: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70',
  person: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70',
  recurrence: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b80',
  feed: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b90',
  feedItem: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1ba0',
  note: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1bb0',
}

/** Why something of a result failed. */
export const resultError = Type.Object(
  {
    code: Type.String({ description: 'Explained in errors.md.' }),
    category: Type.String(),
    message: Type.String(),
    ...partsSchema,
    retryable: Type.Boolean(),
    platform_code: nullable(Type.String({ description: 'The code that the network gave.' })),
  },
  closed,
)

/** Why a recurrence or a feed needs a person. */
export const eventReason = Type.Object(
  {
    code: Type.String(),
    detail: Type.String(),
    ...partsSchema,
    pointer: Type.Optional(Type.String({ description: 'A JSON pointer into it.' })),
    social_account_id: Type.Optional(id),
  },
  closed,
)

/** The members by which every event of a result names it. */
export const resultMembers = { id, post_id: id, social_account_id: id, platform: Type.String() }
export const exampleResult = {
  id: ids.result,
  post_id: ids.post,
  social_account_id: ids.account,
  platform: 'microblog',
}
