import { type ProcedurePolicy, type Ownership, ownerships } from '../../platform/policy/policy.ts'
import type { PolicyViewer } from './viewers.ts'

const defaultReach = {
  therapist: ['own', 'sibling'],
  client: ['own'],
  admin: ['own', 'sibling', 'other'],
  anyone: ownerships,
} as const

type Verdict = 'allowed' | 'no-login' | 'forbidden' | 'out-of-reach'

/**
 * Returns the result that the policy prescribes when a viewer calls a procedure with a resource of the owner `whose`. `named` is false if the input
 * names no resource.
 */
export function expectedAccess(
  entry: ProcedurePolicy,
  viewer: PolicyViewer,
  whose: Ownership,
  named: boolean,
): Verdict {
  const isForGuardians = entry.who.includes('guardian')
  if (isForGuardians && viewer.isGuardian) return !named || whose === 'own' ? 'allowed' : 'out-of-reach'
  const role = viewer.person?.role ?? 'anyone'
  // A client's account without the right of a guardian finds nothing.
  if (isForGuardians && role === 'client') return named ? 'out-of-reach' : 'allowed'
  const open = entry.who.includes('anyone') || entry.who.includes('half')
  if (!open && role === 'anyone') return 'no-login'
  if (!open && !entry.who.includes('signed-in') && !entry.who.includes(role)) return 'forbidden'
  const reach: readonly Ownership[] = entry.reach?.[role] ?? defaultReach[role]
  return !named || open || reach.includes(whose) ? 'allowed' : 'out-of-reach'
}

/**
 * Returns the viewers for whose calls of a procedure the policy alone determines the result. Leaves out a guardian without a record for the
 * procedures of clients: a separate test calls these procedures with the data of the guardian's client.
 */
export const viewersOf = <Viewer extends PolicyViewer>(
  viewers: readonly Viewer[],
  { who }: ProcedurePolicy,
): Viewer[] =>
  viewers.filter(
    ({ isGuardian }) =>
      !isGuardian || who.includes('guardian') || !who.some((kind) => kind !== 'therapist' && kind !== 'admin'),
  )

/**
 * The fields of the client's own record that the client can see. `phone` is the number to which the client permits text messages, `parent` the name
 * of a guardian.
 */
const fieldsOfClient =
  'name location phone entry private reply payer goal form question signature request parent'.split(' ')

/** Returns the markers (canaries) in a response body that belong to texts which the viewer must not see. */
export function foreignCanaries(viewer: PolicyViewer, body: string): string[] {
  const found = body.match(/canary-[\w@.]+-\w+/g) ?? []
  const mine =
    viewer.person?.role === 'therapist'
      ? [viewer.own, viewer.sibling]
      : viewer.person?.role === 'client'
        ? [viewer.own]
        : []
  const fields = viewer.person?.role === 'client' ? fieldsOfClient : null
  return found.filter((word) => {
    const [, pair = '', field = ''] = /^canary-(.+)-(\w+)$/.exec(word) ?? []
    if (pair === viewer.person?.email) return false
    // No therapist may see a private journal entry.
    if (fields === null && field === 'private') return true
    return !mine.includes(pair) || (fields !== null && !fields.includes(field))
  })
}
