import type { HeldAccount } from '@attune/contract/features/people/login/login.several'
import { createStore } from '../../../../platform/create-store.ts'

/** The inactive account for whose password a dialog asks; null if no dialog is open. */
export const accountToUnlock = createStore<HeldAccount | null>(null)
