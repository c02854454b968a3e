import ts from 'typescript'
import type { Source } from './source.ts'

// A sentence that begins so names its subject late or not at all.
const vagueStart = /^(?:What|Whatever|Whoever|Of|The same|Only so)\b/

/** Finds comments with a sentence that does not begin with its subject. */
export function vagueComments(sources: Source[]): string[] {
  return sources.flatMap(({ path, syntax }) =>
    commentsOf(syntax).flatMap(({ line, text }) => {
      const sentence = sentencesOf(text).find((each) => vagueStart.test(each))
      return sentence === undefined ? [] : [`${path}:${line} "${sentence.slice(0, 60)}"`]
    }),
  )
}

interface Comment {
  readonly line: number
  readonly text: string
}

/** The comments of a file; line comments that follow each other are one. */
function commentsOf(syntax: ts.SourceFile): Comment[] {
  const comments: { line: number; end: number; text: string }[] = []
  const seen = new Set<number>()
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(syntax.text, node.getFullStart()) ?? []) {
      if (seen.has(range.pos)) continue
      seen.add(range.pos)
      const line = syntax.getLineAndCharacterOfPosition(range.pos).line + 1
      const end = syntax.getLineAndCharacterOfPosition(range.end).line + 1
      const text = plain(syntax.text.slice(range.pos, range.end))
      const before = comments.at(-1)
      const continues = range.kind === ts.SyntaxKind.SingleLineCommentTrivia && before?.end === line - 1
      if (continues && before) Object.assign(before, { end, text: `${before.text} ${text}` })
      else comments.push({ line, end, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(syntax)
  return comments
}

function plain(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/|\*)\s?/, '').trim())
    .join(' ')
    .trim()
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).map((sentence) => sentence.trim())
}
