// A thread that uploads, so that the program that asks the API meanwhile measures the server alone.
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Film, filmOf } from './film.ts'
import { putFilm, type Server, uploadToCrier } from './send-film.ts'

/** The order for the thread: so many uploads at once, each of so many bytes, to a Crier or to the address of a folder of nginx. */
export interface Together {
  readonly to: Server | string
  readonly uploads: number
  readonly bytes: number
  /** The MB a second that the line to the server carries, for all of them together; null where nothing but the machine bounds them. */
  readonly line: number | null
}

const megabyte = 1024 * 1024
const { to, uploads, bytes, line } = workerData as Together
let lineFreeAt = 0
const film = () => (line === null ? filmOf(bytes) : overLine(filmOf(bytes), line))
const upload = (_: unknown, number: number) =>
  typeof to === 'string' ? putFilm(`${to}/${number}.mp4`, film()) : uploadToCrier(to, film())
await Promise.all(Array.from({ length: uploads }, upload))
parentPort?.postMessage('done')

/** Sends a film no faster than the line lets it, which all films share. */
function overLine({ size, chunks }: Film, mbPerSecond: number): Film {
  return {
    size,
    chunks: async function* () {
      for await (const chunk of chunks()) {
        lineFreeAt = Math.max(lineFreeAt, performance.now()) + (1_000 * chunk.length) / megabyte / mbPerSecond
        await pause(Math.max(0, lineFreeAt - performance.now()))
        yield chunk
      }
    },
  }
}
