/** Writes a word so that a POSIX shell reads it back unchanged. Plain words stay as they are. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
