import { lineWidth } from './python-type.ts'

/** A text as a docstring, with lines that are not too long. */
export function docstring(text: string, indent: number): string {
  const pad = ' '.repeat(indent)
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')
  // A quotation mark at the end would be taken for a part of the end.
  const end = escaped.endsWith('"') ? ' """' : '"""'
  if (!escaped.includes('\n') && escaped.length + indent + 3 + end.length <= lineWidth)
    return `${pad}"""${escaped}${end}\n`
  const lines = escaped
    .split('\n')
    .flatMap((line, index) => wrap(line, lineWidth - indent - (index === 0 ? 3 : 0)))
  const [first = '', ...rest] = lines
  return [`"""${first}`, ...rest, '"""'].map((line) => (line === '' ? '\n' : `${pad}${line}\n`)).join('')
}

/** A comment before a line. */
export function comment(text: string, indent: number): string {
  const pad = ' '.repeat(indent)
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => wrap(line, lineWidth - indent - 2))
    .map((line) => `${pad}# ${line}\n`)
    .join('')
}

/** Breaks a line between words. The lines that follow are as far to the right as it is. */
function wrap(line: string, width: number): string[] {
  const pad = /^ */.exec(line)?.[0] ?? ''
  const lines: string[] = []
  let current = pad
  for (const word of line.split(' ').filter((one) => one !== '')) {
    if (current.trim() !== '' && current.length + 1 + word.length > width) {
      lines.push(current)
      current = `${pad}    ${word}`.slice(pad === '' ? 4 : 0)
    } else current = current.trim() === '' ? `${current}${word}` : `${current} ${word}`
  }
  return [...lines, current.trimEnd()]
}
