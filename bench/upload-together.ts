// A thread that uploads, so that the program that asks the API meanwhile measures the server alone.
import { parentPort, workerData } from 'node:worker_threads'
import { filmOf } from './film.ts'
import { putFilm, type Server, uploadToCrier } from './send-film.ts'

/** The order for the thread: so many uploads at once, each of so many bytes, to a Crier or to the address of a folder of nginx. */
export interface Together {
  readonly to: Server | string
  readonly uploads: number
  readonly bytes: number
}

const { to, uploads, bytes } = workerData as Together
const upload = (_: unknown, number: number) =>
  typeof to === 'string' ? putFilm(`${to}/${number}.mp4`, filmOf(bytes)) : uploadToCrier(to, filmOf(bytes))
await Promise.all(Array.from({ length: uploads }, upload))
parentPort?.postMessage('done')
