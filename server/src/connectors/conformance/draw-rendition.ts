import sharp, { type Sharp } from 'sharp'
import { type DraftMedia, Failure, type FitPlan } from '../connector.ts'

/**
 * A picture changed by a plan, with the facts of the result but its id. Nothing here plays a video, so a frame of one is a plain
 * picture. @throws Failure `invalid` for anything but a picture
 */
export async function drawRendition(
  bytes: Uint8Array,
  plan: FitPlan,
): Promise<{ bytes: Uint8Array; medium: Omit<DraftMedia, 'id'> }> {
  if (!plan.mimeType.startsWith('image/')) throw new Failure('invalid', 'Only pictures are changed by hand.')
  const shown = plan.frameAtMs === null ? bytes : await drawFrame(plan)
  const upright = await sharp(shown).rotate().toBuffer({ resolveWithObject: true })
  let image = sharp(upright.data)
  if (plan.crop) {
    const { width, height } = upright.info
    const { crop } = plan
    const [left, top] = [Math.round(crop.x * width), Math.round(crop.y * height)]
    const [wide, high] = [Math.round(crop.width * width), Math.round(crop.height * height)]
    image = image.extract({ left, top, width: wide, height: high })
  }
  if (plan.size) image = image.resize({ ...plan.size, fit: 'fill' })
  if (plan.pad) image = image.resize({ ...plan.pad, fit: 'contain', background: '#fff' })
  const { data, info } = await shrink(image, plan)
  const { width, height } = info
  const mimeType = plan.mimeType
  const rest = { durationMs: null, altText: '', focus: null, crop: null, video: null, pages: null }
  const drawn = { orientation: 1, removed: [] }
  return {
    bytes: data,
    medium: { kind: 'image', mimeType, bytes: data.length, width, height, ...rest, ...drawn },
  }
}

function drawFrame({ size }: FitPlan): Promise<Buffer> {
  const { width, height } = size ?? { width: 320, height: 320 }
  return sharp({ create: { width, height, channels: 3, background: '#468' } })
    .png()
    .toBuffer()
}

async function shrink(image: Sharp, { mimeType, maxBytes }: FitPlan) {
  const format = mimeType === 'image/jpeg' ? 'jpeg' : mimeType === 'image/png' ? 'png' : 'webp'
  for (const quality of [90, 75, 60, 40, 20]) {
    const made = await image.clone().toFormat(format, { quality }).toBuffer({ resolveWithObject: true })
    if (maxBytes === null || made.data.length <= maxBytes) return made
  }
  throw new Failure('invalid', 'This picture cannot be made small enough.')
}
