/**
 * The rights that a therapist can give a guardian, in the order in which they are shown: to see and answer sessions, to request, move and cancel them,
 * to sign forms and consents, to see and pay invoices, to see superbills and diagnoses, to write to the therapist, and to see the shared parts of the
 * treatment plan.
 */
export const guardianRights = ['sessions', 'requests', 'forms', 'invoices', 'superbills', 'messages', 'plan'] as const
export type GuardianRight = (typeof guardianRights)[number]

/** The states in which a client sees a guardian. An ended one is not shown. */
export const ownGuardianStates = ['invited', 'active', 'paused'] as const
export type OwnGuardianState = (typeof ownGuardianStates)[number]

/** From this age on, a client learns of a guardian when the rights are given; a younger one when the guardian has accepted. */
export const earlyKnowledgeAge = 12
