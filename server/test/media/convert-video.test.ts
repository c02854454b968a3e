// @module-tag slow
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isHere, skipWithout } from '../../../scripts/test-needs.ts'
import { anew, convert, frameAt, inOrder, openWorkbench, type Workbench } from '../converters.ts'
import { filmFolder, h264, lookAt, makeFilm, picture, positionOf, quarters, tone } from '../films.ts'

// The engines yield the processors to everything else that runs.
const patient = { timeout: 120_000 }
const folder = filmFolder()
let bench: Workbench
let film: string
beforeAll(async () => {
  bench = openWorkbench(folder.path)
  if (!isHere('ffmpeg')) return
  const notes = ['-metadata', 'location=+52.5200+013.4100/', '-metadata', 'title=A secret']
  film = await makeFilm(folder.path, 'film.mov', [...picture(), ...tone(), ...h264, '-c:a', 'aac', ...notes])
})
beforeEach(skipWithout('ffmpeg'))
afterAll(async () => {
  await bench.close()
  folder.remove()
})

const make = (name: string, ...args: string[][]) => makeFilm(folder.path, name, args.flat())

async function streamsOf(path: string) {
  const { streams } = await lookAt(path)
  const found = { picture: streams[0], sound: streams[1] ?? null, others: streams.slice(2) }
  if (found.picture?.codec_type !== 'video') throw new Error('The first stream is the picture.')
  return { ...found, picture: found.picture }
}

describe('a film that is drawn anew', patient, () => {
  it('is H.264 high and AAC in an MP4 whose index comes first, with a name of nobody and no place', async () => {
    const shares: number[] = []
    const made = await convert(bench, film, anew, { onProgress: (share) => shares.push(share) })
    const { picture, sound, others } = await streamsOf(made.path)
    expect(picture).toMatchObject({
      codec_name: 'h264',
      profile: 'High',
      pix_fmt: 'yuv420p',
      width: 160,
      height: 120,
    })
    expect(sound).toMatchObject({ codec_name: 'aac', channels: 1, sample_rate: '44100' })
    expect(others).toEqual([])
    expect(await positionOf(made.path, 'moov')).toBeLessThan(await positionOf(made.path, 'mdat'))
    expect((await readFile(made.path)).toString('latin1')).not.toMatch(/\+52\.5|A secret|Lavf/)
    expect(made.probed).toMatchObject({ kind: 'video', width: 160, height: 120, cleaned: null })
    expect(made.probed.facts.video).toMatchObject({ container: 'mp4', codec: 'h264', isFastStart: true })
    expect(shares.at(-1)).toBeGreaterThan(0.9)
    expect(Math.max(...shares)).toBeLessThanOrEqual(1)
    await made.discard()
    expect(existsSync(made.path)).toBe(false)
  })

  it('is as large, as fast and as loud as the plan allows', async () => {
    const fast = await make('fast.mp4', picture({ rate: 50 }), tone({ rate: 48_000 }), h264, [
      '-c:a',
      'aac',
      '-ac',
      '2',
    ])
    const plan = {
      ...anew,
      size: { width: 80, height: 60 },
      video: {
        ...anew.video,
        codec: 'h264',
        audioCodec: 'aac',
        maxFrameRate: 30,
        maxBitRate: 200_000,
        maxAudioChannels: 1,
        maxSampleRate: 32_000,
      },
    }
    const made = await convert(bench, fast, plan)
    const { picture: drawn, sound } = await streamsOf(made.path)
    expect(drawn).toMatchObject({ width: 80, height: 60, avg_frame_rate: '25/1' })
    expect(sound).toMatchObject({ channels: 1, sample_rate: '32000' })
    expect((made.bytes * 8) / 1.5).toBeLessThan(200_000)
  })

  it('is cropped and padded by the plan', async () => {
    const halves = await make(
      'halves.mp4',
      [
        '-f',
        'lavfi',
        '-i',
        'color=red:s=80x120:d=1',
        '-f',
        'lavfi',
        '-i',
        'color=blue:s=80x120:d=1',
        '-filter_complex',
        'hstack',
      ],
      h264,
    )
    const right = { x: 0.5, y: 0, width: 0.5, height: 1 }
    const made = await convert(bench, halves, { ...anew, crop: right })
    expect((await streamsOf(made.path)).picture).toMatchObject({ width: 80, height: 120 })
    for (const [red = 0, , blue = 0] of await quarters(made.path))
      expect([red < 60, blue > 180]).toEqual([true, true])
    const padded = await convert(bench, halves, { ...anew, pad: { width: 161, height: 241 } })
    expect((await streamsOf(padded.path)).picture).toMatchObject({ width: 160, height: 240 })
  })

  it('stands upright, with the turn in its pixels', async () => {
    const turned = await make('turned.mp4', ['-i', film], ['-c', 'copy', '-metadata:s:v:0', 'rotate=90'])
    expect((await bench.reader.probe('w', turned, 'video/mp4')).facts.video?.rotation).not.toBe(0)
    const { picture: drawn } = await streamsOf((await convert(bench, turned)).path)
    expect(drawn).toMatchObject({ width: 120, height: 160 })
    expect(drawn.side_data_list).toBeUndefined()
  })

  it('has square pixels, and looks as wide as it did', async () => {
    const wide = await make('wide.mp4', picture(), ['-vf', 'setsar=2/1'], h264)
    const { picture: drawn } = await streamsOf((await convert(bench, wide)).path)
    expect(drawn).toMatchObject({ width: 320, height: 120, sample_aspect_ratio: '1:1' })
  })

  it('has 8 bits and ordinary colours when it had 10 and a high dynamic range', async () => {
    const tags = 'colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc:log-level=none'
    const colours = ['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc']
    const hdr = await make(
      'hdr.mov',
      picture({ seconds: 0.4 }),
      [
        '-c:v',
        'libx265',
        '-preset',
        'ultrafast',
        '-pix_fmt',
        'yuv420p10le',
        '-tag:v',
        'hvc1',
        '-x265-params',
        tags,
        '-movflags',
        'write_colr',
      ],
      colours,
    )
    expect((await bench.reader.probe('w', hdr, 'video/quicktime')).facts).toMatchObject({
      isHdr: true,
      video: { codec: 'hevc', profile: 'main 10' },
    })
    const made = await convert(bench, hdr)
    const { picture: drawn } = await streamsOf(made.path)
    expect(drawn).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', color_transfer: 'bt709' })
    expect(made.probed.facts.isHdr).toBe(false)
  })

  it('has an even rate when its pictures came at uneven times', async () => {
    const uneven = await make(
      'uneven.mp4',
      picture({ seconds: 2 }),
      ['-vf', "select='not(mod(n,7))+gt(n,30)'", '-vsync', 'vfr'],
      h264,
    )
    const { picture: drawn } = await streamsOf((await convert(bench, uneven)).path)
    expect(drawn.avg_frame_rate).toBe(drawn.r_frame_rate)
  })

  it('may be silent, from a browser, one pixel large, or a single picture', async () => {
    const silent = await make('silent.webm', picture({ seconds: 0.5 }), [
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
    ])
    const made = await convert(bench, silent)
    expect((await streamsOf(made.path)).sound).toBeNull()
    expect(made.probed.facts.video).toMatchObject({ codec: 'h264', audio: null })
    expect(made.probed.facts.video?.frameRate).toBeCloseTo(30, 0)
    const pixel = await make(
      'pixel.mp4',
      ['-f', 'lavfi', '-i', 'color=red:s=2x2:d=0.2', '-vf', 'format=rgb24,crop=1:1'],
      ['-c:v', 'mpeg4'],
    )
    expect((await convert(bench, pixel)).probed).toMatchObject({ width: 2, height: 2 })
    const single = await make('single.mp4', picture({ seconds: 0.03 }), h264)
    expect((await convert(bench, single)).probed.facts.video?.codec).toBe('h264')
  })

  it('fits into the bytes of the plan, and is refused where it cannot', async () => {
    const noise = await make(
      'noise.mp4',
      ['-f', 'lavfi', '-i', 'nullsrc=s=160x120:r=30:d=3,geq=random(1)*255:128:128'],
      h264,
    )
    const made = await convert(bench, noise, { ...anew, maxBytes: 150_000 })
    expect(made.bytes).toBeLessThanOrEqual(150_000)
    await expect(convert(bench, noise, { ...anew, maxBytes: 12_000 })).rejects.toThrow(
      '“noise.mp4” is 3 s long and cannot be made to fit into 0.0 MB. Send it shorter.',
    )
  })
})

describe('a film whose parts are put in order', patient, () => {
  it('keeps its streams as they are, and loses its notes', async () => {
    const made = await convert(bench, film, inOrder)
    expect(made.probed.facts.video).toMatchObject({ container: 'mp4', isFastStart: true })
    const hash = (path: string) =>
      String(
        execFileSync('ffmpeg', [
          '-v',
          'error',
          '-i',
          path,
          '-map',
          '0',
          '-c',
          'copy',
          '-f',
          'streamhash',
          '-',
        ]),
      )
    expect(hash(made.path)).toBe(hash(film))
    expect((await readFile(made.path)).toString('latin1')).not.toMatch(/\+52\.5|A secret/)
  })

  it('is refused when an MP4 cannot have its codec', async () => {
    const silent = await make('old.webm', picture({ seconds: 0.3 }), [
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
    ])
    await expect(convert(bench, silent, inOrder)).rejects.toThrow(
      /^“old.webm” cannot be converted: .*Export it again/,
    )
  })
})

describe('a picture of a film', patient, () => {
  it('is an upright JPEG of its moment, or of the beginning where the film is shorter', async () => {
    const two = await make(
      'two.mp4',
      [
        '-f',
        'lavfi',
        '-i',
        'color=red:s=160x120:d=1',
        '-f',
        'lavfi',
        '-i',
        'color=blue:s=160x120:d=1',
        '-filter_complex',
        'concat=n=2',
      ],
      h264,
    )
    const colours = async (atMs: number) =>
      (await quarters((await convert(bench, two, frameAt(atMs))).path))[0]
    const [[red = 0] = [], [, , blue = 0] = []] = [await colours(500), await colours(1_500)]
    expect([red > 200, blue > 200]).toEqual([true, true])
    const late = await convert(bench, two, frameAt(3_600_000, { size: { width: 80, height: 60 } }))
    expect(late).toMatchObject({ mimeType: 'image/jpeg', probed: { kind: 'image', width: 80, height: 60 } })
  })
})

describe('converting', patient, () => {
  it('ends at once when it is called off, and leaves nothing', async () => {
    const long = await make('long.mp4', picture({ size: '640x480', rate: 60, seconds: 20 }), h264)
    const stop = new AbortController()
    const making = convert(bench, long, anew, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('Called off.')),
    })
    await expect(making).rejects.toThrow('Called off.')
  })

  it('refuses a film whose index promises more than there is, and makes little of much', async () => {
    const bytes = Buffer.from(await readFile(film))
    const header = bytes.indexOf('mdhd', 0, 'latin1')
    bytes.writeUInt32BE(36_000 * bytes.readUInt32BE(header + 16), header + 20)
    const path = join(folder.path, 'ten-hours.mov')
    await writeFile(path, bytes)
    await expect(convert(bench, path)).rejects.toThrow(
      '“ten-hours.mov” is damaged: it can be read for 2 of its 36000 s.',
    )
    const large = await make('large.mp4', ['-f', 'lavfi', '-i', 'color=red:s=7680x4320:d=0.2:r=10'], h264)
    const small = await convert(bench, large, { ...anew, size: { width: 1280, height: 720 } })
    expect(small.probed).toMatchObject({ width: 1280, height: 720 })
  })

  it('refuses a film that is damaged in the middle', async () => {
    const bytes = await readFile(
      await make('whole.mp4', picture({ seconds: 8 }), h264, ['-movflags', '+faststart', '-g', '1']),
    )
    const at = bytes.indexOf('mdat', 0, 'latin1')
    bytes.fill(0, at + Math.floor((bytes.length - at) / 4))
    const path = join(folder.path, 'damaged.mp4')
    await writeFile(path, bytes)
    await expect(convert(bench, path)).rejects.toThrow(/^“damaged.mp4” (?:is damaged|cannot be converted)/)
  })

  it('leaves no file of what failed', async () => {
    const kept = readdirSync(join(folder.path, 'converting'))
    await expect(convert(bench, join(folder.path, 'damaged.mp4'))).rejects.toThrow()
    expect(readdirSync(join(folder.path, 'converting'))).toEqual(kept)
  })
})
