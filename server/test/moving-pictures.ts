import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import sharp, { type Sharp } from 'sharp'

// Films that play in every browser, without an encoder for films: a still AVIF is a key frame of AV1, a still WebP one of
// VP8, so a row of pictures becomes a film by being put into its container.

const width = 320
const height = 180
const frames = 20
const framesPerSecond = 10

const ground = [0x0f, 0x5e, 0x63]
const disc = { red: 0xfb, green: 0xfa, blue: 0xf7, radius: 24 }

/**
 * A disc that crosses the picture in two seconds. It is made of pixels, because a process that has opened a stranger's picture takes
 * no SVG any more.
 */
function frame(index: number): Sharp {
  const x = disc.radius + (index * (width - 2 * disc.radius)) / (frames - 1)
  const pixels = Buffer.alloc(width * height * 3, Buffer.from(ground))
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (Math.hypot(column - x, row - height / 2) < disc.radius)
        pixels.set([disc.red, disc.green, disc.blue], (row * width + column) * 3)
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** An MP4 of AV1 or a WebM of VP8, two seconds long, 320 × 180 pixels. */
export async function movingFilm(type: 'mp4' | 'webm'): Promise<Buffer> {
  const target = new BufferTarget()
  const format = type === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
  const output = new Output({ format, target })
  const source = new EncodedVideoPacketSource(type === 'mp4' ? 'av1' : 'vp8')
  output.addVideoTrack(source, { frameRate: framesPerSecond })
  await output.start()
  for (let index = 0; index < frames; index += 1) {
    const { data, decoderConfig } = type === 'mp4' ? await av1(index) : await vp8(index)
    const packet = new EncodedPacket(data, 'key', index / framesPerSecond, 1 / framesPerSecond)
    await source.add(packet, { decoderConfig: { codedWidth: width, codedHeight: height, ...decoderConfig } })
  }
  await output.finalize()
  if (!target.buffer) throw new Error('The film was not finished.')
  return Buffer.from(target.buffer)
}

/** A GIF of the same. */
export async function movingGif(): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) => frame(index).png().toBuffer()),
  )
  return sharp(pictures, { join: { animated: true } })
    .gif({ delay: Array.from({ length: frames }, () => 1_000 / framesPerSecond), loop: 0 })
    .toBuffer()
}

async function av1(index: number) {
  const avif = await frame(index).avif({ chromaSubsampling: '4:2:0' }).toBuffer()
  const [data, setup] = [avif.indexOf('mdat', 0, 'latin1') + 4, avif.indexOf('av1C', 0, 'latin1') + 4]
  return {
    data: avif.subarray(data),
    decoderConfig: { codec: 'av01.0.00M.08', description: avif.subarray(setup, setup + 4) },
  }
}

async function vp8(index: number) {
  const webp = await frame(index).webp().toBuffer()
  const chunk = webp.indexOf('VP8 ', 0, 'latin1')
  const start = chunk + 8
  return {
    data: webp.subarray(start, start + webp.readUInt32LE(chunk + 4)),
    decoderConfig: { codec: 'vp8' },
  }
}
