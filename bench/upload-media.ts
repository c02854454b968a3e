import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { atEnd } from './cleanup.ts'
import type { Figure, Measuring } from './figure.ts'
import { type Film, filmOf } from './film.ts'
import { freePort } from './free-port.ts'
import { memoryOfTree } from './memory.ts'
import { openPlace, type Place } from './place.ts'
import { MissingProgram, programInPath } from './program.ts'
import { describeComparison, judgeAdmissions, percentile } from './statistics.ts'

const megabyte = 1024 * 1024
const together = 20
const askEveryMs = 20
/** A whole round has files of 1 GB; a shorter one has smaller files in proportion. */
const wholeSeconds = 10

/** P6: what hashing, examining and storing durably cost over the bytes alone, and what uploads cost everybody else. */
export const uploadMedia: Figure = {
  name: 'P6',
  what: `PUT upload_url of 1 GB, hashed and probed, against nginx with DAV receiving the same file without fsync; then ${together} at once while the API is asked`,
  goal: '≥ 0.8 ×; memory grows ≤ 50 MB, with 20 at once too, and p99 of the API at most doubles',
  measure,
}

async function measure({ seconds, rounds, say, ...how }: Measuring): Promise<void> {
  const bytes = Math.round((Math.min(1, seconds / wholeSeconds) * 1024 * megabyte) / megabyte) * megabyte
  const place = await openPlace(how)
  const nginxUrl = await startNginx(place.folder)
  const film = filmOf(bytes)
  say(`files of ${(bytes / megabyte).toFixed(0)} MB`)
  const ours = () => timed(bytes, () => uploadToCrier(place, film))
  const theirs = () => timed(bytes, () => putFilm(`${nginxUrl}/film.mp4`, film))
  // The first upload starts the process that reads files.
  await uploadToCrier(place, filmOf(megabyte))
  const before = serverMemory(place)
  const alone = watchMemory(place)
  const found = await judgeAdmissions(rounds, ours, theirs)
  say(`one at a time: ${describeComparison(found, 'MB/s')}`)
  say(`memory of the server: ${before.toFixed(0)} MB before, ${alone().toFixed(0)} MB at most`)
  await measureTogether(place, film, say)
}

/** Uploads all at once and asks the API meanwhile. */
async function measureTogether(place: Place, film: Film, say: Measuring['say']): Promise<void> {
  const idle = await askDuring(place, new Promise((resolve) => setTimeout(resolve, 3_000)))
  const memory = watchMemory(place)
  const begunAt = performance.now()
  const uploads = Promise.all(Array.from({ length: together }, () => uploadToCrier(place, film)))
  const busy = await askDuring(place, uploads)
  const seconds = (performance.now() - begunAt) / 1_000
  const speed = (together * film.size) / megabyte / seconds
  say(`${together} at once: ${speed.toFixed(0)} MB/s together; memory at most ${memory().toFixed(0)} MB`)
  const [calm, loaded] = [percentile(idle, 0.99), percentile(busy, 0.99)]
  say(
    `p99 of GET /v1/posts: ${calm.toFixed(1)} ms idle, ${loaded.toFixed(1)} ms meanwhile (${(loaded / calm).toFixed(1)} ×)`,
  )
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

/** Uploads a film and deletes it, so that rounds do not fill the disk. Only the upload counts for a quota. */
async function uploadToCrier({ url, key }: Place, film: Film): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'film.mp4', mime_type: 'video/mp4', size_bytes: film.size })
  const created = await fetch(`${url}/v1/media/create-upload-url`, { method: 'POST', headers, body })
  const { upload_url: uploadUrl, id } = (await created.json()) as { upload_url: string; id: string }
  await putFilm(uploadUrl, film)
  await fetch(`${url}/v1/media/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } })
}

async function putFilm(url: string, film: Film): Promise<void> {
  const headers = { 'content-type': 'video/mp4', 'content-length': film.size }
  const put = request(url, { method: 'PUT', headers, agent: false })
  const answered = once(put, 'response')
  await pipeline(Readable.from(film.chunks(), { objectMode: false, highWaterMark: megabyte }), put)
  const [answer] = await answered
  const said = Buffer.concat(await answer.toArray()).toString()
  if (answer.statusCode >= 300) throw new Error(`A PUT was answered ${answer.statusCode}: ${said}`)
}

function serverMemory({ pid }: Place): number {
  return memoryOfTree(pid).find((each) => each.pid === pid)?.pssMb ?? 0
}

/** Watches the memory of the server; answers the most that it had, in MB. */
function watchMemory(place: Place): () => number {
  let most = 0
  const look = () => {
    most = Math.max(most, serverMemory(place))
  }
  const timer = setInterval(look, 200)
  return () => {
    clearInterval(timer)
    look()
    return most
  }
}

/** Answers the address of an nginx that stores what is PUT. */
async function startNginx(folder: string): Promise<string> {
  const nginx = programInPath('nginx', ['/usr/sbin'])
  if (nginx === null)
    throw new MissingProgram(
      'There is no nginx on this machine: Debian has it (apt-get install nginx-light).',
    )
  const [root, port] = [join(folder, 'nginx'), await freePort()]
  for (const name of ['files', 'temp']) mkdirSync(join(root, name), { recursive: true, mode: 0o777 })
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
    if (isUp) return url
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
