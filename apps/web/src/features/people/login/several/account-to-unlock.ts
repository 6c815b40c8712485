import type { HeldAccount } from '@attune/contract/features/people/login/login.several'
import { createStore } from '../../../../platform/create-store.ts'

/** The inactive account that a dialog asks the person to unlock with a password; null if no dialog is open. */
export const accountToUnlock = createStore<HeldAccount | null>(null)
