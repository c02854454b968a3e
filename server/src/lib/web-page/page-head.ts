/** What a page says in its `title` and `meta` elements. */
export interface PageHead {
  readonly title: string
  /** By `property` or `name`, in lower case; of those said twice the first that says something. */
  readonly meta: ReadonlyMap<string, string>
}

const tagName = /<([a-z][a-z0-9]*)/iy
const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y
// In these stand letters that look like tags and are none, or titles of other things.
const opaque = new Set(['script', 'style', 'textarea', 'template', 'noscript', 'svg', 'iframe'])
const mostNames = 500

/** Reads a page once from its beginning to its end, however broken or hostile it is. */
export function readHead(html: string): PageHead {
  const meta = new Map<string, string>()
  let title = ''
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = endOf(html, '-->', at + 4)
      continue
    }
    tagName.lastIndex = at
    const name = tagName.exec(html)?.[1]?.toLowerCase()
    at += name === undefined ? 1 : name.length + 1
    if (name === undefined) continue
    if (name === 'meta') at = readMeta(html, at, meta)
    else if (name === 'title') {
      const from = endOf(html, '>', at)
      at = closingOf(html, name, from)
      if (title.trim() === '') title = decodeEntities(html.slice(from, at))
    } else if (opaque.has(name)) at = closingOf(html, name, at)
  }
  return { title, meta }
}

function endOf(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found === -1 ? html.length : found + mark.length
}

function closingOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

/** Answers where the tag ends. */
function readMeta(html: string, from: number, meta: Map<string, string>): number {
  const said = new Map<string, string>()
  attribute.lastIndex = from
  let end = from
  for (let match = attribute.exec(html); match; match = attribute.exec(html)) {
    end = attribute.lastIndex
    const [, name = '', ...values] = match
    const value = values.find((each) => each !== undefined) ?? ''
    if (said.size < 20 && !said.has(name.toLowerCase())) said.set(name.toLowerCase(), value)
  }
  const content = said.get('content') ?? ''
  for (const key of [said.get('property'), said.get('name')]) {
    const name = key?.trim().toLowerCase() ?? ''
    if (name === '' || content.trim() === '' || meta.has(name) || meta.size >= mostNames) continue
    meta.set(name, decodeEntities(content))
  }
  return end
}

const marks: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  zwnj: '\u200c',
  zwj: '\u200d',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  dagger: '†',
  bull: '•',
  hellip: '…',
  permil: '‰',
  lsaquo: '‹',
  rsaquo: '›',
  euro: '€',
  trade: '™',
  larr: '←',
  rarr: '→',
  minus: '−',
  Scaron: 'Š',
  scaron: 'š',
  OElig: 'Œ',
  oelig: 'œ',
  Yuml: 'Ÿ',
}

// The names of U+00A0 to U+00FF, in their order.
const latin =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil
Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute
Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute
icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(
    /\s+/,
  )
const named = new Map([
  ...Object.entries(marks),
  ...latin.map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
])

/** `&amp;`, `&#8217;` and `&#x2019;`; a name that is not known stays as it stands. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,7}));/g,
    (all, ...found) => {
      const [decimal, hexadecimal, name] = found as (string | undefined)[]
      if (name !== undefined) return named.get(name) ?? all
      return fromCode(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal))
    },
  )
}

const windows = new TextDecoder('windows-1252')

function fromCode(code: number): string {
  // Browsers read these as the letters people meant by them.
  if (code >= 0x80 && code <= 0x9f) return windows.decode(Uint8Array.of(code))
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}
