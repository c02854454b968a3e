import { Type } from 'typebox'

/** The operator's app at Neynar, of which calls need the key alone. */
export const app = Type.Object(
  {
    api_key: Type.String({
      title: 'API key',
      description: 'The key of an app at dev.neynar.com.',
      format: 'password',
      minLength: 1,
      maxLength: 200,
    }),
  },
  { additionalProperties: false },
)
