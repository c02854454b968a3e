import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { boot } from './boot/boot.ts'
import type { furtherPages } from './further-pages.ts'
import { queryClient } from './session/query-client.ts'
import { personQuery, type Session } from './session/session.ts'
import { setupQuery } from './session/setup-query.ts'
import { whereTo } from './session/where-to.ts'
import { TroublePage } from './ui/trouble.tsx'

interface RouterContext {
  readonly client: QueryClient
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: TroublePage,
})

/** Pages for people who are not signed in. */
const open = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => root, path, component })

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./pages/setup/setup-page.tsx'), 'SetupPage'),
  beforeLoad: async ({ context }) => {
    if ((await context.client.fetchQuery(setupQuery)).is_needed) return
    const person = await context.client.ensureQueryData(personQuery)
    throw redirect({ href: person === null ? '/sign-in?owner-exists' : '/calendar', replace: true })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
  beforeLoad: async ({ context, search }) => {
    const [state, person] = await Promise.all([
      context.client.fetchQuery(setupQuery),
      context.client.ensureQueryData(personQuery),
    ])
    if (state.is_needed) throw redirect({ to: '/setup', replace: true })
    if (person !== null) throw redirect({ href: whereTo((search as { to?: unknown }).to), replace: true })
  },
})

/** Pages of a person wherever they work, or nowhere yet. */
const own = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    beforeLoad: async ({ context, location }) => {
      if ((await context.client.ensureQueryData(personQuery)) === null)
        throw redirect({ href: `/sign-in?to=${encodeURIComponent(location.href)}`, replace: true })
    },
  })

const loadSignedIn = () => import('./shell/signed-in.ts')

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: lazyRouteComponent(loadSignedIn, 'SignedInLayout'),
  beforeLoad: async ({ context, location }) => {
    // Pages for people who are not signed in need none of this.
    const { beginSession } = await loadSignedIn()
    const session = await beginSession(context.client)
    if (session === 'no-owner') throw redirect({ to: '/setup', replace: true })
    if (session === 'nobody')
      throw redirect({ href: `/sign-in?to=${encodeURIComponent(location.href)}`, replace: true })
    if (session === 'no-workspace') throw redirect({ to: '/workspaces/new', replace: true })
    return { session }
  },
})

/** A page behind the sign-in. The filters in its address are its own to read. */
const page = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => signedIn, path, component })

/** A page that nobody arrives at first: where its code lies stands in a file that is loaded before it. */
const further = (name: keyof typeof furtherPages) =>
  lazyRouteComponent(async () => {
    const { furtherPages } = await import('./further-pages.ts')
    return { default: await furtherPages[name]() }
  })

/** The settings have a navigation of their own. */
const settings = createRoute({
  getParentRoute: () => signedIn,
  id: 'settings-frame',
  component: further('SettingsLayout'),
})
const settingsPage = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => settings, path, component })

const loadCalendar = () => import('./calendar/calendar-page.tsx')

const loadComposer = () => import('./composer/composer-page.tsx')
/** A new post and one that is there are written on the same page. */
const composer = {
  getParentRoute: () => signedIn,
  component: lazyRouteComponent(loadComposer, 'ComposerPage'),
  loader: async ({
    context,
  }: {
    readonly context: { readonly client: QueryClient; readonly session: Session }
  }) => (await loadComposer()).prepareComposer(context.client, context.session),
}

/** Pages that begin with a choice, at an address without it. */
const connectPage = lazyRouteComponent(() => import('./accounts/connect-page.tsx'), 'ConnectPage')
const sandboxPage = further('Sandbox')

const routeTree = root.addChildren([
  setup,
  signIn,
  open(
    '/join/$token',
    lazyRouteComponent(() => import('./pages/sign-in/join-page.tsx'), 'JoinPage'),
  ),
  open(
    '/reset/$token',
    lazyRouteComponent(() => import('./pages/sign-in/reset-page.tsx'), 'ResetPage'),
  ),
  own(
    '/workspaces/new',
    lazyRouteComponent(() => import('./pages/workspaces/new-workspace-page.tsx'), 'NewWorkspacePage'),
  ),
  open('/review', further('Review')),
  own('/authorize', further('Authorize')),
  signedIn.addChildren([
    createRoute({
      getParentRoute: () => signedIn,
      path: '/',
      beforeLoad: () => {
        throw redirect({ href: '/calendar', replace: true })
      },
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/calendar',
      component: lazyRouteComponent(loadCalendar, 'CalendarPage'),
      loaderDeps: ({ search }) => search,
      loader: async ({ context, deps }) =>
        (await loadCalendar()).prepareCalendar(context.client, context.session, deps),
    }),
    page(
      '/needs-you',
      lazyRouteComponent(() => import('./pages/needs-you/needs-you-page.tsx'), 'NeedsYouPage'),
    ),
    page(
      '/notifications',
      lazyRouteComponent(() => import('./pages/notifications/notifications-page.tsx'), 'NotificationsPage'),
    ),
    page(
      '/drafts',
      lazyRouteComponent(() => import('./pages/drafts/drafts-page.tsx'), 'DraftsPage'),
    ),
    createRoute({ ...composer, path: '/posts/new' }),
    page('/share', further('Share')),
    page('/compose', further('Compose')),
    page(
      '/posts/$post',
      lazyRouteComponent(() => import('./pages/post/post-page.tsx'), 'PostPage'),
    ),
    createRoute({ ...composer, path: '/posts/$post/edit' }),
    page(
      '/queue',
      lazyRouteComponent(() => import('./pages/queue/queue-page.tsx'), 'QueuePage'),
    ),
    page(
      '/library',
      lazyRouteComponent(() => import('./library/library-page.tsx'), 'LibraryPage'),
    ),
    page(
      '/library/$medium',
      lazyRouteComponent(() => import('./library/medium-page.tsx'), 'MediumPage'),
    ),
    page(
      '/accounts',
      lazyRouteComponent(() => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
    ),
    page('/accounts/connect', connectPage),
    page('/accounts/connect/$platform', connectPage),
    page(
      '/accounts/$account',
      lazyRouteComponent(() => import('./accounts/account-page.tsx'), 'AccountPage'),
    ),
    page(
      '/analytics',
      lazyRouteComponent(() => import('./analytics/analytics-page.tsx'), 'AnalyticsPage'),
    ),
    page(
      '/more',
      lazyRouteComponent(() => import('./pages/more-page.tsx'), 'MorePage'),
    ),
    page('/feeds', further('Feeds')),
    page('/feeds/$feed', further('Feed')),
    page('/recurrences', further('Recurrences')),
    page('/import', further('Import')),
    page('/build/playground', further('Playground')),
    page('/build/sandbox', sandboxPage),
    page('/build/sandbox/$account', sandboxPage),
    page('/build/webhooks', further('Webhooks')),
    page('/build/webhooks/$endpoint', further('Endpoint')),
    page('/build/webhooks/$endpoint/deliveries/$delivery', further('Delivery')),
    settings.addChildren([
      settingsPage('/settings', further('Settings')),
      settingsPage('/settings/profile', further('Profile')),
      settingsPage('/settings/security', further('Security')),
      settingsPage('/settings/notifications', further('Notifications')),
      settingsPage('/settings/sharing', further('Sharing')),
      settingsPage('/settings/saved-texts', further('SavedTexts')),
      settingsPage('/settings/workspace', further('Workspace')),
      settingsPage('/settings/team', further('Team')),
      settingsPage('/settings/review-links', further('ReviewLinks')),
      settingsPage('/settings/api-keys', further('ApiKeys')),
      settingsPage('/settings/billing', further('Billing')),
      settingsPage('/settings/audit', further('Audit')),
      settingsPage('/settings/networks', further('Networks')),
    ]),
    page(
      '$',
      lazyRouteComponent(() => import('./pages/not-found-page.tsx'), 'NotFoundPage'),
    ),
  ]),
])

/** The pages of the app and their addresses. */
export const router = createRouter({
  routeTree,
  basepath: boot.base === '' ? '/' : boot.base,
  context: { client: queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
