import type { Rolldown } from 'vite'

/** The places at which people arrive, by their files. The frame stands around every page behind the sign-in. */
const arrivals = {
  'sign-in': /\/pages\/sign-in\/sign-in-page\.tsx$/,
  setup: /\/pages\/setup\/setup-page\.tsx$/,
  frame: /\/shell\/signed-in\.ts$/,
  calendar: /\/calendar\/calendar-page\.tsx$/,
  composer: /\/composer\/composer-page\.tsx$/,
  'phone-month': /\/calendar\/grid\/phone-month\.tsx$/,
} as const

type Arrival = keyof typeof arrivals
type GetModule = (id: string) => Rolldown.ModuleInfo | null

/**
 * How the code is cut into files. The first page needs the entry, whichever it is, so that is one file. Modules that several
 * pages share lie together by the places of arrival that need them. A browser asks for six files at once where no proxy
 * speaks HTTP/2, and waits for each as long as for a large one, so a page of arrival is made of few files: it may bring a
 * little that only its neighbour uses.
 */
export const chunks: Rolldown.OutputOptions = {
  codeSplitting: {
    groups: [
      { name: 'index', tags: ['$initial'], priority: 2 },
      {
        debugName: 'shared by places of arrival',
        test: (id) => isOwn(id) || isIcon(id) || ofEveryPage.test(id),
        name: (id, context) => sharedName(id, (each) => context.getModuleInfo(each)),
        priority: 1,
        // A module is needed at least wherever one is that imports it, so no two of these files import each other.
        includeDependenciesRecursively: false,
      },
      { name: 'shared', minShareCount: 2, entriesAware: true },
    ],
  },
  // The names of shared parts list the pages that share them, which nobody needs to read. A file names those that it may load
  // later, by the hundred, and random letters cannot be compressed: seven of them tell versions apart.
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: ({ name }) =>
    name.startsWith('shared') ? 'assets/[hash:7].js' : 'assets/[name]-[hash:7].js',
  assetFileNames: ({ names: [name = ''] }) =>
    name.startsWith('shared') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash:7][extname]',
}

/** Whether a file comes before the first picture of a page of arrival. */
export function isOfArrival({ name }: Pick<Rolldown.OutputChunk, 'name'>): boolean {
  return /^(?:index|base|frame|day|outside|setup-page|(?:sign-in|calendar|composer)(?:-page)?)$/.test(name)
}

/** The name of the file for a module that several pages share; null where one page alone or no place of arrival needs it. */
function sharedName(id: string, getModule: GetModule): string | null {
  const pages = pagesOf(id, getModule)
  const needs = (arrival: Arrival) => [...pages].some((page) => arrivals[arrival].test(page))
  const isOutside = needs('sign-in') || needs('setup')
  const isInside = needs('frame') || needs('calendar') || needs('composer')
  if (isOutside && isInside) return 'base'
  if (needs('frame') || (needs('calendar') && needs('composer'))) return 'frame'
  // Styles are small, and each file of them is one more to wait for.
  const isStyle = id.endsWith('.css')
  if (needs('calendar') && isStyle) return 'frame'
  if ((isOutside && isStyle) || (needs('setup') && pages.size > 1)) return 'outside'
  const place = (['sign-in', 'calendar', 'composer'] as const).find(needs)
  // A phone shows the posts of a day below its month, and other windows on demand.
  if (place === undefined) return needs('phone-month') ? 'day' : null
  return pages.size > 1 || isStyle ? place : null
}

/** The modules that are loaded by themselves and need this one, as pages are. */
function pagesOf(id: string, getModule: GetModule): Set<string> {
  const [pages, seen, open] = [new Set<string>(), new Set([id]), [id]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const module = getModule(next)
    if (module === null) continue
    if (module.dynamicImporters.length > 0) pages.add(next)
    for (const importer of importersOf(module, getModule)) {
      if (seen.has(importer)) continue
      seen.add(importer)
      open.push(importer)
    }
  }
  return pages
}

/**
 * The modules that import this one. The package of icons has a file that exports them all; only those import an icon that
 * name it.
 */
function importersOf(module: Rolldown.ModuleInfo, getModule: GetModule): readonly string[] {
  const icon = /\/(Icon\w+)\.mjs$/.exec(module.id)?.[1]
  if (icon === undefined || !isIcon(module.id)) return module.importers
  const [users, seen, open] = [new Set<string>(), new Set<string>(), [...module.importers]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    if (isIcon(next)) open.push(...(getModule(next)?.importers ?? []))
    else if (new RegExp(`\\b${icon}\\b`).test(getModule(next)?.code ?? '')) users.add(next)
  }
  return [...users]
}

const isOwn = (id: string) => id.includes('/web/src/')
const isIcon = (id: string) => id.includes('/node_modules/@tabler/icons-react/')
// Every page of arrival reads something, and the frame shows where one is. The files of the packages that do the rest are found by who
// really needs them.
const ofEveryPage =
  /\/@tanstack\/(?:react-query\/.*\/(?:useBaseQuery|useQuery|infiniteQueryOptions|IsRestoringProvider|QueryErrorResetBoundary|errorBoundaryUtils|suspense)|query-core\/.*\/queryObserver|react-router\/.*\/(?:useLocation|useRouterState))\.js$/
