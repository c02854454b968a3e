/** The rules for browsers that a group of routes has in common. */
interface RouteGroup {
  /**
   * The pages that may use these routes from a browser. Routes for any site never look at cookies, for any site can have
   * them sent. Routes for our own pages may look at them: other sites can read no answer and make no change.
   */
  readonly openTo: 'any-site' | 'own-pages'
  /** The policy of an answer that sets none itself. */
  readonly contentSecurityPolicy: string
}

/** Every route belongs to one of these. */
export const routeGroups = {
  /** Answers for programs. A key comes in a header that no browser adds by itself. */
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
