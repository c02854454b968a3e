/** The words that come from elsewhere, as an app that shares or a link names them. */
export interface Words {
  readonly title: string
  readonly text: string
  readonly url: string
}

/** The most characters of one text that are taken. No network takes as many. */
export const mostWords = 100_000

/** The text of a post made of words from elsewhere: what stands in one of them already is not said again. */
export function captionOf({ title, text, url }: Words): string {
  const address = cleanAddress(url)
  const body = clean(text)
  const heading = clean(title)
  const isHeadingSaid = body.includes(heading) || heading === address
  const isAddressSaid = body.includes(address)
  return [isHeadingSaid ? '' : heading, body, isAddressSaid ? '' : address]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The words in the part of an address that begins with `?` or `#`. The part behind `#` never left the browser, and goes first. */
export function wordsIn(address: string): Words {
  const [query = '', ...behind] = address.split('#')
  const [asked, hidden] = [new URLSearchParams(query), new URLSearchParams(behind.join('#'))]
  const read = (name: string) => hidden.get(name) ?? asked.get(name) ?? ''
  return { title: read('title'), text: read('text'), url: read('url') }
}

/** Whether some of it is too long to be taken whole. */
export function isCut({ title, text, url }: Words): boolean {
  return [title, text, url].some(({ length }) => length > mostWords)
}

// Signs that nobody types and that hide or turn around what stands there. The marks of direction that people do type stay, and so
// do the joiners of emoji.
const unseen = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff]/gu

function clean(text: string): string {
  return text
    .slice(0, mostWords)
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(unseen, '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .trim()
}

/** An address of the web; nothing where it is one of another kind, such as `javascript:`. */
function cleanAddress(url: string): string {
  const address = clean(url).replaceAll(/\s/g, '')
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]
  return scheme === undefined || /^https?$/i.test(scheme) ? address : ''
}
