import { setTimeout as pause } from 'node:timers/promises'
import { type Devtools, openDevtools } from './devtools.ts'
import type { Figure, Measuring } from './figure.ts'
import { planMonth, posts, signIn, startBrowser } from './first-pages.ts'
import { openPlace } from './place.ts'
import { median } from './statistics.ts'
import { temporaryFolder } from './temporary-folder.ts'

// Lighthouse takes the processor of a phone for four times as slow, and a task for too long from 50 ms on.
const mostMs = 12.5
const toldMs = 8

/**
 * The pieces of work of the first pages behind the sign-in, by the processor time of the thread that draws: unlike the scores of P8 this
 * is hardly changed by what else a machine does.
 */
export const appTasks: Figure = {
  name: 'P8-TASKS',
  what: 'processor time of the tasks of the first pages behind the sign-in, in a phone-sized window without a cache',
  goal: `no task over ${mostMs} ms, which are 50 ms on the phone of Lighthouse`,
  measure,
}

async function measure({ rounds, say, ...how }: Measuring): Promise<void> {
  const port = await startBrowser(temporaryFolder())
  const devtools = await openDevtools(port)
  const place = await openPlace(how)
  const url = place.url.replace('127.0.0.1', 'localhost')
  const cookie = await signIn(url)
  const judge = async (name: string, path: string) => {
    const loads: number[][] = []
    for (let round = 0; round < rounds; round += 1)
      loads.push(await traceLoad(devtools, { url: url + path, cookie }))
    say(describe(name, loads))
  }
  await judge('the calendar, empty', '/calendar')
  await judge('the composer', '/posts/new')
  await planMonth(place)
  await judge(`the calendar, ${posts.toLocaleString('en')} posts`, '/calendar')
  devtools.close()
}

// Longer than the page works for itself after it is there.
const watchedMs = 4_000

const categories = [
  '-*',
  'devtools.timeline',
  'blink.user_timing',
  'toplevel',
  'disabled-by-default-devtools.timeline',
]

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** The processor time, in microseconds as all of these. */
  readonly tdur?: number
  readonly args?: { readonly data?: { readonly documentLoaderURL?: string } }
}

/** Loads a page as somebody who was never there; answers the milliseconds of processor time of each task of its thread. */
async function traceLoad(
  devtools: Devtools,
  { url, cookie }: { url: string; cookie: string },
): Promise<number[]> {
  const { browserContextId } = await devtools.send('Target.createBrowserContext')
  const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const attached = await devtools.send('Target.attachToTarget', { targetId, flatten: true })
  const session = String(attached.sessionId)
  const size = { mobile: true, width: 412, height: 823, deviceScaleFactor: 1.75 }
  await devtools.send('Emulation.setDeviceMetricsOverride', size, session)
  await devtools.send('Network.enable', {}, session)
  await devtools.send('Network.setExtraHTTPHeaders', { headers: { cookie } }, session)
  const events: TraceEvent[] = []
  const stop = devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as TraceEvent[])))
  await devtools.send('Tracing.start', { categories: categories.join(',') })
  await devtools.send('Page.navigate', { url }, session)
  await pause(watchedMs)
  const complete = new Promise<void>((resolve) => {
    const end = devtools.on('Tracing.tracingComplete', () => {
      end()
      resolve()
    })
  })
  await devtools.send('Tracing.end')
  await complete
  stop()
  await devtools.send('Target.closeTarget', { targetId })
  await devtools.send('Target.disposeBrowserContext', { browserContextId })
  return tasksOf(events)
}

function tasksOf(events: readonly TraceEvent[]): number[] {
  const isOfPage = ({ args }: TraceEvent) => args?.data?.documentLoaderURL?.startsWith('http') === true
  const began = events.findLast((event) => event.name === 'navigationStart' && isOfPage(event))
  if (began === undefined) throw new Error('The browser traced no page.')
  const isTask = ({ name, pid, tid, ts }: TraceEvent) =>
    name === 'RunTask' && pid === began.pid && tid === began.tid && ts >= began.ts
  return events
    .filter(isTask)
    .sort((a, b) => a.ts - b.ts)
    .map(({ tdur = 0 }) => tdur / 1_000)
}

function describe(name: string, loads: readonly (readonly number[])[]): string {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
  const total = median(loads.map(sum)).toFixed(0)
  const over = loads.map((tasks) => sum(tasks.map((ms) => Math.max(0, 4 * (ms - mostMs)))))
  const long = loads.map((tasks) =>
    tasks
      .filter((ms) => ms >= toldMs)
      .map((ms) => ms.toFixed(0))
      .join('+'),
  )
  const blocked = `blocked ${median(over).toFixed(0)} ms on a phone (${over.map((ms) => ms.toFixed(0)).join(', ')})`
  return `${name}: ${total} ms; ${blocked}; tasks from ${toldMs} ms: ${long.join(' | ')}`
}
