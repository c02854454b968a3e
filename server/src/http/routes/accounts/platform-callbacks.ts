import { deletionCode, readDeletionCode } from '../../../connections/callbacks/deletion-code.ts'
import { takeBackAccess } from '../../../connections/callbacks/take-back-access.ts'
import { dataDeletionPage } from '../../pages/data-deletion-page.ts'
import { forPerson } from '../../pages/for-person.ts'
import { readForm } from '../../read-form.ts'
import { defineStream } from '../../stream-route.ts'

const common = { group: 'pages', authentication: 'none', doc: null } as const

const takenBack = {
  none: 'The person did it at the network; each workspace hears of it by the event social_account.disconnected.',
}

/**
 * Addresses that networks call when a person revokes their access. The operator enters them in the app at the network.
 */
export const platformCallbackStreams = [
  defineStream({
    ...common,
    id: 'deauthorizePlatform',
    method: 'POST',
    audit: takenBack,
    path: '/oauth/{platform}/deauthorize',
    run: async (context, request) => {
      const { platform = '' } = request.params
      await takeBackAccess(context, { platform, form: await readForm(request), deletes: false })
      return { status: 200, headers: {}, body: {} }
    },
  }),
  defineStream({
    ...common,
    id: 'deletePlatformData',
    method: 'POST',
    audit: takenBack,
    path: '/oauth/{platform}/data-deletion',
    run: async (context, request) => {
      const { platform = '' } = request.params
      await takeBackAccess(context, { platform, form: await readForm(request), deletes: true })
      const code = deletionCode(context, { platform, askedAt: new Date() })
      const url = `${context.config.publicUrl}/oauth/${platform}/data-deletion/${code}`
      return { status: 200, headers: {}, body: { url, confirmation_code: code } }
    },
  }),
  defineStream({
    ...common,
    id: 'showDataDeletion',
    method: 'GET',
    path: '/oauth/{platform}/data-deletion/{code}',
    run: (context, request) =>
      forPerson(request, async (speech) =>
        dataDeletionPage(speech, readDeletionCode(context, request.params.code ?? '')),
      ),
  }),
]
