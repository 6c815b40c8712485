import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'
import { storedFields } from './client.fields.ts'

/** The fields that an edit saves, including all optional ones, each with a text. */
const editedFields = {
  ...Object.fromEntries(storedFields.flatMap(({ name }) => (name === 'notes' ? [] : [[name, 'AM']]))),
  ...minimalClient,
}
const clientFields = { ...editedFields, notes: 'AM' }

const contacts = (context: TestContext) => [
  {
    id: context.newId(),
    name: 'Ines',
    phone: '',
    email: null,
    relationship: 'Sister',
    isEmergency: true,
    isGuardian: false,
    isPayer: false,
  },
]

/** Returns a cursor of the list of clients. */
const cursorOf = (...place: string[]) => Buffer.from(JSON.stringify(place)).toString('base64url')

const inputs = {
  list: {
    input: () => ({ sort: 'name', limit: 100, withOpen: true }),
    fields: {
      search: () => 'a',
      status: () => 'active',
      tag: (context, whose) => context.fixturesOf(whose).clientTagId,
      only: () => 'without-next',
      after: (context) => cursorOf('name', 'a', 'a', context.newId()),
    },
  },
  get: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).clientId }),
  },
  overview: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).clientId }),
  },
  add: {
    input: (context) => ({ id: context.newId(), ...clientFields, contacts: contacts(context), invite: false }),
  },
  edit: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).clientId,
      version: 1,
      ...editedFields,
      contacts: contacts(context),
    }),
  },
  withoutAccount: { input: (context, whose) => ({ ids: [context.fixturesOf(whose).clientId] }) },
  duplicates: {
    input: () => ({ firstName: 'Ana', lastName: 'Moreau', email: null, dateOfBirth: '1992-05-02' }),
    fields: { except: (context, whose) => context.fixturesOf(whose).clientId },
  },
  setStatus: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).invitedClientId,
      status: 'active',
      command: context.newId(),
    }),
  },
  compareImport: {
    input: () => ({
      rows: [{ firstName: 'Ana', lastName: 'Moreau', email: null, dateOfBirth: '1992-05-02', phone: '' }],
    }),
  },
  importMany: {
    input: (context) => ({
      batch: context.newId(),
      rows: [{ id: context.newId(), ...clientFields, lastName: context.newId(), contacts: contacts(context) }],
    }),
  },
  exportAll: emptyInput,
  merge: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).invitedClientId,
      into: context.fixturesOf(whose).clientId,
      command: context.newId(),
    }),
  },
  markSamePerson: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).invitedClientId,
      as: context.fixturesOf(whose).leavingClientId,
    }),
  },
  markDifferent: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).invitedClientId,
      from: context.fixturesOf(whose).leavingClientId,
    }),
  },
  timeline: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).clientId, limit: 100 }),
    fields: { after: () => '2026-11-20 10:00:00+00_1_1' },
  },
} satisfies SampleInputs<Contract['client']>

const rows = {
  client_note: ({ mark, therapistId, clientId }) => ({ therapist_id: therapistId, client_id: clientId, text: mark }),
  client_contact: ({ mark, therapistId, clientId }) => ({ therapist_id: therapistId, client_id: clientId, name: mark }),
  client_event: ({ mark, therapistId, clientId }) => ({
    therapist_id: therapistId,
    client_id: clientId,
    by_role: 'therapist',
    kind: 'added',
    detail: mark.slice(0, 30),
  }),
  client_apart: ({ therapistId, clientId, otherClientId }) => {
    const [one = '', other = ''] = [clientId, otherClientId].toSorted()
    return { therapist_id: therapistId, one_id: one, other_id: other }
  },
} satisfies Partial<SampleRows>

const emptyInDemo = {
  client_apart: 'records an error or an erasure, which the history does not have',
} satisfies EmptyInDemo<typeof rows>

export const clientSamples = { inputs, rows, emptyInDemo }
