import { createECDH, createHash } from 'node:crypto'
import type { Contract } from '@attune/contract'
import { publicPushKey } from '../../../platform/secrets/secrets.ts'
import { testSecrets } from '../../../testing/database/database.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const browserKey = createECDH('prime256v1').generateKeys('base64url')

const inputs = {
  hostKey: emptyInput,
  browsers: emptyInput,
  subscribe: {
    input: (context) => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${context.newId()}`,
      p256dh: browserKey,
      auth: Buffer.alloc(16).toString('base64url'),
      hostKey: publicPushKey(testSecrets.pushKey),
      isRenewal: false,
    }),
  },
  remove: { input: (context, whose) => ({ id: context.fixturesOf(whose).pushSubscriptionId }) },
  test: { input: (context, whose) => ({ id: context.fixturesOf(whose).pushSubscriptionId }) },
  setViewed: {
    input: (context) => ({ page: context.newId(), type: 'conversation', id: context.newId(), isVisible: true }),
  },
} satisfies SampleInputs<Contract['push']>

const ofMark = (mark: string) => createHash('sha256').update(mark).digest('base64url')

const rows = {
  push_subscription: ({ mark, therapistId, clientAccountId, otherAccountId }) =>
    [therapistId, clientAccountId, otherAccountId].map((account, place) => ({
      account_id: account,
      login_id: null,
      endpoint: `https://push.example/${mark}/${place}`,
      p256dh: browserKey,
      auth: ofMark(mark),
      host_key: ofMark(mark),
      name: mark,
      created_at: new Date(0),
      last_seen_at: new Date(0),
    })),
  push_waiting: ({ clientAccountId, rowId }) => ({
    account_id: clientAccountId,
    notification_id: rowId('notification'),
  }),
  subject_view: ({ clientAccountId, clientId, rowId }) => ({
    account_id: clientAccountId,
    page_id: rowId('page'),
    related_type: 'conversation',
    related_id: clientId,
    until: new Date(0),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  push_subscription: 'needs a provider outside the practice',
  push_waiting: 'needs a provider outside the practice',
  subject_view: 'has a default that nobody changed',
} satisfies EmptyInDemo<typeof rows>

export const pushSamples = { inputs, rows, emptyInDemo }
