import type { Contract } from '@attune/contract'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'
import type { TestContext } from '../../testing/fixtures/test-context.ts'

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

const contacts = (world: TestContext) => [
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

const profile = { resource: 'profile', subject: 'client' } as const

export const clientPolicy = {
  list: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: () => ({ sort: 'name', limit: 100 }),
    sampleFields: {
      search: () => 'a',
      status: () => 'active',
      after: (world) => cursorOf('name', 'a', 'a', world.newId()),
    },
  },
  get: {
    who: ['therapist'],
    assurance: 'full',
    audited: { action: 'open', thing: 'client-profile' },
    auditRead: profile,
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).clientId }),
  },
  add: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world) => ({ id: world.newId(), ...clientFields, contacts: contacts(world), invite: false }),
  },
  edit: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: profile,
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).clientId,
      version: 1,
      ...clientFields,
      contacts: contacts(world),
    }),
  },
  doubles: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: () => ({ firstName: 'Ana', lastName: 'Moreau', email: null, dateOfBirth: '1992-05-02' }),
    sampleFields: { except: (world, whose) => world.fixturesOf(whose).clientId },
  },
  setStatus: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: profile,
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).invitedClientId,
      status: 'active',
      command: world.newId(),
    }),
  },
  importMany: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world) => ({
      batch: world.newId(),
      rows: [{ id: world.newId(), ...clientFields, lastName: world.newId(), contacts: contacts(world) }],
    }),
  },
  exportAll: {
    who: ['therapist'],
    assurance: 'full',
    audited: { action: 'export', thing: 'clients' },
    auditRead: { resource: 'export', subject: 'clients' },
    sampleInput: () => ({}),
  },
  merge: {
    who: ['therapist'],
    assurance: 'full',
    audited: { action: 'merge', thing: 'client' },
    auditRead: { ...profile, id: ({ into }) => into },
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).invitedClientId,
      into: world.fixturesOf(whose).clientId,
      command: world.newId(),
    }),
  },
  markSamePerson: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: profile,
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).invitedClientId,
      as: world.fixturesOf(whose).leavingClientId,
    }),
  },
  tellApart: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: profile,
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).invitedClientId,
      from: world.fixturesOf(whose).leavingClientId,
    }),
  },
  timeline: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: profile,
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).clientId, limit: 100 }),
    sampleFields: { after: () => '2026-11-20 10:00:00+00_1_1' },
  },
} satisfies FeaturePolicy<Contract['client']>
