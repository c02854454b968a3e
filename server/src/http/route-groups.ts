/** What browsers are told about a group of routes, and what is asked of requests to them. */
export interface RouteGroup {
  /**
   * Which pages may use these routes from a browser. A route for any site must not depend on cookies: every site could
   * send them. Routes for our own pages may; they answer no other site and accept changes from none.
   */
  readonly openTo: 'any-site' | 'own-pages'
  /** A route that shows more says so in its own answer. */
  readonly contentSecurityPolicy: string
}

/** Every route belongs to one of these. */
export const routeGroups = {
  /** Answers for programs: a key comes in a header that no browser adds by itself. */
  api: { openTo: 'any-site', contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'" },
  /** Pages and files that anybody may see without saying who they are. */
  pages: { openTo: 'any-site', contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'" },
  /** The web app and what its pages ask for. */
  app: {
    openTo: 'own-pages',
    contentSecurityPolicy:
      "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  },
} as const satisfies Readonly<Record<string, RouteGroup>>

export type RouteGroupName = keyof typeof routeGroups
