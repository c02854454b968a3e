import { expect } from 'vitest'

/** The properties of a component by their names with their parameters, texts unescaped. */
export type Component = ReadonlyMap<string, string>

export interface ReadCalendar {
  readonly head: Component
  readonly events: readonly Component[]
  /** The names of all components, in the order of their ends. */
  readonly components: readonly string[]
}

const texts = new Set(['SUMMARY', 'DESCRIPTION', 'NAME', 'X-WR-CALNAME'])
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads a file of iCalendar as RFC 5545 has it, and expects that it keeps the rules of lines, nesting and values. */
export function readCalendar(bytes: Uint8Array): ReadCalendar {
  const open: { readonly name: string; readonly properties: Map<string, string> }[] = []
  const ended: { readonly name: string; readonly properties: Component }[] = []
  for (const line of unfoldedLines(bytes)) {
    const [, name = '', value = ''] = /^([A-Z][A-Z0-9-]*(?:;[A-Z-]+=[A-Z]+)*):(.*)$/s.exec(line) ?? []
    expect(name, `a line that is no property: ${line}`).not.toBe('')
    if (name === 'BEGIN') open.push({ name: value, properties: new Map() })
    else if (name === 'END') {
      const last = open.pop()
      expect(last?.name).toBe(value)
      if (last) ended.push(last)
    } else {
      const properties = open.at(-1)?.properties
      expect(properties?.has(name), `${name} comes twice, or outside of everything`).toBe(false)
      properties?.set(name, texts.has(name) ? unescaped(value) : value)
    }
  }
  expect(open).toEqual([])
  const components = ended.map(({ name }) => name)
  expect(components.at(-1)).toBe('VCALENDAR')
  const events = ended.filter(({ name }) => name === 'VEVENT').map(({ properties }) => properties)
  for (const event of events)
    for (const name of ['DTSTAMP', 'LAST-MODIFIED', 'DTSTART', 'DTEND'])
      expect(event.get(name)).toMatch(/^\d{8}T\d{6}Z$/)
  return { head: ended.at(-1)?.properties ?? new Map(), events, components }
}

/** Splits a file by CRLF and nothing else; each line has at most 75 octets, all of them whole characters. */
function unfoldedLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1')
  expect(text.endsWith('\r\n')).toBe(true)
  const lines = text.slice(0, -2).split('\r\n')
  for (const line of lines) {
    expect(line.length).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n]/)
    const decoded = utf8.decode(Buffer.from(line, 'latin1'))
    expect(decoded).not.toMatch(/[^\P{Cc}\t]|[\u2028\u2029]/u)
  }
  const whole = lines.join('\r\n').replaceAll('\r\n ', '')
  return whole.split('\r\n').map((line) => utf8.decode(Buffer.from(line, 'latin1')))
}

function unescaped(value: string): string {
  expect(value, 'a comma, semicolon or backslash that is not escaped').toMatch(/^(?:[^\\;,]|\\[\\;,nN])*$/)
  return value.replace(/\\(.)/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))
}
