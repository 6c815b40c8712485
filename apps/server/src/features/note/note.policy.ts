import type { Contract } from '@attune/contract'
import { onlyRefused } from '../../platform/policy/opens.ts'
import type { PolicyOf } from '../../platform/policy/policy.ts'

const opening = { action: 'open', thing: 'note' } as const
const opens = { thing: 'note', of: 'session' } as const
const text = { thing: 'session-texts', of: 'session' } as const

export const notePolicy = {
  open: {
    who: ['therapist'],
    strength: 'full',
    audited: opening,
    opens: { ...opens, where: ({ text }) => text !== '' },
    specimen: (world, whose) => ({ sessionId: world.of(whose).notedSessionId }),
  },
  save: {
    who: ['therapist'],
    strength: 'full',
    opens: { ...opens, where: onlyRefused },
    specimen: (world, whose) => ({
      sessionId: world.of(whose).notedSessionId,
      text: 'Calmer than before.',
      version: 1,
    }),
  },
  sign: {
    who: ['therapist'],
    strength: 'full',
    opens,
    specimen: (world, whose) => ({
      sessionId: world.of(whose).notedSessionId,
      command: world.newId(),
      version: 1,
    }),
  },
  addendum: {
    who: ['therapist'],
    strength: 'full',
    opens,
    specimen: (world, whose) => ({
      id: world.newId(),
      sessionId: world.of(whose).signedSessionId,
      text: 'The date was a day later.',
    }),
  },
  history: {
    who: ['therapist'],
    strength: 'full',
    audited: opening,
    opens,
    specimen: (world, whose) => ({ sessionId: world.of(whose).signedSessionId }),
  },
  toWrite: { who: ['therapist'], strength: 'full', specimen: () => ({}) },
  saveText: {
    who: ['therapist'],
    strength: 'full',
    opens: text,
    specimen: (world, whose) => ({
      sessionId: world.of(whose).sessionId,
      kind: 'objectives',
      text: 'To sleep through.',
      version: 0,
    }),
  },
  shareText: {
    who: ['therapist'],
    strength: 'full',
    opens: text,
    specimen: (world, whose) => ({ sessionId: world.of(whose).sessionId, kind: 'next-steps', shared: true }),
  },
} satisfies PolicyOf<Contract['note']>
