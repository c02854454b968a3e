import Type from 'typebox'

/** Schemas that operations for people share. */

export const closed = { additionalProperties: false }

export const password = Type.String({ format: 'password', maxLength: 4_096 })

/** The answer of an operation that has nothing to show. */
export const done = Type.Object({ success: Type.Literal(true) }, closed)

export const isDone = { success: true } as const
