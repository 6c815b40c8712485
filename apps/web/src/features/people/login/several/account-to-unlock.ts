import type { HeldAccount } from '@attune/contract/features/people/login/login.several'
import { createStore } from '../../../../platform/create-store.ts'

/** The account whose idle time has passed and for whose password a dialog asks; null if there is none. */
export const accountToUnlock = createStore<HeldAccount | null>(null)
