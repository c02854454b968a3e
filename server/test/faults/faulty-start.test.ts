import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../free-port.ts'
import { type House, startHouse } from '../house.ts'
import type { StartOrders } from '../processes/faulty-start.ts'
import { programFile } from '../program-file.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

it('leaves nothing open when a start fails, whichever part fails, so that the process ends by itself', {
  timeout: 60_000,
}, async () => {
  const { connection, context } = house
  const [port, probePort] = [await freePort(), await freePort()]
  const orders: StartOrders = { connection, config: { ...context.config, port, probePort } }
  const program = programFile(join(import.meta.dirname, '../processes/faulty-start.ts'))
  const child = spawn(process.execPath, [program, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  const [faults, ...keepsItAlive] = output.trim().split('\n')
  expect(keepsItAlive).toEqual([])
  expect(code).toBe(0)
  expect(Number(faults)).toBeGreaterThan(20)
})
