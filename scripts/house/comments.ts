import ts from 'typescript'
import type { Source } from './source.ts'
import { vagueSentences } from './vague-sentences.ts'

/** Finds comments with a sentence that does not begin with its subject. */
export function vagueComments(sources: Source[]): string[] {
  return sources.flatMap(({ path, syntax }) =>
    commentsOf(syntax).flatMap(({ line, text }) => {
      const [sentence] = vagueSentences(text)
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
    for (const range of rangesAround(syntax, node)) {
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

/** The comments before a node, and those behind it in the same line. */
function rangesAround({ text }: ts.SourceFile, node: ts.Node): ts.CommentRange[] {
  return [
    ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
    ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
  ]
}

function plain(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/|\*)\s?/, '').trim())
    .join(' ')
    .trim()
}
