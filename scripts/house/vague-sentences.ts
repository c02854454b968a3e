// A sentence that begins so names its subject late or not at all. A question may.
const vagueStart = /^(?:What|Whatever|Whoever|Of|The same|Only so|Those|So (?:many|much|long))\b/

/** Finds the sentences of a text that do not begin with their subject. */
export function vagueSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?:])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => vagueStart.test(sentence) && !sentence.endsWith('?'))
}
