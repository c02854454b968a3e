import { refuseImports } from './refuse-imports.ts'

// Programs install the SDK alone, in Node, browsers and at the edge.
const sdk = [
  refuseImports(
    'sdk-imports-only-itself',
    'The SDK may import its own files only: it is installed alone, and its core needs no package.',
    { path: '^sdk/src/' },
    { path: '^', pathNot: ['^sdk/src/', '(?:^|/)node_modules/tus-js-client/'] },
  ),
  refuseImports(
    'only-resumable-imports-tus',
    'Only resumable.ts may import tus-js-client: the core of the SDK needs no package.',
    { path: '^sdk/src/', pathNot: '^sdk/src/resumable\\.ts$' },
    { path: '(?:^|/)node_modules/tus-js-client/' },
  ),
  refuseImports(
    'server-imports-no-sdk',
    'The server may not import the SDK, which speaks to it over HTTP alone.',
    { path: '^(?:server|bench)/' },
    { path: '^sdk/' },
  ),
]

// The command line is installed alone too, as one program that holds the SDK.
const cli = [
  refuseImports(
    'cli-imports-only-the-sdk',
    'The command line may import its own files, the SDK and the modules of Node: it is one program that needs no package.',
    { path: '^cli/src/' },
    {
      path: '^',
      // A copy of the project that is judged has the packages of the original, and so its SDK.
      pathNot: ['^cli/src/', '^cli/package\\.json$', '(?:^|/)sdk/src/(?:index|plans)\\.ts$'],
      dependencyTypesNot: ['core'],
    },
  ),
  refuseImports(
    'nothing-imports-the-cli',
    'Only its own tests may import the command line.',
    { path: '^', pathNot: '^cli/' },
    { path: '^cli/' },
  ),
]

// The app runs in browsers, and meets the server as every program does.
const web = [
  refuseImports(
    'web-speaks-through-the-sdk',
    'The app may import its own files, the SDK and packages: it speaks to the server through the SDK alone.',
    { path: '^web/src/' },
    { path: ['^server/', '^scripts/', '^bench/', '^web/test/'] },
  ),
  refuseImports(
    'nothing-imports-the-app',
    'Only its own tests may import the app.',
    { path: '^', pathNot: '^web/' },
    { path: '^web/' },
  ),
]

/** The rules for what speaks to the server over HTTP: the SDK, the command line and the app. */
export const clients = [...sdk, ...cli, ...web]
