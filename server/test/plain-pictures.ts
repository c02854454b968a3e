import sharp from 'sharp'
import { chanceOf } from './soak/random.ts'

/** A picture of its own colour and proportions. */
export function plainPicture(width: number, height: number, color: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()
}

/** A picture that hardly compresses, so that it is far larger than any network takes. */
export function noisyPicture(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
}

/**
 * A photo as a telephone takes it in the evening: large shapes, and over them fine noise, the same for the same seed. As a
 * JPEG of 4624 × 3468 pixels it has 4.9 MB.
 */
export async function noisyPhoto(width: number, height: number, seed: number): Promise<Buffer> {
  const chance = chanceOf('photo', seed)
  const coarse = Buffer.from(Array.from({ length: 24 * 18 * 3 }, () => chance.between(0, 256)))
  const shapes = await sharp(coarse, { raw: { width: 24, height: 18, channels: 3 } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .raw()
    .toBuffer()
  // Numbers by chance for each byte would take a second more: a long piece of noise is laid again and again.
  const noise = Buffer.from(Array.from({ length: 100_003 }, () => chance.between(0, 2 * amplitude)))
  for (let at = 0; at < shapes.length; at += 1) {
    const grain = (noise[at % noise.length] ?? 0) - amplitude
    shapes[at] = Math.max(0, Math.min(255, (shapes[at] ?? 0) + grain))
  }
  return sharp(shapes, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

const amplitude = 26
