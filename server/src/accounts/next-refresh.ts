import { sql } from '../db/database.ts'

/**
 * When credentials are refreshed after they were made or refreshed. Networks end tokens that are not used for weeks
 * (Bluesky: 90 days, Meta: 60), and a person wants to know of a revoked token before a post needs it. The time is spread at
 * random, so that accounts that were connected together are not refreshed together every day.
 */
export const nextRefresh = sql`clock_timestamp() + (0.9 + 0.2 * random()) * interval '1 day'`
