import Type from 'typebox'
import { locales } from '../../words/locales.ts'
import { weekStarts } from '../../workspaces/get-workspace.ts'

/** Schemas that operations for people share. */

export const closed = { additionalProperties: false }

export const password = Type.String({ format: 'password', maxLength: 4_096 })

/** The time zone of a first workspace. */
export const firstZone = Type.Optional(
  Type.String({
    maxLength: 100,
    description: 'The time zone of the first workspace, from the IANA database; UTC where it is left out.',
  }),
)

export const language = Type.Enum([...locales])

/** The language of the page on which somebody comes in, or asks for a link. */
export const shownLanguage = Type.Optional({
  ...language,
  description:
    'The language in which your app speaks to the person now. Mails to them are in it, unless they choose another.',
})

/** The answer of an operation that has nothing to show. */
export const done = Type.Object({ success: Type.Literal(true) }, closed)

export const isDone = { success: true } as const

export const weekStart = Type.Enum([...weekStarts], {
  description: 'The first day of a week in the calendar; `locale`: as in the language of the person.',
})
