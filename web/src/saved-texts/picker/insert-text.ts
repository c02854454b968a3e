/** The part of a text that an insertion takes the place of. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Puts a text into a field in place of a part of what stands there, as if it had been pasted: the field tells of it, and the
 * browser takes it back in one step. Words that would run together get a space between them.
 */
export function insertText(field: HTMLTextAreaElement, { from, to }: Span, text: string): void {
  const lead = runTogether(field.value.charAt(from - 1), text.charAt(0)) ? ' ' : ''
  const tail = runTogether(text.charAt(text.length - 1), field.value.charAt(to)) ? ' ' : ''
  const words = `${lead}${text}${tail}`
  field.focus()
  field.setSelectionRange(from, to)
  // Nothing else lets the browser take it back. Where a browser has it no more, the text goes in all the same.
  if (!document.execCommand('insertText', false, words)) {
    field.setRangeText(words, from, to, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
  }
}

/** Whether a space is missing between two letters. Some scripts have none between words. */
export function runTogether(before: string, after: string): boolean {
  if (unspaced.test(before) || unspaced.test(after)) return false
  return /[\p{L}\p{N}.,;:!?)\]…%]/u.test(before) && /[\p{L}\p{N}#@]/u.test(after)
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
