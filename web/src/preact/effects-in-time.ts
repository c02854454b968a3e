import { options } from 'preact'

// Events by which a person does something, each for itself. Moving a pointer or scrolling comes by the dozen in a second.
const deeds = [
  'keydown',
  'keyup',
  'input',
  'change',
  'click',
  'pointerdown',
  'pointerup',
  'focusin',
  'focusout',
  'submit',
  'paste',
  'drop',
] as const

// A window that nobody sees draws nothing.
const mostMs = 100

/**
 * Has the effects of a component run before the person meets it again, as React does. Preact alone runs all of them after the browser
 * has drawn: a key that is pressed within the same frame as the one before would find the page as it was before both. So the effects of
 * what somebody does run with it, and those that still wait run before anything else is done.
 */
export function runEffectsInTime(): void {
  let waiting: (() => void) | null = null
  let isBeingUsed = false
  const runWaiting = () => {
    const run = waiting
    waiting = null
    run?.()
  }
  const onDeed = () => {
    runWaiting()
    if (isBeingUsed) return
    isBeingUsed = true
    setTimeout(() => {
      isBeingUsed = false
    })
  }
  for (const deed of deeds) addEventListener(deed, onDeed, true)
  options.requestAnimationFrame = (run) => {
    if (isBeingUsed) {
      queueMicrotask(run)
      return
    }
    waiting = run
    afterDrawing(runWaiting)
  }
}

function afterDrawing(run: () => void): void {
  const begin = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    setTimeout(run)
  }
  const timer = setTimeout(begin, mostMs)
  const frame = requestAnimationFrame(begin)
}
