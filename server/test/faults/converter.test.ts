import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOfProgram, skipWithout } from '../../../scripts/test-needs.ts'
import { runProgram } from '../../src/lib/child-pool/run-program.ts'
import type { EngineLimits } from '../../src/media/convert/conversion.ts'
import { ConverterBusy, Unconvertible } from '../../src/media/convert/conversion-errors.ts'
import { frameArguments, remuxArguments, videoArguments } from '../../src/media/convert/video-arguments.ts'
import {
  anew,
  convert,
  frameAt,
  inOrder,
  openWorkbench,
  pretendEngine,
  type Workbench,
} from '../converters.ts'
import { filmFolder, h264, makeFilm, picture } from '../films.ts'
import { film as plainFilm } from '../media-files.ts'

// The engines yield the processors to everything else that runs.
const patient = { timeout: 120_000 }
const folder = filmFolder()
const benches: Workbench[] = []
let film: string
beforeAll(async () => {
  film = join(folder.path, 'film.mp4')
  await writeFile(film, await plainFilm('mp4'))
})
afterAll(async () => {
  await Promise.all(benches.map((bench) => bench.close()))
  folder.remove()
})

function pretend(name: string, lines: string, limits: Partial<EngineLimits> = {}): Workbench {
  const program = pretendEngine(folder.path, name, lines)
  const bench = openWorkbench(folder.path, { ffmpeg: { setting: program, searchPath: '' }, limits })
  benches.push(bench)
  return bench
}

const pidOf = (name: string) => Number(readFileSync(join(folder.path, `${name}.pid`), 'utf8'))
/** Whether a process lives. One that ended may stay in the list until its parent looks. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    // There is none.
    return false
  }
}

async function isGone(pid: number): Promise<void> {
  while (isRunning(pid)) await pause(20)
}

describe('an engine that misbehaves', patient, () => {
  it('and hangs is ended when nothing was heard of it for a while', async () => {
    const bench = pretend('hangs', 'sleep 600', { silentMs: 300 })
    await expect(convert(bench, film)).rejects.toThrow(ConverterBusy)
    expect(isRunning(pidOf('hangs'))).toBe(false)
    expect(bench.trouble.join()).toContain('stalled')
  })

  it('and computes without end is ended after the time that its film is worth', async () => {
    const bench = pretend('computes', 'while :; do echo frame=1; done', { processorMs: -39_500 })
    await expect(convert(bench, film)).rejects.toThrow('“film.mp4” takes too long. Send it shorter')
    expect(isRunning(pidOf('computes'))).toBe(false)
  })

  it('and eats memory is ended, also when it is its child that eats', async () => {
    // A line that never ends.
    const bench = pretend('eats', 'tail </dev/zero; sleep 600', { memoryBytes: 150_000_000 })
    await expect(convert(bench, film)).rejects.toThrow(
      '“film.mp4” takes too much memory. Send it with fewer pixels.',
    )
    expect(isRunning(pidOf('eats'))).toBe(false)
  })

  it('and dies is tried once more, then its file is refused', async () => {
    const bench = pretend('dies', `echo x >>'${folder.path}/deaths'; kill -s SEGV $$`)
    const error = await convert(bench, film).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Unconvertible)
    expect(String(error)).toContain('“film.mp4” ends the program that converts it.')
    expect(readFileSync(join(folder.path, 'deaths'), 'utf8')).toBe('x\nx\n')
  })

  it('and fails is quoted in the log and not to people, because its words name places of the machine', async () => {
    const bench = pretend('fails', 'echo "/a/secret/place: no" >&2; exit 3')
    await expect(convert(bench, film)).rejects.toThrow(
      /^“film.mp4” cannot be converted: it is damaged or unusual\./,
    )
    expect(bench.trouble).toEqual(['exit code 3: /a/secret/place: no'])
  })

  it('and writes a file without end is stopped at the size that the film may have', async () => {
    const bench = pretend('writes', 'exec cat /dev/zero >"$output"')
    await expect(convert(bench, film, { ...anew, maxBytes: 1_000_000 })).rejects.toThrow(
      /cannot be made to fit/,
    )
    await expect(convert(bench, film, inOrder)).rejects.toThrow(/grows when its parts are put in order/)
    expect(isRunning(pidOf('writes'))).toBe(false)
  })

  it('and talks without end is stopped, and costs the server no memory', async () => {
    const bench = pretend('talks', 'exec cat /dev/zero')
    const before = process.memoryUsage.rss()
    await expect(convert(bench, film)).rejects.toThrow('ends the program that converts it')
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
  })

  it('and leaves children behind leaves none', async () => {
    const bench = pretend('leaves', `sleep 600 & echo $! >'${folder.path}/left.pid'; exit 1`)
    await expect(convert(bench, film)).rejects.toThrow(Unconvertible)
    await isGone(pidOf('left'))
  })

  it('and makes nothing, or something that is no film, is not believed', async () => {
    for (const lines of ['exit 0', 'echo hello >"$output"']) {
      await expect(convert(pretend('lies', lines), film)).rejects.toThrow(Unconvertible)
      await expect(convert(pretend('lies', lines), film, frameAt(0))).rejects.toThrow(Unconvertible)
    }
  })

  it('and is gone when it is needed is no fault of the file', async () => {
    const bench = pretend('goes', 'exit 0')
    await bench.converter.can()
    rmSync(join(folder.path, 'goes'))
    await expect(convert(bench, film)).rejects.toThrow(ConverterBusy)
  })

  it('leaves nothing in the folder of results', () => {
    expect(readdirSync(join(folder.path, 'converting'))).toEqual([])
  })
})

describe('a conversion', patient, () => {
  it('is ended at once when it is called off, also while it waits for its turn', async () => {
    const bench = pretend('waits', 'echo begun; sleep 600')
    const stop = new AbortController()
    const all = [1, 2, 3, 4, 5].map(() => convert(bench, film, anew, { signal: stop.signal }))
    const ends = Promise.allSettled(all)
    while (!existsSync(join(folder.path, 'waits.pid'))) await pause(20)
    stop.abort(new Error('Called off.'))
    for (const end of await ends) expect(end).toMatchObject({ reason: { message: 'Called off.' } })
    expect(isRunning(pidOf('waits'))).toBe(false)
  })

  it('ends with its server, also when that is killed', async () => {
    const program = pretendEngine(folder.path, 'orphan', 'sleep 600')
    const server = new URL('../processes/converting-process.ts', import.meta.url).pathname
    const killed = spawn(process.execPath, [server, folder.path, program, film], { stdio: 'inherit' })
    while (!existsSync(join(folder.path, 'orphan.pid'))) await pause(20)
    await pause(50)
    const pid = pidOf('orphan')
    expect(isRunning(pid)).toBe(true)
    killed.kill('SIGKILL')
    await isGone(pid)
  })

  it('that a stopping server ends says so, and leaves no process', async () => {
    const bench = pretend('stops', 'sleep 600')
    const making = convert(bench, film).catch((error: unknown) => error)
    while (!existsSync(join(folder.path, 'stops.pid'))) await pause(20)
    await bench.close()
    expect(await making).toMatchObject({ name: 'ConverterBusy', message: 'This server is stopping.' })
    expect(isRunning(pidOf('stops'))).toBe(false)
  })

  it('gets nothing of our environment, nearly no claim on a processor, and dies first for memory', async () => {
    const bench = pretend(
      'tells',
      `env >'${folder.path}/env'; cat /proc/$$/oom_score_adj >>'${folder.path}/env'; nice >>'${folder.path}/env'; exit 1`,
    )
    await expect(convert(bench, film)).rejects.toThrow(Unconvertible)
    const environment = readFileSync(join(folder.path, 'env'), 'utf8')
    expect(environment).not.toMatch(/HOME|SECRET|NODE/)
    expect(environment).toMatch(/\n1000\n1[5-9]\n$/)
  })
})

describe('a hostile film', patient, () => {
  beforeEach(skipWithout('ffmpeg'))

  it('#11 leads ffmpeg to no other file and no other server', async () => {
    const listener = await startListener()
    const canary = await makeFilm(folder.path, 'canary.mp4', [...picture({ seconds: 0.3 }), ...h264])
    const open = join(folder.path, 'open.m3u8')
    await writeFile(open, playlists(canary, listener.address).hls)
    const trusting = ['-v', 'quiet', '-protocol_whitelist', 'file,http,tcp', '-i', open, '-f', 'null', '-']
    await runFfmpeg(trusting)
    // Without the limits that are shown here, it would have asked.
    expect(listener.asked.splice(0).length).toBeGreaterThan(0)
    for (const [name, text] of Object.entries(playlists(canary, listener.address))) {
      const path = join(folder.path, `${name}.mp4`)
      await writeFile(path, text)
      for (const mimeType of ['video/mp4', 'video/webm']) {
        const output = join(folder.path, 'led')
        const file = { path, mimeType }
        for (const args of [
          videoArguments(file, anew, numbers, options, output),
          remuxArguments(file, output),
          frameArguments(file, frameAt(0), numbers.size, 0, options, output),
        ]) {
          expect(await runFfmpeg(args), `${name} as ${mimeType}`).toMatchObject({ kind: 'exited' })
          expect(existsSync(output) && statSync(output).size > 0, `${name} as ${mimeType}`).toBe(false)
        }
      }
    }
    await listener.close()
    expect(listener.asked).toEqual([])
  })
})

const numbers = { size: { width: 64, height: 64 }, pad: null, frameRate: 10, videoBits: 100_000, audio: null }
const options = { threads: 1, toneMap: false }

/** Texts that make ffmpeg open something else, where it may. */
function playlists(canary: string, address: string) {
  const hls = (segment: string) =>
    `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${segment}\n#EXT-X-ENDLIST\n`
  return {
    hls: hls(`${address}/hls.ts`),
    'hls-file': hls(`file://${canary}`),
    concat: `ffconcat version 1.0\nfile 'file:${canary}'\nfile '${address}/concat.mp4'\n`,
    dash: `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet><Representation id="0" bandwidth="1"><BaseURL>${address}/dash.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    sdp: 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n',
    subtitles: `WEBVTT\n\n00:00.000 --> 00:01.000\n<img src="${address}/vtt.png">\n`,
  }
}

async function startListener() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    asked,
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

function runFfmpeg(args: readonly string[]) {
  const limits = { memoryBytes: 1e9, processorMs: 20_000, clockMs: 60_000, silentMs: 60_000, fileBytes: 1e7 }
  const program = pathOfProgram('ffmpeg') ?? ''
  return runProgram({ program, args, folder: folder.path, limits, signal: null, onLine: () => undefined })
}
