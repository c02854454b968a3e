import Type from 'typebox'
import { patchTimeZone } from '../../posts/time-zone/patch-time-zone.ts'
import { id, nullable, time } from '../schemas.ts'
import { closed } from './schemas.ts'
import { defineWorkspaceOperation } from './workspace-operation.ts'

const shownTime = Type.Object({ at: time, local_time: Type.String() }, closed)

const changed = Type.Object(
  {
    previous_timezone: Type.String(),
    timezone: Type.String(),
    dry_run: Type.Boolean({ description: 'Whether nothing was changed.' }),
    planned: Type.Integer({ description: 'The posts that are planned, in both modes.' }),
    moved: Type.Integer({ description: 'The planned posts that go out at a different moment from before.' }),
    left: Type.Array(
      Type.Object({ post_id: id, reason: Type.Enum(['going_out', 'time_passed', 'changed_since']) }, closed),
      {
        description:
          'Posts that could not be moved and keep their moment: they are going out, their time on the new clock has passed, or they were changed since the change that is undone.',
      },
    ),
    example: nullable(
      Type.Object(
        {
          post_id: id,
          text: Type.String({ description: 'The first 80 characters.' }),
          before: shownTime,
          after: shownTime,
        },
        { description: 'A planned post, with its time by the clock before and after.', ...closed },
      ),
    ),
    undo: nullable(Type.String({ format: 'uuid', description: 'Takes the change back, for a day.' })),
    message: Type.String({ description: 'A sentence for people.' }),
  },
  { title: 'ChangedTimeZone', ...closed },
)

export const timeZoneOperations = [
  defineWorkspaceOperation({
    id: 'changeTimeZone',
    method: 'PATCH',
    audit: { action: 'workspace.change_time_zone', keeps: ['timezone', 'keep', 'dry_run', 'undo'] },
    path: '/time-zone',
    least: 'admin',
    summary: 'Change the time zone of a workspace',
    description:
      'Planned posts keep the time that the clock shows (`clock`) or their moment (`moment`). Slots of the queue keep their clock times in either case, and published posts do not change. With `dry_run` nothing is changed, and the answer is the one that the change would give. `undo` alone takes a change back: posts get the very times that they had.',
    body: Type.Object(
      {
        timezone: Type.Optional(
          Type.String({ maxLength: 100, description: 'A time zone of the IANA database.' }),
        ),
        keep: Type.Optional(Type.Enum(['clock', 'moment'])),
        dry_run: Type.Optional(Type.Boolean()),
        undo: Type.Optional(Type.String({ format: 'uuid', description: 'From the answer to the change.' })),
      },
      closed,
    ),
    response: changed,
    problems: [409],
    bodyExample: { timezone: 'America/New_York', keep: 'clock' },
    successExample: {
      previous_timezone: 'Europe/Berlin',
      timezone: 'America/New_York',
      dry_run: false,
      planned: 23,
      moved: 23,
      left: [],
      example: {
        post_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40',
        text: 'The autumn bread list',
        before: { at: '2026-10-13T07:00:00.000Z', local_time: '2026-10-13T09:00' },
        after: { at: '2026-10-13T13:00:00.000Z', local_time: '2026-10-13T09:00' },
      },
      undo: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b80',
      message: '23 planned posts go out at another moment. Queue slots keep their clock times.',
    },
    run: async ({ db, context, member: { workspaceId, userId }, afterCommit }, { body }) => {
      // A post may be due sooner than a worker would look.
      afterCommit(() => context.wake(0))
      const { prepareLeadMs } = context.config.timings
      return patchTimeZone({ db, workspaceId, userId, prepareLeadMs }, body)
    },
  }),
]
