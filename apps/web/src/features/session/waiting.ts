import type { Viewer } from '@attune/contract/features/session.states'
import type { api } from '../../platform/api.ts'
import { openChange, openSession, type Open } from './open.ts'

/** An item of `session.waiting`: a session or change request that awaits the viewer's answer. */
export type Waiting = Awaited<ReturnType<typeof api.session.waiting>>['items'][number]

/** The open question of an item; null if it is answered already. */
export const openOf = ({ session, change, moved }: Waiting, viewer: Viewer): Open | null =>
  change ? openChange(session, change, viewer) : openSession(session, viewer, moved ? [moved] : [])
