import ts from 'typescript'
import { placeOf, type Source, visitAll } from './source.ts'
import { vagueSentences } from './vague-sentences.ts'

/** Finds texts of the server and of the command line with a sentence that does not begin with its subject: problems, descriptions, lines of commands. */
export function vagueTexts(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => /^(?:server|cli)\//.test(path))
    .flatMap((source) => {
      const found: string[] = []
      visitAll(source, (node) => {
        const text = textOf(node)
        if (text === null) return
        // A heading or a label is no sentence.
        const [sentence] = vagueSentences(text).filter((each) => each.endsWith('.'))
        if (sentence !== undefined) found.push(`${placeOf(source, node)} "${sentence.slice(0, 60)}"`)
      })
      return found
    })
}

/** The words of a literal, with a dash for each value that is put into them. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return joined(node.text)
  if (ts.isTemplateExpression(node))
    return joined([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('–'))
  return null
}

function joined(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
