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

/** Parses every TypeScript file of the project, without checking types. */
export function readSources(root: string): Source[] {
  return typescriptFiles(root).map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
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
