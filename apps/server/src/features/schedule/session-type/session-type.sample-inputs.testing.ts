import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const content = {
  name: 'First session',
  durationMinutes: 80,
  format: 'video' as const,
  location: '',
  color: 'sage' as const,
  bufferBefore: null,
  bufferAfter: 20,
  newClients: 'book' as const,
  knownClients: 'request' as const,
}

const inputs = {
  list: emptyInput,
  add: { input: (context) => ({ id: context.newId(), ...content, serviceId: null }) },
  edit: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).sessionTypeId,
      version: 1,
      ...content,
      knownClients: 'book',
      serviceId: null,
    }),
  },
  setArchived: { input: (context, whose) => ({ id: context.fixturesOf(whose).sessionTypeId, isArchived: true }) },
  sort: { input: (context, whose) => ({ ids: [context.fixturesOf(whose).sessionTypeId] }) },
  offered: { input: (context, whose) => ({ therapistId: context.fixturesOf(whose).therapistId }) },
} satisfies SampleInputs<Contract['sessionType']>

const rows = {
  session_type: ({ mark, therapistId, rowId }) => ({
    id: rowId('session_type'),
    therapist_id: therapistId,
    name: mark.slice(0, 80),
    duration_minutes: 50,
    format: 'video',
    color: 'sage',
  }),
  booking_rule: ({ therapistId, rowId }) => ({
    id: rowId('booking_rule'),
    therapist_id: therapistId,
    type_id: rowId('session_type'),
    clients: 'known',
    began_at: '2026-11-20T08:00Z',
  }),
} satisfies Partial<SampleRows>

export const sessionTypeSamples = { inputs, rows }
