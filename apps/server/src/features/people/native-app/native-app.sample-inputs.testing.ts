import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  address: { input: () => ({ address: '/api/invoice/1/pdf' }) },
  liveTicket: emptyInput,
  pushOffer: emptyInput,
  recordDevice: { input: (context) => ({ id: context.newId(), platform: 'android', deviceInfo: 'Pixel 8' }) },
  saveDevice: {
    input: (context) => ({
      id: context.newId(),
      token: `token-${context.newId()}`,
      platform: 'android',
      deviceInfo: 'Pixel 8',
      isRenewal: false,
    }),
  },
  devices: emptyInput,
  removeDevice: { input: (context, whose) => ({ id: context.fixturesOf(whose).userDeviceId }) },
  testDevice: { input: (context, whose) => ({ id: context.fixturesOf(whose).userDeviceId }) },
} satisfies SampleInputs<Contract['nativeApp']>

const rows = {
  user_device: ({ mark, therapistId, clientAccountId, otherAccountId, rowId }) =>
    [therapistId, clientAccountId, otherAccountId].map((account, place) => ({
      id: rowId(`device ${place}`),
      account_id: account,
      login_id: null,
      token: rowId(`device ${place}`),
      platform: 'android',
      device_info: mark,
      is_active: false,
      created_at: new Date(0),
      last_seen_at: new Date(0),
    })),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  user_device: 'needs a provider outside the practice',
} satisfies EmptyInDemo<typeof rows>

export const nativeAppSamples = { inputs, rows, emptyInDemo }
