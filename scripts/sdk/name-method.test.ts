import { expect, test } from 'vitest'
import { nameMethod } from './name-method.ts'

test.each([
  ['createPost', '/v1/posts', 'posts.create'],
  ['validatePost', '/v1/posts/validate', 'posts.validate'],
  ['approvePost', '/v1/posts/{id}/approve', 'posts.approve'],
  ['listSocialAccounts', '/v1/social-accounts', 'socialAccounts.list'],
  ['getSocialAccountAvatar', '/v1/social-accounts/{id}/avatar', 'socialAccounts.getAvatar'],
  ['createConnectLink', '/v1/social-accounts/connect-links', 'connectLinks.create'],
  ['beginConnect', '/v1/social-accounts/connect', 'socialAccounts.connect'],
  ['listMediaTags', '/v1/media/tags', 'media.listTags'],
  ['createUploadUrl', '/v1/media/create-upload-url', 'media.createUploadUrl'],
  ['getNextQueueSlot', '/v1/queue-slots/next', 'queueSlots.getNext'],
  ['rotateWebhookSecret', '/v1/webhook-endpoints/{id}/rotate-secret', 'webhookEndpoints.rotateSecret'],
  ['listWebhookDeliveries', '/v1/webhook-endpoints/{id}/deliveries', 'webhookEndpoints.listDeliveries'],
  ['listAuditLog', '/v1/audit-log', 'auditLog.list'],
  ['getMe', '/v1/me', 'me.get'],
  ['readAvatar', '/avatars/{file}', 'avatars.read'],
  ['signIn', '/app/sign-in', 'signIn'],
  ['getPerson', '/app/me', 'getPerson'],
  ['endSession', '/app/sessions/{id}', 'sessions.end'],
  ['createKey', '/app/workspaces/{workspace}/keys', 'keys.create'],
  ['createCalendarAddress', '/app/workspaces/{workspace}/calendar-addresses', 'calendarAddresses.create'],
  ['changeRole', '/app/workspaces/{workspace}/members/{id}', 'members.changeRole'],
  ['updateWorkspace', '/app/workspaces/{workspace}', 'workspaces.update'],
])('%s at %s is %s', (id, path, expected) => {
  const { resource, method } = nameMethod({ id, path })
  expect(resource === null ? method : `${resource}.${method}`).toBe(expected)
})
