import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { report } from './house/report.ts'

/** Finds type errors and promises that nobody awaits. The linter's own rule knows only half of the types. */
export function checkTypes(root: string): string[] {
  // The SDK is judged twice: among the rest with the types of Node, and alone with those of browsers. The app has only those.
  // The command line is judged alone with the language that Node 20 has.
  const programs = ['tsconfig.json', 'sdk/tsconfig.json', 'cli/tsconfig.json', 'web/tsconfig.json'].filter(
    (path, index) => index === 0 || existsSync(join(root, path)),
  )
  return programs.flatMap((path) => {
    const { program, problems } = readProgram(root, path)
    return [...problems, ...checkProgram(root, program, ts.getPreEmitDiagnostics(program))]
  })
}

/** Finds the same in some files only, whose types come from all the others. A tenth of the work, where these alone have changed. */
export function checkTypesOf(root: string, isWanted: (path: string) => boolean): string[] {
  const { program, problems } = readProgram(root, 'tsconfig.json')
  const wanted = program.getSourceFiles().filter(({ fileName }) => isWanted(relative(root, fileName)))
  const diagnostics = wanted.flatMap((source) => ts.getPreEmitDiagnostics(program, source))
  return [...problems, ...checkProgram(root, program, diagnostics, wanted)]
}

function checkProgram(
  root: string,
  program: ts.Program,
  found: readonly ts.Diagnostic[],
  files = program.getSourceFiles(),
): string[] {
  const sources = files.filter((source) => isOurs(root, source))
  if (sources.length === 0) return ['There is no file to judge.']
  const diagnostics = found.map((diagnostic) => diagnosticSentence(root, diagnostic))
  const floating = sources.flatMap((source) => findFloating(root, source, program.getTypeChecker()))
  return [...diagnostics, ...floating]
}

function readProgram(root: string, path: string): { program: ts.Program; problems: string[] } {
  const { config, error } = ts.readConfigFile(join(root, path), ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, join(root, dirname(path)))
  const program = ts.createProgram(parsed.fileNames, parsed.options)
  return {
    program,
    problems: (error ? [error] : []).map((diagnostic) => diagnosticSentence(root, diagnostic)),
  }
}

function isOurs(root: string, source: ts.SourceFile): boolean {
  return !source.isDeclarationFile && !relative(root, source.fileName).includes('node_modules')
}

function diagnosticSentence(root: string, { file, start, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n  ')
  return file ? `${place(root, file, start ?? 0)} ${text}` : text
}

function place(root: string, source: ts.SourceFile, position: number): string {
  return `${relative(root, source.fileName)}:${source.getLineAndCharacterOfPosition(position).line + 1}`
}

function findFloating(root: string, source: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && isFloating(node.expression, checker))
      found.push(`${place(root, source, node.getStart())} A promise that nobody waits for.`)
    if (isFunction(node) && isCalledAndForgotten(node, checker))
      found.push(
        `${place(root, source, node.getStart())} An async function where nobody waits for its promise.`,
      )
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isFunction(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node)
}

function isFloating(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  if (ts.isParenthesizedExpression(expression)) return isFloating(expression.expression, checker)
  if (ts.isVoidExpression(expression) || ts.isAwaitExpression(expression)) return false
  if (ts.isBinaryExpression(expression) && isAssignment(expression.operatorToken.kind)) return false
  if (ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression)) {
    const { name, expression: receiver } = expression.expression
    const handlers = expression.arguments.length
    if ((name.text === 'catch' && handlers > 0) || (name.text === 'then' && handlers > 1)) return false
    if (name.text === 'finally' && isPromise(checker.getTypeAtLocation(receiver), checker))
      return isFloating(receiver, checker)
  }
  return isPromise(checker.getTypeAtLocation(expression), checker)
}

// Assignments such as `=` and `??=` keep the promise.
function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

/** Checks for a real promise. A Fastify reply has a `then` too, but need not be awaited. */
function isPromise(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.some((part) => isPromise(part, checker))
  if (type.symbol?.name === 'Promise') return true
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return checker.getTypeArguments(type as ts.TypeReference).some((part) => isPromise(part, checker))
  return (type.isClassOrInterface() ? (type.getBaseTypes() ?? []) : []).some((base) =>
    isPromise(base, checker),
  )
}

// The parameter expects a function that returns void, as in `emitter.on('data', async …)` and `list.forEach(async …)`.
function isCalledAndForgotten(
  node: ts.ArrowFunction | ts.FunctionExpression,
  checker: ts.TypeChecker,
): boolean {
  const isAsync = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false
  const call = node.parent
  if (!isAsync || !ts.isCallExpression(call) || isFinally(call)) return false
  const signatures = acceptedFunctions(call, call.arguments.indexOf(node), checker)
  return (
    signatures.length > 0 &&
    signatures.every((signature) => Boolean(signature.getReturnType().flags & ts.TypeFlags.Void))
  )
}

// `finally` declares a callback that returns void, but awaits its promise.
function isFinally({ expression }: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && expression.name.text === 'finally'
}

// All overloads are checked, because an async function also fits one that expects void.
function acceptedFunctions(call: ts.CallExpression, index: number, checker: ts.TypeChecker): ts.Signature[] {
  const overloads = checker.getTypeAtLocation(call.expression).getCallSignatures()
  const types = overloads.flatMap(({ parameters }) => {
    const parameter = parameters[index]
    return parameter ? [checker.getTypeOfSymbolAtLocation(parameter, call)] : []
  })
  return types
    .flatMap((type) => (type.isUnion() ? type.types : [type]))
    .flatMap((type) => type.getCallSignatures())
}

if (import.meta.main) report(checkTypes(process.cwd()))
