import type { Desk, Tab } from './desk.ts'

const usable = 'button, input, textarea, select, a, [tabindex]'

/** Shows a part of the composer and puts the focus there; on the field with a problem, where its words are given. */
export function goToField(desk: Desk, tab: Tab, id: string, detail?: string): void {
  desk.view.change((view) => ({ ...view, tab }))
  // The part is drawn before it can be found.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const part = document.getElementById(id)
      const faulty = part === null || detail === undefined ? null : fieldWithProblem(part, detail)
      const inside = part?.matches('button, input, textarea, select, a')
        ? part
        : (part?.querySelector<HTMLElement>(usable) ?? part)
      const target = faulty ?? inside
      for (let fold = target?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
        fold.open = true
      target?.scrollIntoView({ block: 'center' })
      target?.focus({ preventScroll: true })
    }),
  )
}

function fieldWithProblem(part: HTMLElement, detail: string): HTMLElement | null {
  const words = [...part.querySelectorAll<HTMLElement>('[id]')].find(
    ({ id, textContent }) => id !== '' && textContent?.trim() === detail,
  )
  return words === undefined
    ? part.querySelector<HTMLElement>('[aria-invalid="true"]')
    : part.querySelector<HTMLElement>(`[aria-describedby~="${CSS.escape(words.id)}"]`)
}
