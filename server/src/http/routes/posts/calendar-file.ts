import type { Context } from '../../../context.ts'
import { limitPer } from '../../../lib/concurrency/limit-per.ts'
import { namesEtag } from '../../../lib/requests/etag.ts'
import { openCalendarAddress } from '../../../posts/calendar/addresses/open-calendar-address.ts'
import { listPlannedPosts } from '../../../posts/calendar/plan/list-planned-posts.ts'
import { writeCalendar } from '../../pages/calendar-file.ts'
import { defineStream, type StreamAnswer, type StreamRequest } from '../../stream-route.ts'

/** Each takes some megabytes, so a few are made at a time and others wait. */
const limitCalendars = limitPer<Context>(2)

/**
 * The plan of a workspace for programs that read calendars. The secret in the address says whose it is, so the route looks at no
 * cookie, and nobody is signed in by it.
 */
export const calendarFileStreams = [
  defineStream({
    id: 'readCalendarFile',
    method: 'GET',
    path: '/calendars/{file}',
    group: 'pages',
    authentication: 'none',
    mayWait: true,
    doc: null,
    run: answer,
  }),
]

async function answer(context: Context, request: StreamRequest): Promise<StreamAnswer> {
  const { params, headers, ip } = request
  const address = await openCalendarAddress(context, params.file ?? '', ip)
  const { body, etag } = await limitCalendars(context)(async () =>
    writeCalendar(context, address, await listPlannedPosts(context.db, address)),
  )
  const common = { etag, 'cache-control': 'private, no-cache' }
  const known = headers['if-none-match']
  if (namesEtag(known === undefined ? null : String(known), etag))
    return { status: 304, headers: common, body: null }
  const type = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="crier.ics"',
  }
  return { status: 200, headers: { ...common, ...type }, body }
}
