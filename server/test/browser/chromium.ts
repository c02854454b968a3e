import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
  type Response,
  type WebError,
} from 'playwright-core'
import { pathOfChromium } from '../../../scripts/test-needs.ts'
import { openWindow, takeWindow, usualSize } from './window.ts'

export interface ChromiumOptions {
  /** Names that the browser finds at an address: `{ 'crier.example.org': '127.0.0.1' }`. */
  readonly names?: Readonly<Record<string, string>>
  /** Whether certificates of an authority that this machine does not know are good enough. */
  readonly trustsAnyCertificate?: boolean
  /** The size, language, clock and colours of the person's device; a window of 900 × 700 unless given. */
  readonly device?: Pick<
    BrowserContextOptions,
    | 'viewport'
    | 'locale'
    | 'timezoneId'
    | 'colorScheme'
    | 'hasTouch'
    | 'isMobile'
    | 'reducedMotion'
    | 'permissions'
  >
  /** Whether the app keeps its files for a time without a network, which costs as much as opening its page. */
  readonly keepsFiles?: boolean
  /** Whether the person may sit down where another got up, who left nothing behind: see `window.ts`. */
  readonly mayFollow?: boolean
  readonly cookies?: readonly Cookie[]
  /** A script that runs before those of every page. */
  readonly script?: string
}

type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

/** The machine's Chromium, without a window, as one person uses it: its pages share their cookies. */
export interface Chromium {
  /** Opens a page. Every address it went to, and everything it complained about, stands in the lists of this browser. */
  open(url: string): Promise<Page>
  /** Addresses of whole pages, in order, redirects included. */
  readonly visited: readonly string[]
  /** Errors of pages, such as what a policy forbade, besides those that the test means to cause. */
  readonly complaints: readonly string[]
  /**
   * Takes out all complaints that match, those that come late too: pages tell of a refusal after they showed it. Answers a function
   * that ends this, for a test that has heard all of them and leaves the browser to others.
   */
  forgive(pattern: RegExp): () => void
  /** The hosts that anything was asked of, but the host of the page itself. */
  readonly strangers: readonly string[]
  /** The person: cookies, permissions, being offline. */
  readonly context: BrowserContext
  /** Answers the path of a picture of the page. */
  screenshot(page: Page, name: string): Promise<string>
  close(): Promise<void>
}

/**
 * Lets a person begin, with no cookie and nothing stored; a test that calls it needs `chromium`. The program is started once for
 * all people of a process of tests, which takes half a second, but anew where names lead elsewhere.
 */
export async function startChromium({
  names = {},
  trustsAnyCertificate = false,
  device = {},
  keepsFiles = false,
  mayFollow = false,
  cookies = [],
  script,
}: ChromiumOptions = {}): Promise<Chromium> {
  const rules = Object.entries(names).map(([name, address]) => `MAP ${name} ${address}`)
  const browser = rules.length > 0 ? await launch(rules) : await sharedBrowser()
  const open = () =>
    browser.newContext({
      ignoreHTTPSErrors: trustsAnyCertificate,
      viewport: usualSize,
      serviceWorkers: keepsFiles ? 'allow' : 'block',
      ...device,
    })
  const isPlain = mayFollow && rules.length === 0 && !keepsFiles && !trustsAnyCertificate
  const window = isPlain ? await takeWindow(browser, device, open) : await openWindow(open)
  const { context: person } = window
  const visited: string[] = []
  const complaints: string[] = []
  const forgiven: RegExp[] = []
  const strangers: string[] = []
  const complain = (text: string) => {
    if (!forgiven.some((pattern) => pattern.test(text))) complaints.push(text)
  }
  const stopListening = listen(person, visited, complain, strangers)
  await person.addCookies([...cookies])
  let isOver = false
  const prepared = script === undefined ? undefined : await person.addInitScript(script)
  return {
    visited,
    complaints,
    forgive: (pattern) => {
      forgiven.push(pattern)
      complaints.splice(0, complaints.length, ...complaints.filter((text) => !pattern.test(text)))
      return () => void forgiven.splice(forgiven.indexOf(pattern), 1)
    },
    strangers,
    get context() {
      window.keepFromOthers()
      return person
    },
    open: async (url) => {
      const page = await window.nextPage()
      await page.goto(url)
      return page
    },
    screenshot: async (page, name) => {
      const folder = join(tmpdir(), 'crier-screenshots')
      mkdirSync(folder, { recursive: true })
      const path = join(folder, `${name}.png`)
      await page.screenshot({ path, fullPage: true })
      return path
    },
    close: async () => {
      if (rules.length > 0) return browser.close()
      // Another person may be there by now.
      if (isOver) return
      isOver = true
      stopListening()
      // A browser that crashed has no script any more.
      await prepared?.dispose().catch(() => window.keepFromOthers())
      // Pages of other servers may have stored something, which only the end of the window clears away.
      if (new Set(visited.map((url) => new URL(url).origin)).size > 1) window.keepFromOthers()
      await window.leave()
    },
  }
}

let shared: Promise<Browser> | undefined

/** The browser that all people of this process share. It ends with the process. */
async function sharedBrowser(): Promise<Browser> {
  const running = await shared
  if (running?.isConnected()) return running
  shared = launch([])
  return shared
}

function launch(rules: readonly string[]): Promise<Browser> {
  const executablePath = pathOfChromium()
  if (executablePath === null) throw new Error('There is no chromium on this machine.')
  return chromium.launch({
    executablePath,
    args: [
      // Chromium refuses to run as root in its own sandbox, as in a container.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(rules.length > 0 ? [`--host-resolver-rules=${rules.join(',')}`] : []),
      // Pages are drawn by the processor here: a process of its own for that only moves pictures about.
      '--disable-gpu',
      '--in-process-gpu',
    ],
  })
}

/** Keeps what a person goes to and what their pages complain of, until the function it answers is called. */
function listen(
  person: BrowserContext,
  visited: string[],
  complain: (text: string) => void,
  strangers: string[],
): () => void {
  const onRequest = (request: Request) => {
    if (request.isNavigationRequest()) visited.push(request.url())
    else if (isElsewhere(request.url(), request.serviceWorker()?.url() ?? request.frame().url()))
      strangers.push(new URL(request.url()).host)
  }
  const onConsole = (message: ConsoleMessage) => {
    // The browser itself asks for this one.
    const { url } = message.location()
    if (message.type() === 'error' && !url.endsWith('/favicon.ico')) complain(`${message.text()} (${url})`)
  }
  const onResponse = (answer: Response) => {
    // The words of a console leave out what was asked for.
    if (answer.status() === 500)
      complain(`responded with a status of 500 (${answer.request().method()} ${answer.url()})`)
  }
  const onError = (error: WebError) => complain(error.error().message)
  person.on('request', onRequest).on('console', onConsole).on('response', onResponse).on('weberror', onError)
  return () => {
    person.off('request', onRequest).off('console', onConsole)
    person.off('response', onResponse).off('weberror', onError)
  }
}

function isElsewhere(url: string, page: string): boolean {
  return /^https?:/.test(url) && /^https?:/.test(page) && new URL(url).host !== new URL(page).host
}
