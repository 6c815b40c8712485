import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'
import type { World } from '../../testing/world.ts'

const clientFields = {
  firstName: 'Ana',
  lastName: 'Moreau',
  email: null,
  phone: '',
  dateOfBirth: null,
  address: '',
  emergencyName: '',
  emergencyPhone: '',
  emergencyRelationship: '',
  notes: '',
  language: 'en' as const,
  code: 'AM',
}

const contacts = (world: World) => [
  {
    id: world.newId(),
    name: 'Ines',
    phone: '',
    email: null,
    relationship: 'Sister',
    isEmergency: true,
    isGuardian: false,
    isPayer: false,
  },
]

/** A cursor of the list. */
const cursorOf = (...place: string[]) => Buffer.from(JSON.stringify(place)).toString('base64url')

const profile = { thing: 'profile', of: 'client' } as const

export const clientPolicy = {
  list: {
    who: ['therapist'],
    strength: 'full',
    specimen: () => ({ sort: 'name', limit: 100 }),
    more: { search: () => 'a', status: () => 'active', after: (world) => cursorOf('name', 'a', 'a', world.newId()) },
  },
  get: {
    who: ['therapist'],
    strength: 'full',
    audited: { action: 'open', thing: 'client-profile' },
    opens: profile,
    specimen: (world, whose) => ({ id: world.of(whose).clientId }),
  },
  add: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world) => ({ id: world.newId(), ...clientFields, contacts: contacts(world), invite: false }),
  },
  edit: {
    who: ['therapist'],
    strength: 'full',
    opens: profile,
    specimen: (world, whose) => ({
      id: world.of(whose).clientId,
      version: 1,
      ...clientFields,
      contacts: contacts(world),
    }),
  },
  doubles: {
    who: ['therapist'],
    strength: 'full',
    specimen: () => ({ firstName: 'Ana', lastName: 'Moreau', email: null, dateOfBirth: '1992-05-02' }),
    more: { except: (world, whose) => world.of(whose).clientId },
  },
  setStatus: {
    who: ['therapist'],
    strength: 'full',
    opens: profile,
    specimen: (world, whose) => ({ id: world.of(whose).invitedClientId, status: 'active', command: world.newId() }),
  },
  importMany: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world) => ({
      batch: world.newId(),
      rows: [{ id: world.newId(), ...clientFields, lastName: world.newId(), contacts: contacts(world) }],
    }),
  },
  exportAll: {
    who: ['therapist'],
    strength: 'full',
    audited: { action: 'export', thing: 'clients' },
    opens: { thing: 'export', of: 'clients' },
    specimen: () => ({}),
  },
  merge: {
    who: ['therapist'],
    strength: 'full',
    audited: { action: 'merge', thing: 'client' },
    opens: { ...profile, id: ({ into }) => into },
    specimen: (world, whose) => ({
      id: world.of(whose).invitedClientId,
      into: world.of(whose).clientId,
      command: world.newId(),
    }),
  },
  markSamePerson: {
    who: ['therapist'],
    strength: 'full',
    opens: profile,
    specimen: (world, whose) => ({ id: world.of(whose).invitedClientId, as: world.of(whose).leavingClientId }),
  },
  tellApart: {
    who: ['therapist'],
    strength: 'full',
    opens: profile,
    specimen: (world, whose) => ({ id: world.of(whose).invitedClientId, from: world.of(whose).leavingClientId }),
  },
  timeline: {
    who: ['therapist'],
    strength: 'full',
    opens: profile,
    specimen: (world, whose) => ({ id: world.of(whose).clientId, limit: 100 }),
    more: { after: () => '2026-11-20 10:00:00+00_1_1' },
  },
} satisfies PolicyOf<Contract['client']>
