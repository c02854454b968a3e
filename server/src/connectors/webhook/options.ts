import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** The per-post choices. The receiver gets them as they are. */
export const options = Type.Object(
  {
    title: Type.Optional(
      Type.String({ title: 'Title', description: 'The title of the post.', minLength: 1, maxLength: 300 }),
    ),
    link: Type.Optional(
      Type.String({
        title: 'Link',
        description: 'An address that the post is about, with http or https.',
        format: 'uri',
        pattern: '^https?://',
        maxLength: 2_000,
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        title: 'Tags',
        description: 'Words under which the post is filed.',
        maxItems: 50,
        uniqueItems: true,
      }),
    ),
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ title: 'Name', minLength: 1, maxLength: 100 }),
            value: Type.String({ title: 'Value', maxLength: 2_000 }),
          },
          { additionalProperties: false },
        ),
        {
          title: 'Further fields',
          description: 'Anything else that your receiver asks for, such as a category or a language.',
          maxItems: 30,
        },
      ),
    ),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    title: nullable(text),
    link: nullable(text),
    tags: Type.Array(Type.String(), { default: [] }),
    fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), { default: [] }),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return choices.read(chosen)
}
