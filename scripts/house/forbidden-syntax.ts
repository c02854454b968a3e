import ts from 'typescript'
import { placeOf, type Source, visitAll } from './source.ts'

/** Finds `any`, the non-null `!`, comments that silence the compiler, and errors that are caught and dropped. */
export function forbiddenSyntax(sources: Source[]): string[] {
  return sources.flatMap((source) => {
    const found = silenced(source)
    visitAll(source, (node) => {
      const fault = faultOf(node)
      if (fault !== undefined) found.push(`${placeOf(source, node)} ${fault}`)
    })
    return found
  })
}

/** Finds lines that suppress a rule of the linter. The linter itself asks for the reason. */
export function suppressions(sources: Source[]): string[] {
  return sources.flatMap(({ path, syntax }) =>
    syntax.text
      .split('\n')
      .flatMap((line, index) =>
        /^\s*(?:\/\/|\/?\*)\s*biome-ignore/.test(line) ? [`${path}:${index + 1}`] : [],
      ),
  )
}

/** Finds files of the server and of the command line that read the environment, in any spelling. Tests may. */
export function environmentReaders(sources: Source[]): string[] {
  return sources
    .filter(isProgram)
    .filter((source) => finds(source, readsEnvironment))
    .map(({ path }) => path)
}

/**
 * Finds files of the server that send a request past lib/safe-fetch, and files of the command line that send one past the SDK,
 * through a global. The linter sees the bare `fetch`.
 */
export function uncheckedRequests(sources: Source[]): string[] {
  return sources
    .filter(isProgram)
    .filter(({ path }) => !path.startsWith('server/src/lib/safe-fetch'))
    .filter((source) => finds(source, sendsRequest))
    .map(({ path }) => path)
}

/**
 * Finds files of the app that wait outside a function. While one waits, WebKit hands out the files that import it before they have run
 * (https://bugs.webkit.org/show_bug.cgi?id=242740).
 */
export function waitingFiles(sources: Source[]): string[] {
  return sources
    .filter(({ path, isTest }) => path.startsWith('web/src/') && !isTest)
    .filter(({ syntax }) => waits(syntax))
    .map(({ path }) => path)
}

function waits(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false
  const isWait = ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined)
  return isWait || ts.forEachChild(node, (child) => waits(child) || undefined) === true
}

function isProgram({ path, isTest }: Source): boolean {
  return /^(?:server|cli)\/src\//.test(path) && !isTest
}

function finds(source: Source, matches: (node: ts.Node) => boolean): boolean {
  let found = false
  visitAll(source, (node) => {
    found ||= matches(node)
  })
  return found
}

function faultOf(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'any'
  if (ts.isNonNullExpression(node)) return 'non-null !'
  if ((ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) && node.exclamationToken)
    return 'definite assignment !'
  if (ts.isCatchClause(node) && node.block.statements.length === 0) return 'empty catch'
  if (ts.isCallExpression(node) && isDroppedRejection(node)) return 'empty catch'
  return undefined
}

function isDroppedRejection({ expression, arguments: [handler] }: ts.CallExpression): boolean {
  return (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'catch' &&
    handler !== undefined &&
    (ts.isArrowFunction(handler) || ts.isFunctionExpression(handler)) &&
    ts.isBlock(handler.body) &&
    handler.body.statements.length === 0
  )
}

// `@ts-expect-error` complains when there is nothing to expect, so a test of types may use it.
function silenced(source: Source): string[] {
  const pattern = source.isTest
    ? /^\s*(?:\/\/|\/?\*)\s*@ts-(?:ignore|nocheck)/
    : /^\s*(?:\/\/|\/?\*)\s*@ts-(?:ignore|nocheck|expect-error)/
  return source.syntax.text
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${source.path}:${index + 1} ${line.trim()}`] : []))
}

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return isProcess(node.expression) && node.name.text === 'env'
  if (ts.isElementAccessExpression(node))
    return (
      isProcess(node.expression) &&
      ts.isStringLiteralLike(node.argumentExpression) &&
      node.argumentExpression.text === 'env'
    )
  if (ts.isBindingElement(node))
    return (node.propertyName ?? node.name).getText() === 'env' && isProcess(initializerOf(node))
  if (ts.isImportSpecifier(node))
    return (
      (node.propertyName ?? node.name).text === 'env' &&
      /^(?:node:)?process$/.test(moduleOf(node.parent.parent.parent))
    )
  return false
}

function isProcess(node: ts.Node | undefined): boolean {
  return node !== undefined && /^(?:globalThis\.)?process$/.test(node.getText())
}

function initializerOf(node: ts.BindingElement): ts.Node | undefined {
  return ts.isVariableDeclaration(node.parent.parent) ? node.parent.parent.initializer : undefined
}

function moduleOf(node: ts.Node): string {
  return ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)
    ? node.moduleSpecifier.text
    : ''
}

function sendsRequest(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'globalThis')
    return /^(?:fetch|WebSocket|EventSource)$/.test(node.name.text)
  if (ts.isNewExpression(node)) return /^(?:WebSocket|EventSource)$/.test(node.expression.getText())
  return ts.isImportDeclaration(node) && importsClient(node)
}

// Listening is not a request, so `createServer` and types of node:http are allowed.
function importsClient(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause
  if (!/^(?:node:)?(?:http|https|http2)$/.test(moduleOf(node))) return false
  if (clause === undefined || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return false
  if (clause.name || !clause.namedBindings || ts.isNamespaceImport(clause.namedBindings)) return true
  return clause.namedBindings.elements.some(
    ({ isTypeOnly, name, propertyName }) => !isTypeOnly && (propertyName ?? name).text !== 'createServer',
  )
}
