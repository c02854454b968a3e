/** Markup that is safe to send: every value put into it was escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | null | readonly Part[]

/** Builds Html from a template. Values are escaped unless they are Html; null is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((all, text, index) => all + markupOf(parts[index - 1] ?? null) + text))
}

function markupOf(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(markupOf).join('')
  return String(part).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The text of a `<style>`, which is ours and is not escaped: its hash is in the policy of the page. */
export function styleOf(style: string): Html {
  return new Html(style)
}
