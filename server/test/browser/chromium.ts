import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { pathOfProgram } from '../../../scripts/test-needs.ts'

export interface ChromiumOptions {
  /** Names that the browser finds at an address: `{ 'crier.example.org': '127.0.0.1' }`. */
  readonly names?: Readonly<Record<string, string>>
  /** Whether certificates of an authority that this machine does not know are good enough. */
  readonly trustsAnyCertificate?: boolean
}

/** The machine's Chromium, without a window, as one person uses it: its pages share their cookies. */
export interface Chromium {
  /** Opens a page. Every address it went to, and everything it complained about, stands in the lists of this browser. */
  open(url: string): Promise<Page>
  /** Addresses of whole pages, in order, redirects included. */
  readonly visited: readonly string[]
  /** Errors of pages, such as what a policy forbade. */
  readonly complaints: readonly string[]
  /** Answers the path of a picture of the page. */
  screenshot(page: Page, name: string): Promise<string>
  close(): Promise<void>
}

/** Starts one; a test that calls it needs `chromium`. About a second. */
export async function startChromium({
  names = {},
  trustsAnyCertificate = false,
}: ChromiumOptions = {}): Promise<Chromium> {
  const executablePath = pathOfProgram('chromium')
  if (executablePath === null) throw new Error('There is no chromium on this machine.')
  const rules = Object.entries(names).map(([name, address]) => `MAP ${name} ${address}`)
  const browser = await chromium.launch({
    executablePath,
    args: [
      // Chromium refuses to run as root in its own sandbox, as in a container.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(rules.length > 0 ? [`--host-resolver-rules=${rules.join(',')}`] : []),
    ],
  })
  const person = await browser.newContext({
    ignoreHTTPSErrors: trustsAnyCertificate,
    viewport: { width: 900, height: 700 },
  })
  const visited: string[] = []
  const complaints: string[] = []
  listen(person, visited, complaints)
  return {
    visited,
    complaints,
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
    close: () => browser.close(),
  }
}

function listen(person: BrowserContext, visited: string[], complaints: string[]): void {
  person.on('request', (request) => {
    if (request.isNavigationRequest()) visited.push(request.url())
  })
  person.on('console', (message) => {
    // The browser itself asks for this one.
    const isIcon = message.location().url.endsWith('/favicon.ico')
    if (message.type() === 'error' && !isIcon) complaints.push(message.text())
  })
  person.on('weberror', (error) => complaints.push(error.error().message))
}
