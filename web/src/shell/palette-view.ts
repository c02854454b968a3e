/** `everything` to search and do, `keys` for the list of all keys. */
export type PaletteView = 'everything' | 'keys'

let view: PaletteView | null = null
const watchers = new Set<() => void>()

/** Opens the palette, or the list of all keys; null closes it. */
export function openPalette(which: PaletteView | null): void {
  view = which
  for (const watcher of watchers) watcher()
}

/** Which view of the palette is open; null where none is. */
export const paletteView = {
  read: () => view,
  watch: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}
