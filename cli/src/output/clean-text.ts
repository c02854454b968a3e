// Control characters could move the cursor or change colours, and those of writing direction could make a text read as another.
const unsafe = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** Makes a text of strangers safe for a terminal: characters that would control it are written as their numbers. */
export function cleanText(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replaceAll('\r\n', '\n')
    .replace(unsafe, (one) => (one === '\n' || one === '\t' ? one : escapeOf(one)))
}

/** Makes a text safe and puts it on one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

/** Copies a value with every text in it made safe. */
export function cleanValue<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T
  if (Array.isArray(value)) return value.map((one: unknown) => cleanValue(one)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [cleanText(name), cleanValue<unknown>(one)])
  return Object.fromEntries(entries) as T
}

/** Writes a value as JSON, on one line unless indented. Characters that control terminals are escaped, which changes no value. */
export function writeJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(unsafe, (one) => (one === '\n' ? one : escapeOf(one)))
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
