/**
 * The part of a Markdown text that begins and does not end, so that it would take in everything below the text, where it would be
 * shown as code or hidden; null where there is none.
 */
export function findUnclosed(text: string): 'code' | 'comment' | null {
  let fence: string | null = null
  const words: string[] = []
  for (const line of text.split('\n')) {
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    if (fence === null && marker !== null) fence = marker
    else if (fence === null) words.push(line)
    else if (isEnd(line.trim(), fence)) fence = null
  }
  if (fence !== null) return 'code'
  // A comment within a span of code is shown, and hides nothing.
  const plain = words.join('\n').replace(/`[^`\n]*`/g, '')
  return plain.lastIndexOf('<!--') > plain.lastIndexOf('-->') ? 'comment' : null
}

/** An end has the sign of the beginning, at least as often, and nothing else. */
function isEnd(line: string, fence: string): boolean {
  return line.startsWith(fence) && line === fence.charAt(0).repeat(line.length)
}
