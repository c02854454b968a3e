import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { pathOfChromium } from '../../../scripts/test-needs.ts'

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
}

/** The machine's Chromium, without a window, as one person uses it: its pages share their cookies. */
export interface Chromium {
  /** Opens a page. Every address it went to, and everything it complained about, stands in the lists of this browser. */
  open(url: string): Promise<Page>
  /** Addresses of whole pages, in order, redirects included. */
  readonly visited: readonly string[]
  /** Errors of pages, such as what a policy forbade. A test takes out those that it means to cause. */
  readonly complaints: string[]
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
}: ChromiumOptions = {}): Promise<Chromium> {
  const rules = Object.entries(names).map(([name, address]) => `MAP ${name} ${address}`)
  const browser = rules.length > 0 ? await launch(rules) : await sharedBrowser()
  const person = await browser.newContext({
    ignoreHTTPSErrors: trustsAnyCertificate,
    viewport: { width: 900, height: 700 },
    serviceWorkers: keepsFiles ? 'allow' : 'block',
    ...device,
  })
  const visited: string[] = []
  const complaints: string[] = []
  const strangers: string[] = []
  listen(person, visited, complaints, strangers)
  return {
    visited,
    complaints,
    strangers,
    context: person,
    open: async (url) => {
      const page = await person.newPage()
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
    close: () => (rules.length > 0 ? browser.close() : person.close()),
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

function listen(person: BrowserContext, visited: string[], complaints: string[], strangers: string[]): void {
  person.on('request', (request) => {
    if (request.isNavigationRequest()) visited.push(request.url())
    else if (isElsewhere(request.url(), request.serviceWorker()?.url() ?? request.frame().url()))
      strangers.push(new URL(request.url()).host)
  })
  person.on('console', (message) => {
    // The browser itself asks for this one.
    const isIcon = message.location().url.endsWith('/favicon.ico')
    if (message.type() === 'error' && !isIcon) complaints.push(message.text())
  })
  person.on('response', (answer) => {
    // The words of a console leave out what was asked for.
    if (answer.status() === 500)
      complaints.push(`responded with a status of 500 (${answer.request().method()} ${answer.url()})`)
  })
  person.on('weberror', (error) => complaints.push(error.error().message))
}

function isElsewhere(url: string, page: string): boolean {
  return /^https?:/.test(url) && /^https?:/.test(page) && new URL(url).host !== new URL(page).host
}
