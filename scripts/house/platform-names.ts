import ts from 'typescript'
import { type Source, visitAll } from './source.ts'

const list = 'server/src/connectors/index.ts'

// Places beside its folder that must name a platform. The sandbox is a network of our own: its room, its routes and the
// files that join them in name it; Pinterest has a sandbox of its own. Accounts of Instagram hang on Pages of Facebook, and both
// share its sign-in. Discord has webhooks of its own, and notifications are of Crier's.
const placesBeside: Record<string, RegExp> = {
  sandbox:
    /^server\/src\/(?:sandbox\/|connectors\/pinterest\/|http\/routes\/sandbox(?:[-./]|$)|http\/routes\/index\.ts$|(?:app|background-work)\.ts$)/,
  facebook: /^server\/src\/connectors\/(?:kit\/(?:graph\/|fakes\/fake-)facebook-login\.ts$|instagram\/)/,
  webhook: /^server\/src\/(?:connectors\/discord\/|notifications\/)/,
}

// A platform whose name is an ordinary word too is named by a text that is this word and nothing else.
const ordinaryWords: ReadonlySet<string> = new Set(['slack', 'threads', 'webhook'])

/** The platforms: the folders with a connector. The template of new ones speaks to an imaginary network. */
function platformsOf(sources: Source[]): string[] {
  const folders = sources.map(
    ({ path }) => /^server\/src\/connectors\/(?!template\/)([^/]+)\/connector\.ts$/.exec(path)?.[1],
  )
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort()
}

/** Finds shipped files outside a platform's folder that name the platform. Only the list may. */
export function platformNamers(sources: Source[]): string[] {
  const platforms = platformsOf(sources)
  return sources
    .filter(({ isTest, path }) => !isTest && /^(?:server|cli)\/src\//.test(path) && path !== list)
    .flatMap((source) => {
      const words = wordsIn(source)
      const named = platforms.filter((platform) => words.has(platform) && !mayName(source.path, platform))
      return named.map((platform) => `${source.path} names ${platform} (line ${words.get(platform)})`)
    })
}

/** Finds files whose code has a word in it, as the name of a platform would stand there. */
export function namersOf(sources: Source[], word: string): string[] {
  return sources.flatMap((source) => {
    const line = wordsIn(source).get(word)
    return line === undefined ? [] : [`${source.path}, line ${line}`]
  })
}

function mayName(path: string, platform: string): boolean {
  return (
    path.startsWith(`server/src/connectors/${platform}/`) || (placesBeside[platform]?.test(path) ?? false)
  )
}

// Comments may name a platform.
function wordsIn(source: Source): Map<string, number> {
  const words = new Map<string, number>()
  visitAll(source, (node) => {
    const text = textOf(node)
    if (text === undefined) return
    const line = source.syntax.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const isWhole = ts.isStringLiteralLike(node)
    for (const word of namesIn(text)) {
      if (ordinaryWords.has(word) && !(isWhole && text === word)) continue
      if (!words.has(word)) words.set(word, line)
    }
  })
  return words
}

function textOf(node: ts.Node): string | undefined {
  // A package or a built-in module is not a platform, whatever its name (`node:worker_threads`).
  if (ts.isStringLiteral(node) && ts.isImportDeclaration(node.parent) && !node.text.startsWith('.'))
    return undefined
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
    return isSecurityPolicy(node.text) || isPageProperty(node.text) ? undefined : node.text
  // One letter is a variable, not a platform.
  return ts.isIdentifier(node) && node.text.length > 1 ? node.text : undefined
}

// A Content-Security-Policy has a `sandbox` of its own.
function isSecurityPolicy(text: string): boolean {
  return /\bdefault-src /.test(text)
}

// Web pages describe themselves by properties such as `twitter:title`, on whatever network they are shown.
function isPageProperty(text: string): boolean {
  return /^twitter:[a-z]+(?::[a-z]+)*$/.test(text)
}

/** The words of a text, and each two that follow each other: the name of a platform may be two words, such as `some_network`. */
function namesIn(text: string): string[] {
  const words = split(text)
  return [...words, ...words.slice(1).map((word, index) => `${words[index]}_${word}`)]
}

/** Splits text into words: `connectBluesky`, `bluesky_did` and `/bluesky/` all contain bluesky. */
function split(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}
