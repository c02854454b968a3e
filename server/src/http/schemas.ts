import Type from 'typebox'

/** Schemas that several operations share. A `title` makes it a named schema of the OpenAPI document. */

export const id = Type.String({ format: 'uuid' })
export const time = Type.String({ format: 'date-time' })
export const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** The params of `/v1/…/{id}`. */
export const idParams = Type.Object({ id }, { additionalProperties: false })

/** The answer to a DELETE. */
export const deleted = Type.Object(
  { id, deleted: Type.Literal(true), success: Type.Literal(true) },
  { title: 'Deleted', additionalProperties: false },
)
