/** A body as it is shown. */
export interface ShownText {
  readonly text: string
  /** Everything, of which `text` is the beginning. */
  readonly whole: string
  readonly isCut: boolean
}

/** As many characters as a browser lays out at once. */
const mostShown = 60_000
/** Longer JSON is left as it came: to write it anew would hold up the page. */
const mostPretty = 2_000_000

/** JSON with its members in lines of their own, anything else as it is, and of both no more than one can look at. */
export function shownText(text: string, type: string): ShownText {
  const whole =
    /^application\/(?:[\w.-]+\+)?json$/.test(type) && text.length <= mostPretty ? pretty(text) : text
  if (whole.length <= mostShown) return { text: whole, whole, isCut: false }
  const end = whole.lastIndexOf('\n', mostShown)
  return { text: whole.slice(0, end > mostShown / 2 ? end : mostShown), whole, isCut: true }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
