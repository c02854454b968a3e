import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>

interface Arrival {
  readonly at: readonly string[]
  readonly chunks: readonly string[]
  /** The windows that need them; left out for all. */
  readonly media?: string
}

/** The pages at which most people arrive, with the chunks that they are made of. */
const arrivals: readonly Arrival[] = [
  { at: ['/', '/calendar'], chunks: ['frame', 'calendar-page'] },
  // A phone has a month of its own.
  { at: ['/', '/calendar'], chunks: ['day'], media: '(width < 768px)' },
  { at: ['/posts/new'], chunks: ['frame', 'composer-page'] },
  { at: ['/sign-in'], chunks: ['sign-in-page'] },
  { at: ['/setup'], chunks: ['setup-page'] },
]

/** The typeface of most texts. */
const isTypeface = (name: string) => /hanken-grotesk-latin-wght-normal-[^/]+\.woff2$/.test(name)

/**
 * Has the page ask early for what it needs first, in place of one thing after the other. A file that only some addresses need
 * names them in `data-at`; the server leaves it out elsewhere (server/src/http/web/app-page.ts).
 */
export function early(): Plugin {
  return {
    name: 'crier-early',
    apply: 'build',
    generateBundle() {
      const source = readFileSync(join(import.meta.dirname, 'begin.js'), 'utf8')
      this.emitFile({ type: 'asset', name: 'begin.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const { page, code } = takeCode(html)
        const fonts = Object.keys(bundle).filter(isTypeface).map(tagOfFont)
        const files = [...placesOf(bundle)].map(([name, place]) => tagOf(name, place))
        const isForDrawing = ({ attrs }: HtmlTagDescriptor) => attrs?.rel === 'stylesheet'
        // A browser with six connections fetches in this order, and draws the frame of the page once it has the styles.
        const [styles, rest] = [files.filter(isForDrawing), files.filter((tag) => !isForDrawing(tag))]
        return { html: page, tags: [whoIsThere, ...styles, beginningIn(bundle), ...code, ...fonts, ...rest] }
      },
    },
  }
}

/** Takes the code out of a page, which only fetches it: begin.js runs it. */
function takeCode(html: string): { readonly page: string; readonly code: readonly HtmlTagDescriptor[] } {
  const script = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g
  const code = [...html.matchAll(script)].map(([, href]) => tagOfCode(href ?? ''))
  if (code.length === 0) throw new Error('The page has no code.')
  return { page: html.replaceAll(script, ''), code }
}

function beginningIn(bundle: Bundle): HtmlTagDescriptor {
  const name = Object.keys(bundle).find((each) => /^assets\/begin-[^/]+\.js$/.test(each))
  if (name === undefined) throw new Error('Nothing begins the app.')
  return { tag: 'script', attrs: { type: 'module', crossorigin: '', src: `./${name}` }, injectTo: 'head' }
}

function tagOfCode(href: string): HtmlTagDescriptor {
  const attrs = { rel: 'modulepreload', 'data-code': '', crossorigin: '', href }
  return { tag: 'link', attrs, injectTo: 'head' }
}

/**
 * Who is there decides what is asked for next. A browser without HTTP/2 has six connections, and would send this question after all
 * files that it found before theme.js came. The server leaves the tag out where nobody is signed in.
 */
const whoIsThere: HtmlTagDescriptor = {
  tag: 'link',
  attrs: {
    'data-who': '',
    rel: 'preload',
    href: './app/me',
    as: 'fetch',
    crossorigin: 'use-credentials',
  },
  injectTo: 'head-prepend',
}

function tagOfFont(name: string): HtmlTagDescriptor {
  const attrs = { rel: 'preload', href: `./${name}`, as: 'font', type: 'font/woff2', crossorigin: '' }
  return { tag: 'link', attrs, injectTo: 'head' }
}

function tagOf(name: string, { at, media }: Pick<Arrival, 'at' | 'media'>): HtmlTagDescriptor {
  const isStyle = name.endsWith('.css')
  const asked = { crossorigin: '', href: `./${name}` }
  // Styles for some windows alone are only fetched: they belong to a part that is loaded later, which then puts them to use.
  const style = media === undefined ? { rel: 'stylesheet' } : { rel: 'preload', as: 'style', media }
  const code = { rel: 'modulepreload', ...(media === undefined ? {} : { media }) }
  const attrs = { 'data-at': at.join(' '), ...(isStyle ? style : code), ...asked }
  return { tag: 'link', attrs, injectTo: 'head' }
}

/** The files that the arrivals need besides the entry, each with the addresses and the windows that need it. */
function placesOf(bundle: Bundle): Map<string, Pick<Arrival, 'at' | 'media'>> {
  const all = Object.values(bundle).filter((each) => each.type === 'chunk')
  const entry = filesOf(
    bundle,
    all.filter(({ isEntry }) => isEntry),
  )
  const places = new Map<string, Pick<Arrival, 'at' | 'media'>>()
  for (const { at, chunks, media } of arrivals) {
    const begin = all.filter(({ name }) => chunks.includes(name))
    if (begin.length !== chunks.length) throw new Error(`Not all of ${chunks.join(', ')} are chunks.`)
    for (const name of filesOf(bundle, begin)) {
      const known = places.get(name)
      // A file that every window needs at some of these addresses is loaded there for all.
      if (entry.has(name) || (media !== undefined && known !== undefined)) continue
      places.set(name, { at: [...(known?.at ?? []), ...at], ...(media === undefined ? {} : { media }) })
    }
  }
  return places
}

/** These chunks, all that they import, and the styles of both. */
function filesOf(
  bundle: Bundle,
  chunks: readonly Rolldown.OutputChunk[],
  found = new Set<string>(),
): Set<string> {
  for (const chunk of chunks) {
    if (found.has(chunk.fileName)) continue
    found.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    const imported = chunk.imports.map((name) => bundle[name]).filter((each) => each?.type === 'chunk')
    filesOf(bundle, imported, found)
  }
  return found
}
