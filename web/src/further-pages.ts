/**
 * The pages that nobody arrives at first, by names of their own. The entry, which every page waits for, need not know where the
 * code of each lies.
 */
export const furtherPages = {
  Playground: async () => (await import('./playground/playground-page.tsx')).PlaygroundPage,
  Sandbox: async () => (await import('./sandbox/sandbox-page.tsx')).SandboxPage,
  Webhooks: async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage,
  Endpoint: async () => (await import('./webhooks/endpoint-page.tsx')).EndpointPage,
  Delivery: async () => (await import('./webhooks/delivery-page.tsx')).DeliveryPage,
  Feeds: async () => (await import('./feeds/feeds-page.tsx')).FeedsPage,
  Feed: async () => (await import('./feeds/feed-page.tsx')).FeedPage,
  SettingsLayout: async () => (await import('./settings/settings-layout.tsx')).SettingsLayout,
  Settings: async () => (await import('./settings/settings-page.tsx')).SettingsPage,
  Profile: async () => (await import('./settings/profile-page.tsx')).ProfilePage,
  Security: async () => (await import('./settings/security-page.tsx')).SecurityPage,
  Notifications: async () => (await import('./settings/notifications-page.tsx')).NotificationsPage,
  Sharing: async () => (await import('./settings/sharing-page.tsx')).SharingPage,
  SavedTexts: async () => (await import('./saved-texts/saved-texts-page.tsx')).SavedTextsPage,
  Workspace: async () => (await import('./settings/workspace-page.tsx')).WorkspacePage,
  Team: async () => (await import('./settings/team-page.tsx')).TeamPage,
  ApiKeys: async () => (await import('./settings/api-keys-page.tsx')).ApiKeysPage,
  Billing: async () => (await import('./settings/billing-page.tsx')).BillingPage,
  Audit: async () => (await import('./settings/audit-page.tsx')).AuditPage,
  Networks: async () => (await import('./settings/networks-page.tsx')).NetworksPage,
  Recurrences: async () => (await import('./recurrences/recurrences-page.tsx')).RecurrencesPage,
  Import: async () => (await import('./plans/import-page.tsx')).ImportPage,
  Share: async () => (await import('./shares/share-page.tsx')).SharePage,
  Compose: async () => (await import('./shares/compose-page.tsx')).ComposePage,
  Authorize: async () => (await import('./pages/authorize/authorize-page.tsx')).AuthorizePage,
  Review: async () => (await import('./pages/review/review-page.tsx')).ReviewPage,
  ReviewLinks: async () => (await import('./review-links/review-links-page.tsx')).ReviewLinksPage,
} as const
