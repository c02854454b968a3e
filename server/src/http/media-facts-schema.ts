import Type from 'typebox'
import { nullable, time } from './schemas.ts'

const closed = { additionalProperties: false }

/** One side of a picture or a video. */
export const pixels = nullable(Type.Integer({ minimum: 1 }))

const bits = nullable(Type.Integer({ minimum: 0, description: 'Bits in a second.' }))
const codec = nullable(
  Type.String({ description: 'Such as `h264`, `vp9`, `aac`; null for one nobody could name.' }),
)
/** The facts of a video. */
export const video = nullable(
  Type.Object(
    {
      container: Type.Enum(['mp4', 'quicktime', 'webm']),
      codec,
      profile: nullable(Type.String({ description: 'Such as `high`; null where none is written down.' })),
      frame_rate: nullable(Type.Number({ description: 'Frames in a second.' })),
      bit_rate: bits,
      rotation: Type.Enum([0, 90, 180, 270], {
        description: 'Degrees clockwise by which players turn the stored picture.',
      }),
      is_fast_start: Type.Boolean({ description: 'Whether playing can begin before all has come.' }),
      is_hdr: Type.Boolean({ description: 'Whether it has a high dynamic range.' }),
      audio: nullable(
        Type.Object(
          { codec, channels: Type.Integer(), sample_rate: Type.Number(), bit_rate: bits },
          { description: 'Null for a video without sound.', ...closed },
        ),
      ),
    },
    {
      description: 'Null for everything that is no video, and for a video from before these were read.',
      ...closed,
    },
  ),
)

/** The facts of a picture. */
export const picture = nullable(
  Type.Object(
    {
      frames: Type.Integer({ minimum: 1, description: 'More than 1 for an animation.' }),
      has_alpha: Type.Boolean({ description: 'Whether parts of it can be transparent.' }),
      color_space: nullable(Type.String({ description: 'Such as `srgb`, `cmyk`, `b-w` and `rgb16`.' })),
      bit_depth: nullable(Type.Integer({ description: 'Bits of a channel.' })),
      orientation: Type.Integer({
        minimum: 1,
        maximum: 8,
        description: 'By which of eight turns its pixels are to be shown, as EXIF counts: 1 is upright.',
      }),
    },
    {
      description: 'Null for everything that is no picture, and for a picture from before these were read.',
      ...closed,
    },
  ),
)

/** A file that is made of a medium. */
export const rendition = Type.Object(
  {
    status: Type.Enum(['waiting', 'making', 'ready', 'failed']),
    progress: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The share that is done while a video is being made; null where it is not known.',
      }),
    ),
    mime_type: Type.String(),
    size_bytes: nullable(Type.Integer({ minimum: 0, description: 'Null until it is ready.' })),
    width: pixels,
    height: pixels,
    duration_ms: nullable(Type.Integer({ minimum: 0 })),
    detail: nullable(Type.String({ description: 'Why it could not be made.' })),
    created_at: time,
  },
  closed,
)
