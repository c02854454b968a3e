import Type from 'typebox'

/** The members beside a sentence that say what it is made of. */
export const partsSchema = {
  template: Type.Optional(
    Type.String({
      description:
        'The English sentence with names in braces where it varies, such as `{network} takes {max} characters; this text has {count}.` Left out where nothing varies.',
    }),
  ),
  params: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The parts by their names: a text, a number, a sentence of its own with `template` and `params`, or a list of which one applies.',
    }),
  ),
}
