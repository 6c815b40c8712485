import { wallClockOf } from '@attune/contract/common/time/time'
import type { Tx } from '../../../platform/database/actor.ts'
import { readZone } from '../../people/profile/profile.ts'

/** Returns the current day in the acting therapist's zone, as `YYYY-MM-DD`. */
export const readCurrentDay = async (tx: Tx, now: Date): Promise<string> =>
  wallClockOf(now.toISOString(), await readZone(tx)).day
