const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
// A page that comes in place of another gives the focus to its own heading first.
const patienceMs = 50

/** One level above the part that had the focus: a part of the page, and what stood on both sides of it. */
interface Level {
  readonly part: Element
  readonly next: Element | null
  readonly previous: Element | null
}

/**
 * Keeps the focus where a person works when the part that had it is taken away, such as a row that was deleted or a button
 * that gave way to what it showed. Without it a browser begins again at the top of the page, and a screen reader is silent.
 * Returns what ends it.
 */
export function keepFocus(): () => void {
  let focused: Element | null = null
  let levels: readonly Level[] = []
  /** A dialog, a menu or a message over the page, and the place from which somebody came to it. */
  let over: { readonly box: Element; readonly from: readonly Level[] } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const onFocus = ({ target }: Pick<FocusEvent, 'target'>) => {
    if (!(target instanceof Element)) return
    const box = target.closest('dialog, [role=dialog], [role=menu], [data-message]')
    over = box === null ? null : { box, from: over?.from ?? levels }
    levels = levelsOf(target)
    focused = target
  }
  // A part that loses the focus and stays there was left on purpose.
  if (document.activeElement !== null && !isNowhere()) onFocus({ target: document.activeElement })
  const onBlur = () => {
    setTimeout(() => {
      if (isNowhere() && focused?.isConnected === true) focused = null
    })
  }
  const onChange = () => {
    if (focused === null || focused.isConnected) return
    const isOverPage = over?.box.isConnected === true && isShown(over.box)
    const lost = over === null || isOverPage ? levels : over.from
    focused = null
    levels = []
    // A part of the frame of the app, which is no place to go on from.
    if (lost.length === 0 && over === null) return
    clearTimeout(timer)
    timer = setTimeout(() => isNowhere() && nearest(lost)?.focus({ preventScroll: true }), patienceMs)
  }
  const watch = new MutationObserver(onChange)
  watch.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  return () => {
    clearTimeout(timer)
    watch.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
  }
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/** The levels from a part up to the page. A message outside of the page has none. */
function levelsOf(part: Element): Level[] {
  const levels: Level[] = []
  for (let each: Element | null = part; each !== null && each.localName !== 'main'; each = each.parentElement)
    levels.push({ part: each, next: each.nextElementSibling, previous: each.previousElementSibling })
  return part.closest('main') === null ? [] : levels
}

/** The closest place that is left: what followed the part, else what stood before it, else the heading of the page. */
function nearest(levels: readonly Level[]): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1')
  const left = levels.findIndex(({ part }) => part.isConnected)
  const around = levels[left]?.part
  if (around === undefined) return heading
  if (left === 0 && around instanceof HTMLElement) return around
  const beside = levels
    .slice(0, left)
    .reverse()
    .flatMap(({ next, previous }) => [next, previous])
  const places = [...beside.filter((each) => around.contains(each)), around]
  return places.map((each) => each && firstPlaceIn(each)).find((each) => each) ?? heading
}

function firstPlaceIn(part: Element): HTMLElement | undefined {
  const inside = [...part.querySelectorAll<HTMLElement>(focusable)]
  const all = part instanceof HTMLElement && part.matches(focusable) ? [part, ...inside] : inside
  return all.find((each) => each.tabIndex >= 0 && isShown(each))
}

/** Whether a part can be seen. Safari can be asked for that from 17.4 on. */
function isShown(part: Element): boolean {
  if (typeof part.checkVisibility === 'function') return part.checkVisibility({ visibilityProperty: true })
  return part.getClientRects().length > 0 && getComputedStyle(part).visibility === 'visible'
}
