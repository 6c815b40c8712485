import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

const facts = {
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
}

const profile = { thing: 'profile', of: 'client' } as const

export const clientPolicy = {
  list: { who: ['therapist'], strength: 'full', specimen: () => ({}) },
  get: {
    who: ['therapist'],
    strength: 'full',
    audited: { action: 'open', thing: 'client-profile' },
    opens: profile,
    specimen: (world, whose) => ({ id: world.of(whose).clientId }),
  },
  add: { who: ['therapist'], strength: 'full', specimen: (world) => ({ id: world.newId(), ...facts, invite: false }) },
  edit: {
    who: ['therapist'],
    strength: 'full',
    opens: profile,
    specimen: (world, whose) => ({ id: world.of(whose).clientId, version: 1, ...facts }),
  },
  doubles: {
    who: ['therapist'],
    strength: 'full',
    specimen: () => ({ firstName: 'Ana', lastName: 'Moreau', email: null, dateOfBirth: '1992-05-02' }),
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
    specimen: (world) => ({ batch: world.newId(), rows: [{ id: world.newId(), ...facts, lastName: world.newId() }] }),
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
    specimen: (world, whose) => ({ id: world.of(whose).clientId }),
  },
} satisfies PolicyOf<Contract['client']>
