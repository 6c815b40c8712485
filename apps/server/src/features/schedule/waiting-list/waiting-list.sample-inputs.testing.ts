import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const dayFromNow = (days: number) => shiftDay(todayIn('Europe/Berlin', new Date()), days)
const preference = () => ({
  weekdays: [1, 3],
  from: '08:00',
  until: '12:00',
  noticeHours: 12,
  untilDay: dayFromNow(30),
})
const preferredSession = { typeId: null, format: 'video' as const }

const inputs = {
  list: emptyInput,
  saveSettings: { input: () => ({ mode: 'click', answerHours: 4, noticeHours: 3 }) },
  add: {
    input: (context, whose) => ({
      id: context.newId(),
      clientId: context.fixturesOf(whose).waitableClientId,
      ...preferredSession,
      ...preference(),
    }),
    fields: { typeId: (context, whose) => context.fixturesOf(whose).sessionTypeId },
  },
  remove: { input: (context, whose) => ({ id: context.fixturesOf(whose).waitingEntryId }) },
  offer: {
    input: (context, whose) => ({
      id: context.newId(),
      entryId: context.fixturesOf(whose).waitingEntryId,
      startsAt: context.freeSlot(),
    }),
  },
  offerFreed: { input: (context, whose) => ({ id: context.fixturesOf(whose).freedTimeId }) },
  withdrawOffer: { input: (context, whose) => ({ id: context.fixturesOf(whose).waitingOfferId }) },
  mine: emptyInput,
  join: {
    input: (context, whose) => ({
      id: context.newId(),
      therapistId: context.fixturesOf(whose).openWaitingListTherapistId,
      sessionId: null,
      typeId: context.fixturesOf(whose).sessionTypeId,
      format: 'video',
      ...preference(),
    }),
    fields: { sessionId: (context, whose) => context.fixturesOf(whose).sessionId },
  },
  change: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).waitingEntryId,
      version: 1,
      ...preferredSession,
      ...preference(),
    }),
    fields: { typeId: (context, whose) => context.fixturesOf(whose).sessionTypeId },
  },
  leave: { input: (context, whose) => ({ id: context.fixturesOf(whose).waitingEntryId }) },
  accept: { input: (context, whose) => ({ id: context.fixturesOf(whose).waitingOfferId, sessionId: context.newId() }) },
  decline: { input: (context, whose) => ({ id: context.fixturesOf(whose).waitingOfferId }) },
} satisfies SampleInputs<Contract['waitingList']>

const rows = {
  waiting_list_setting: ({ therapistId }) => ({ therapist_id: therapistId, mode: 'click', answer_hours: 4 }),
  waiting_entry: ({ therapistId, clientId, rowId }) => ({
    id: rowId('waiting_entry'),
    therapist_id: therapistId,
    client_id: clientId,
    format: 'video',
    duration_minutes: 50,
    weekdays: [1, 2],
    from_time: '08:00',
    until_time: '12:00',
    zone: 'UTC',
    notice_hours: 12,
    until_day: '2031-05-05',
    since: '2026-11-20T08:00Z',
  }),
  freed_time: ({ therapistId, rowId }) => ({
    id: rowId('freed_time'),
    therapist_id: therapistId,
    starts_at: '2031-05-06T09:00Z',
    ends_at: '2031-05-06T10:00Z',
    was_session: true,
  }),
  waiting_offer: ({ therapistId, clientAccountId, rowId }) => ({
    id: rowId('waiting_offer'),
    therapist_id: therapistId,
    entry_id: rowId('waiting_entry'),
    account_id: clientAccountId,
    freed_time_id: rowId('freed_time'),
    starts_at: '2031-05-06T09:00Z',
    ends_at: '2031-05-06T10:00Z',
    offered_at: '2026-11-20T08:00Z',
    expires_at: '2031-05-05T09:00Z',
  }),
} satisfies Partial<SampleRows>

export const waitingListSamples = { inputs, rows }
