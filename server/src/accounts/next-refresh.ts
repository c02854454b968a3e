import { sql } from '../db/database.ts'

/**
 * When credentials are renewed again after they were renewed or made. Networks let go of what is not used for weeks
 * (Bluesky: 90 days, Meta: 60), and a person wants to know of a token that was taken back before a post needs it. Spread,
 * so that those who were connected together do not come together every day.
 */
export const nextRefresh = sql`clock_timestamp() + (0.9 + 0.2 * random()) * interval '1 day'`
