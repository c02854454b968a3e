import Type, { type Static } from 'typebox'

const share = Type.Number({ minimum: 0, maximum: 1 })

/** Media as a post names them. */
export const MediaItem = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: 2_000 }),
    Type.Object(
      {
        media_id: Type.String({ minLength: 1, maxLength: 2_000 }),
        alt_text: Type.Optional(Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()])),
        focus: Type.Optional(
          Type.Union([
            Type.Object(
              {
                x: Type.Number({ minimum: -1, maximum: 1 }),
                y: Type.Number({ minimum: -1, maximum: 1 }),
              },
              { additionalProperties: false },
            ),
            Type.Null(),
          ]),
        ),
        crop: Type.Optional(
          Type.Union([
            Type.Object(
              { x: share, y: share, width: share, height: share },
              {
                description:
                  'The part to show, as shares of the width and height from the top left. A crop of everything undoes that of the medium.',
                additionalProperties: false,
              },
            ),
            Type.Null(),
          ]),
        ),
      },
      { additionalProperties: false },
    ),
  ],
  {
    description:
      'A storage path, the id of a medium, a public URL of this server, or an object that adds an alt text, a focus and a crop.',
  },
)
export type MediaItem = Static<typeof MediaItem>

/** The posts that follow the first: the same form on every platform with threads. How many, its `check` says. */
export const ThreadOption = Type.Array(
  Type.Object(
    { caption: Type.Optional(Type.String()), media: Type.Optional(Type.Array(MediaItem, { maxItems: 100 })) },
    { additionalProperties: false },
  ),
  {
    title: 'Thread',
    description: 'The posts that follow this one. Each replies to the one before it.',
    maxItems: 100,
  },
)
