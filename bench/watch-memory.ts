// A thread that looks at the memory of a process. The kernel counts its pages for that, which takes milliseconds: in the program that
// asks the API meanwhile, they would count as time of the answers.
import { parentPort, workerData } from 'node:worker_threads'
import { memoryOf } from './memory.ts'

const pid = workerData as number
let most = 0
const look = () => {
  most = Math.max(most, memoryOf(pid) ?? 0)
}
look()
const timer = setInterval(look, 200)
parentPort?.once('message', () => {
  clearInterval(timer)
  look()
  parentPort?.postMessage(most)
})
