import Type from 'typebox'

const closed = { additionalProperties: false } as const
const number = Type.Union([Type.Number(), Type.Null()])
const whole = Type.Union([Type.Integer(), Type.Null()])
const kind = Type.Enum(['image', 'gif', 'video', 'document'])

const set = Type.Object(
  {
    kinds: Type.Array(kind),
    min: Type.Integer({ minimum: 1 }),
    max: Type.Integer({ minimum: 1 }),
    most: Type.Record(Type.String(), Type.Integer(), {
      description: 'The most media of single kinds; the others may fill the set.',
    }),
  },
  { title: 'MediaSet', ...closed },
)

const shape = Type.Object(
  {
    min_width: whole,
    min_height: whole,
    max_width: whole,
    max_height: whole,
    max_pixels: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The most pixels, width times height.',
    }),
    min_aspect: Type.Union([Type.Number(), Type.Null()], { description: 'Width divided by height.' }),
    max_aspect: number,
  },
  { title: 'Shape', description: 'Pixels of a medium as it is seen upright.', ...closed },
)

const video = Type.Object(
  {
    codecs: Type.Array(Type.String(), { description: 'Such as `h264`.' }),
    audio_codecs: Type.Array(Type.String(), { description: 'Such as `aac`.' }),
    max_frame_rate: number,
    max_bit_rate: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Bits in a second, of picture and sound together.',
    }),
    max_audio_channels: whole,
    max_sample_rate: whole,
    needs_fast_start: Type.Boolean({
      description: 'Whether the index must stand before the data.',
    }),
  },
  { title: 'VideoLimit', description: 'The videos that the network plays.', ...closed },
)

const mediaLimit = Type.Object(
  {
    kind,
    types: Type.Array(Type.String()),
    max_bytes: whole,
    min_duration_ms: whole,
    max_duration_ms: whole,
    shape: Type.Union([shape, Type.Null()], {
      description: 'Null if any size and ratio is accepted.',
    }),
    video: Type.Union([video, Type.Null()], {
      description: 'Null if every video of these types is accepted.',
    }),
  },
  { title: 'MediaLimit', ...closed },
)

/** The media that one post may hold. */
export const mediaLimits = Type.Object(
  {
    required: Type.Boolean({ description: 'Whether a post must have media.' }),
    alt_text_max: Type.Integer(),
    sets: Type.Array(set, {
      description:
        'The media of a post must fit one of these sets, such as one to four pictures, or one video.',
    }),
    kinds: Type.Array(mediaLimit, { description: 'The limits of one file of each kind.' }),
  },
  { title: 'MediaLimits', ...closed },
)

/** The limits of other kinds of post, such as a story. */
export const placements = Type.Object(
  {
    option: Type.String({ description: 'The option whose value chooses.' }),
    media: Type.Record(Type.String(), mediaLimits, {
      description: 'The limits by the value of the option. `media` holds for a value that is not named here.',
    }),
  },
  { title: 'Placements', ...closed },
)
