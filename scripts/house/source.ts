import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { isTest, typescriptFiles } from './project-files.ts'

/** One file of TypeScript, parsed. */
export interface Source {
  path: string
  lines: number
  isTest: boolean
  syntax: ts.SourceFile
}

/** Parses every TypeScript file of the project, or those that are wanted, without checking types. */
export function readSources(
  root: string,
  isWanted: (path: string, text: string) => boolean = () => true,
): Source[] {
  return typescriptFiles(root).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    if (!isWanted(path, text)) return []
    const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    return { path, lines: text.split('\n').length - 1, isTest: isTest(path), syntax }
  })
}

/** The file and line of a piece of syntax. */
export function placeOf(source: Source, node: ts.Node): string {
  return `${source.path}:${source.syntax.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}

/** Visits every piece of syntax of a file. */
export function visitAll(source: Source, visit: (node: ts.Node) => void): void {
  const into = (node: ts.Node): void => {
    visit(node)
    ts.forEachChild(node, into)
  }
  into(source.syntax)
}
