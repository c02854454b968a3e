import { Tokenizer } from 'htmlparser2'

/** Told of a piece of XML as it is read; names are in lower case with their prefixes, and entities of XML are decoded. */
export interface XmlListener {
  open(name: string, attributes: ReadonlyMap<string, string>): void
  close(name: string): void
  text(text: string): void
}

const mostAttributes = 30
const longestName = 100
const longestValue = 4_000

/**
 * Reads XML once from its beginning to its end, however broken it is. It takes linear time for any input: no closing tag is
 * looked up here. Entities that a document defines itself are not put in, so none can unfold.
 */
export function readXml(xml: string, listener: XmlListener): void {
  let attributes = new Map<string, string>()
  let [tag, attribute, value] = ['', '', '']
  const nothing = () => undefined
  const nameAt = (start: number, end: number) =>
    xml.slice(start, Math.min(end, start + longestName)).toLowerCase()
  const append = (more: string) => {
    if (value.length < longestValue) value += more
  }
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = nameAt(start, end)
        attributes = new Map()
      },
      onattribname: (start, end) => {
        attribute = nameAt(start, end)
        value = ''
      },
      onattribdata: (start, end) => append(xml.slice(start, Math.min(end, start + longestValue))),
      onattribentity: (codePoint) => append(String.fromCodePoint(codePoint)),
      onattribend: () => {
        if (attributes.size < mostAttributes && !attributes.has(attribute)) attributes.set(attribute, value)
      },
      onopentagend: () => listener.open(tag, attributes),
      onselfclosingtag: () => {
        listener.open(tag, attributes)
        listener.close(tag)
      },
      onclosetag: (start, end) => listener.close(nameAt(start, end)),
      ontext: (start, end) => listener.text(xml.slice(start, end)),
      ontextentity: (codePoint) => listener.text(String.fromCodePoint(codePoint)),
      oncdata: (start, end, endOffset) => listener.text(xml.slice(start, end - endOffset)),
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(xml)
  tokenizer.end()
}
