import { Tokenizer } from 'htmlparser2'

/** Told of a piece of HTML as it is read; names are in lower case, entities are decoded, comments are left out. */
export interface HtmlListener {
  open(name: string, attributes: ReadonlyMap<string, string>): void
  close(name: string): void
  text(text: string): void
}

// No element that anybody reads has more.
const mostAttributes = 20

/**
 * Reads HTML once from its beginning to its end, by the rules of the standard for tags, comments, raw text and
 * entities. It takes linear time for any input: tags are reported as they come, and no closing tag is looked up in a
 * tree.
 */
export function readHtml(html: string, listener: HtmlListener): void {
  let attributes = new Map<string, string>()
  let [tag, attribute, value] = ['', '', '']
  const nothing = () => undefined
  const lower = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = lower(start, end)
        attributes = new Map()
      },
      onattribname: (start, end) => {
        attribute = lower(start, end)
        value = ''
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end)
      },
      onattribentity: (codePoint) => {
        value += String.fromCodePoint(codePoint)
      },
      onattribend: () => {
        if (attributes.size < mostAttributes && !attributes.has(attribute)) attributes.set(attribute, value)
      },
      onopentagend: () => listener.open(tag, attributes),
      onselfclosingtag: () => {
        listener.open(tag, attributes)
        // The slash closes elements of SVG alone; HTML ignores it.
        if (tag === 'svg') listener.close(tag)
      },
      onclosetag: (start, end) => listener.close(lower(start, end)),
      ontext: (start, end) => listener.text(html.slice(start, end)),
      ontextentity: (codePoint) => listener.text(String.fromCodePoint(codePoint)),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
