import type { Contract } from '@attune/contract'
import { auditRefusalsOnly } from '../../platform/policy/audit-read.ts'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'

const opening = { action: 'open', thing: 'note' } as const
const opens = { resource: 'note', subject: 'session' } as const
const text = { resource: 'session-texts', subject: 'session' } as const

export const notePolicy = {
  open: {
    who: ['therapist'],
    assurance: 'full',
    audited: opening,
    auditRead: { ...opens, when: ({ text }) => text !== '' },
    sampleInput: (world, whose) => ({ sessionId: world.fixturesOf(whose).notedSessionId }),
  },
  save: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: { ...opens, when: auditRefusalsOnly },
    sampleInput: (world, whose) => ({
      sessionId: world.fixturesOf(whose).notedSessionId,
      text: 'Calmer than before.',
      version: 1,
    }),
  },
  sign: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: opens,
    sampleInput: (world, whose) => ({
      sessionId: world.fixturesOf(whose).notedSessionId,
      command: world.newId(),
      version: 1,
    }),
  },
  addendum: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: opens,
    sampleInput: (world, whose) => ({
      id: world.newId(),
      sessionId: world.fixturesOf(whose).signedSessionId,
      text: 'The date was a day later.',
    }),
  },
  history: {
    who: ['therapist'],
    assurance: 'full',
    audited: opening,
    auditRead: opens,
    sampleInput: (world, whose) => ({ sessionId: world.fixturesOf(whose).signedSessionId }),
  },
  toWrite: { who: ['therapist'], assurance: 'full', sampleInput: () => ({}) },
  saveText: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: text,
    sampleInput: (world, whose) => ({
      sessionId: world.fixturesOf(whose).sessionId,
      kind: 'objectives',
      text: 'To sleep through.',
      version: 0,
    }),
  },
  shareText: {
    who: ['therapist'],
    assurance: 'full',
    auditRead: text,
    sampleInput: (world, whose) => ({ sessionId: world.fixturesOf(whose).sessionId, kind: 'next-steps', shared: true }),
  },
} satisfies FeaturePolicy<Contract['note']>
