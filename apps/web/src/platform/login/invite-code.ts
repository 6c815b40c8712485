import { isInviteCode, normalizeInviteCode } from '@attune/contract/common/invite-code'
import { browserStorage } from '../safe-storage.ts'

const key = 'attune-invite-code'

/**
 * Saves the code of an opened invite link (`#code=K7RMQX4D`) until the code is used. The code must be saved, because a
 * registration continues in another tab, which the person opens from an email.
 */
export function saveInviteCode(hash: string) {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? ''
  if (isInviteCode(code)) browserStorage.set(key, normalizeInviteCode(code))
}

/** Returns the code of an invite link that was opened in this browser; empty if there is none. */
export function savedInviteCode(): string {
  const code = browserStorage.get(key) ?? ''
  return isInviteCode(code) ? code : ''
}

export const deleteInviteCode = () => browserStorage.remove(key)
