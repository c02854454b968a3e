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

/** The members by which every event of a result names it. */
export const resultMembers = { id, post_id: id, social_account_id: id, platform: Type.String() }
export const exampleResult = {
  id: ids.result,
  post_id: ids.post,
  social_account_id: ids.account,
  platform: 'microblog',
}
