import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { atEnd } from './cleanup.ts'
import type { Figure, Measuring } from './figure.ts'
import { type Film, filmOf } from './film.ts'
import { freePort } from './free-port.ts'
import { memoryOf } from './memory.ts'
import { openPlace, type Place } from './place.ts'
import { MissingProgram, programInPath } from './program.ts'
import { putFilm, uploadResumably, uploadToCrier } from './send-film.ts'
import { describeComparison, judgeAdmissions, percentile } from './statistics.ts'
import type { Together } from './upload-together.ts'

const megabyte = 1024 * 1024
const together = 20
const askEveryMs = 20
/** A gigabit line, which leaves the machine the time that sending takes when the sender is the same machine. */
const line = 100
/** 500 requests at most: of the 150 of three seconds the p99 differed by three times from run to run. */
const idleMs = 10_000
/** A whole round has files of 1 GB; a shorter one has smaller files in proportion. */
const wholeSeconds = 10

/** P6: what hashing, examining and storing durably cost over the bytes alone, and what uploads cost everybody else. */
export const uploadMedia: Figure = {
  name: 'P6',
  what: `PUT upload_url of 1 GB, hashed and probed, against nginx with DAV receiving the same file without fsync; then one resumable upload, and ${together} at once while the API is asked, first to nginx, then to us`,
  goal: '≥ 0.8 ×; memory grows ≤ 50 MB, with 20 at once too, and p99 of the API at most doubles; nginx beside it says what of that is the machine',
  measure,
}

async function measure({ seconds, rounds, say, ...how }: Measuring): Promise<void> {
  const bytes = Math.round((Math.min(1, seconds / wholeSeconds) * 1024 * megabyte) / megabyte) * megabyte
  const place = await openPlace(how)
  const nginx = await startNginx(place.folder)
  const film = filmOf(bytes)
  say(`files of ${(bytes / megabyte).toFixed(0)} MB`)
  const ours = () => timed(bytes, () => uploadToCrier(place, film))
  const theirs = () => timed(bytes, () => putFilm(`${nginx.url}/film.mp4`, film))
  // The first uploads start the process that reads files, and load the package that speaks tus.
  for (const upload of [uploadToCrier, uploadResumably]) await upload(place, filmOf(megabyte))
  const before = serverMemory(place)
  const alone = watchMemory(place)
  const found = await judgeAdmissions(rounds, ours, theirs)
  say(`one at a time: ${describeComparison(found, 'MB/s')}`)
  say(`memory of the server: ${describeGrowth(before, await alone())}`)
  const resumable = watchMemory(place)
  const speed = await timed(bytes, () => uploadResumably(place, film))
  say(`one resumable upload: ${speed.toFixed(0)} MB/s; memory ${describeGrowth(before, await resumable())}`)
  await measureTogether(place, film, { before, say, nginx })
}

interface Around extends Pick<Measuring, 'say'> {
  /** The memory of the server before any upload, in MB. */
  readonly before: number
  readonly nginx: Nginx
}

/**
 * Uploads all at once and asks the API meanwhile. While nginx takes the uploads, only the machine holds the API up, and only the requests
 * take memory.
 */
async function measureTogether(
  place: Place,
  { size: bytes }: Film,
  { before, say, nginx }: Around,
): Promise<void> {
  const { url, key } = place
  const idle = await askDuring(place, new Promise((resolve) => setTimeout(resolve, idleMs)))
  const speedOf = async (to: Together['to'], took: number[]) => {
    const speed = await timed(together * bytes, async () => {
      took.push(...(await askDuring(place, uploadTogether({ to, uploads: together, bytes, line: null }))))
    })
    return speed.toFixed(0)
  }
  const [theirs, ours]: [number[], number[]] = [[], []]
  const asked = watchMemory(place)
  say(`${together} at once to nginx: ${await speedOf(nginx.url, theirs)} MB/s together`)
  nginx.removeFiles()
  const onlyAsked = await asked()
  const uploading = watchMemory(place)
  say(`${together} at once: ${await speedOf({ url, key }, ours)} MB/s together`)
  const most = await uploading()
  say(`memory when only the API was asked, while nginx took them: ${describeGrowth(before, onlyAsked)}`)
  say(
    `memory while we took them: ${describeGrowth(before, most)}, ${(most - onlyAsked).toFixed(0)} of them by uploads`,
  )
  const calm = percentile(idle, 0.99)
  const p99 = (times: number[]) => {
    const ms = percentile(times, 0.99)
    return `${ms.toFixed(1)} ms (${(ms / calm).toFixed(1)} ×)`
  }
  say(
    `p99 of GET /v1/posts: ${calm.toFixed(1)} ms idle, ${p99(theirs)} while nginx takes them, ${p99(ours)} while we do`,
  )
  const overLine = (to: Together['to']) =>
    askDuring(place, uploadTogether({ to, uploads: together, bytes: Math.round(bytes / 8), line }))
  const theirsOverLine = await overLine(nginx.url)
  nginx.removeFiles()
  const oursOverLine = await overLine({ url, key })
  say(
    `over a line of ${line} MB/s: ${p99(theirsOverLine)} while nginx takes ${together}, ${p99(oursOverLine)} while we do`,
  )
}

function uploadTogether(workerData: Together): Promise<unknown> {
  return once(new Worker(new URL('./upload-together.ts', import.meta.url), { workerData }), 'message')
}

/** How long answers took, in ms, while something went on. */
async function askDuring({ url, key }: Place, work: Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  let isGoingOn = true
  const end = () => {
    isGoingOn = false
  }
  const ended = work.finally(end)
  while (isGoingOn) {
    const askedAt = performance.now()
    const answer = await fetch(`${url}/v1/posts?limit=10`, { headers: { authorization: `Bearer ${key}` } })
    await answer.text()
    took.push(performance.now() - askedAt)
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
  }
  await ended
  return took
}

/** MB a second. */
async function timed(bytes: number, work: () => Promise<void>): Promise<number> {
  const begunAt = performance.now()
  await work()
  return bytes / megabyte / ((performance.now() - begunAt) / 1_000)
}

function serverMemory({ pid }: Place): number {
  return memoryOf(pid) ?? 0
}

/** Watches the server's memory until it is asked for the most of it, in MB. */
function watchMemory({ pid }: Place): () => Promise<number> {
  const watch = new Worker(new URL('./watch-memory.ts', import.meta.url), { workerData: pid })
  return async () => {
    watch.postMessage('done')
    const [most] = await once(watch, 'message')
    return most
  }
}

function describeGrowth(before: number, most: number): string {
  return `${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most (${(most - before).toFixed(0)} MB more)`
}

interface Nginx {
  readonly url: string
  /** Removes what was PUT, which the kernel need not write to the disk then. */
  readonly removeFiles: () => void
}

/** Starts an nginx that stores what is PUT. */
async function startNginx(folder: string): Promise<Nginx> {
  const nginx = programInPath('nginx', ['/usr/sbin'])
  if (nginx === null)
    throw new MissingProgram(
      'There is no nginx on this machine: Debian has it (apt-get install nginx-light).',
    )
  const [root, port] = [join(folder, 'nginx'), await freePort()]
  const makeFolders = () => {
    for (const name of ['files', 'temp']) mkdirSync(join(root, name), { recursive: true, mode: 0o777 })
  }
  const removeFiles = () => {
    rmSync(join(root, 'files'), { recursive: true })
    makeFolders()
  }
  makeFolders()
  atEnd(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'nginx.conf'), nginxConf(root, port))
  const server = spawn(nginx, ['-p', root, '-c', join(root, 'nginx.conf'), '-e', join(root, 'error.log')], {
    stdio: 'inherit',
  })
  atEnd(async () => {
    if (server.exitCode !== null) return
    server.kill('SIGTERM')
    await once(server, 'close')
  })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (server.exitCode !== null) throw new Error('nginx ended at its start.')
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return { url, removeFiles }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function nginxConf(root: string, port: number): string {
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user}
daemon off;
worker_processes 1;
pid ${root}/pid;
events {}
http {
  access_log off;
  client_body_temp_path ${root}/temp;
  client_max_body_size 0;
  server {
    listen 127.0.0.1:${port};
    root ${root}/files;
    dav_methods PUT;
  }
}
`
}
