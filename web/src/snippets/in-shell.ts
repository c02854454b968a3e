/** A text as one word of a shell, whatever is in it. */
export function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
