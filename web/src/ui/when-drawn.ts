/**
 * Runs something that needs the page as it is drawn, such as giving it the focus. A browser that must do so before it has drawn
 * lays out everything at once, in the middle of the work that makes the page. So the page at which a person arrives is drawn
 * first. Once they have pressed a key or touched the page it is done at once, because the next key may follow. Answers how to
 * call it off.
 */
export function whenDrawn(run: () => void): () => void {
  if (navigator.userActivation?.hasBeenActive ?? true) {
    run()
    return () => undefined
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
