/** The fields of the page. A thread has one for each of its posts. */
const fields = new Set<HTMLElement>()

/** Makes a field known as long as it is shown. */
export function addField(field: HTMLElement): () => void {
  fields.add(field)
  return () => fields.delete(field)
}

/** The field that takes what was dropped or pasted at this height of the window: the nearest one. */
export function nearestField(y: number): HTMLElement | undefined {
  const distance = (field: HTMLElement) => {
    const { top, bottom } = field.getBoundingClientRect()
    return Math.max(top - y, 0, y - bottom)
  }
  return [...fields].sort((one, other) => distance(one) - distance(other))[0]
}

/** The first field, which speaks for all of them. */
export function firstField(): HTMLElement | undefined {
  return [...fields][0]
}
