import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

export const usualSize = { width: 900, height: 700 }

/** The pages that one person has open, which share their cookies. */
export interface Window {
  readonly context: BrowserContext
  /** A page that shows nothing of another person. */
  nextPage(): Promise<Page>
  /** Closes the window when this person leaves, because more was changed than can be taken back. */
  keepFromOthers(): void
  /** Ends it, or clears it away for the next person. */
  leave(): Promise<void>
}

type Device = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>
type Open = () => Promise<BrowserContext>

interface Cleared {
  readonly context: BrowserContext
  readonly page: Page
}

/** Opens a window for one person. */
export async function openWindow(open: Open): Promise<Window> {
  const context = await open()
  return {
    context,
    nextPage: () => context.newPage(),
    keepFromOthers: () => undefined,
    leave: () => context.close(),
  }
}

/** Windows that were cleared away, by the device. */
const cleared = new WeakMap<Browser, Map<string, Cleared[]>>()

/**
 * Lets a person go on in the window of another who left, as at a computer where another signed out. Its page is the same one to
 * the browser, which has compiled the code of the app: to open the app there takes less than half of the processor time of a new
 * window. Nothing that a page or a test can see is left of the other person. A window whose context a test took in hand is closed.
 */
export async function takeWindow(browser: Browser, device: Device, open: Open): Promise<Window> {
  const all = cleared.get(browser) ?? new Map<string, Cleared[]>()
  cleared.set(browser, all)
  const key = JSON.stringify(device)
  const kept = all.get(key) ?? []
  all.set(key, kept)
  const found = kept.pop()
  const context = found?.context ?? (await open())
  const page = found?.page ?? (await context.newPage())
  let isTaken = false
  let isChanged = false
  const keepFromOthers = () => {
    isChanged = true
  }
  watchChanges({ context, page }, keepFromOthers)
  return {
    context,
    keepFromOthers,
    nextPage: async () => {
      if (isTaken) return context.newPage()
      isTaken = true
      return page
    },
    leave: async () => {
      if (!isChanged && (await isClearedAway({ context, page }, device))) kept.push({ context, page })
      else await context.close()
    },
  }
}

/** Calls a function when a test does with a page or a context what cannot be taken back. */
function watchChanges({ context, page }: Cleared, changed: () => void): void {
  const watch = (part: object, name: string) => {
    const known = Object.getPrototypeOf(part)[name]
    const value = (...given: unknown[]): unknown => {
      changed()
      return known.apply(part, given)
    }
    Object.defineProperty(part, name, { configurable: true, value })
  }
  for (const name of ['addInitScript', 'exposeBinding', 'exposeFunction']) watch(page, name)
  watch(context, 'newCDPSession')
}

/** The events of a page that tests listen to. */
const heard = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

const clearStores = `(async () => {
  localStorage.clear()
  sessionStorage.clear()
  const gone = ({ name }) => new Promise((resolve, reject) => {
    Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject, onblocked: reject })
  })
  await Promise.all((await indexedDB.databases()).map(gone))
  for (const name of await caches.keys()) await caches.delete(name)
  window.name = ''
})()`

/** Leaves one page without a trace of the person. False where that does not succeed, as when the page or the server is gone. */
async function isClearedAway({ context, page }: Cleared, device: Device): Promise<boolean> {
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const name of heard) page.removeAllListeners(name)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.mouse.move(0, 0)
    // This page of the same origin does nothing by itself.
    await page.goto(new URL('/healthz', page.url()).href, { timeout: 5_000 })
    await page.evaluate(clearStores)
    await context.clearCookies()
    const { viewport, colorScheme = 'light', reducedMotion = 'no-preference' } = device
    await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: 'none', contrast: null })
    await page.setViewportSize(viewport ?? usualSize)
    return true
  } catch {
    return false
  }
}
