/** The texts that this browser refused to keep: they are known until the page is left. */
const unkept = new Map<string, string>()

/** A text that this browser keeps between visits; null where there is none. A full disk, or a browser that keeps nothing, stops no page. */
export function readKept(name: string): string | null {
  try {
    return unkept.get(name) ?? localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Has this browser keep a text for its next visits; null forgets it. */
export function keep(name: string, text: string | null): void {
  unkept.delete(name)
  try {
    if (text === null) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    if (text !== null) unkept.set(name, text)
  }
}
